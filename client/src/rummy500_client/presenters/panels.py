"""The panels over the table: the connection is lost, another version, connected elsewhere."""

from __future__ import annotations

from typing import Final

from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.errors import fault_words
from rummy500_client.presenters.notice_model import NoticeModel
from rummy500_client.presenters.table_model import Button, Look, Tone
from rummy500_client.state.model import (
    Away,
    Connection,
    Failed,
    Offline,
    Online,
    OtherVersion,
    Trying,
)


RETRY: Final = "retry"
HOME: Final = "home"
STAY: Final = "stay"
LEAVE: Final = "leave"
_SHOWN_FROM: Final = 1.0
"""A wait that is shorter is not worth a ring."""


def panel_model(
    connection: Connection, words: Words, *, solo: bool, waited: float = 0.0
) -> NoticeModel | None:
    """Return the panel that the connection calls for, if any.

    ``waited`` is for how many seconds the connection has stood as it does.
    """
    match connection:
        case Offline() | Online():
            return None
        case Trying(attempt=attempt):
            return _lost(words, attempt, solo=solo, part=1.0, left=0.0)
        case Away(attempt=attempt, wait=wait):
            left = max(0.0, wait - waited)
            part = 1.0 if wait <= 0 else min(1.0, waited / wait)
            return _lost(words, attempt, solo=solo, part=part, left=left)
        case OtherVersion():
            return _version(connection, words)
        case Failed(fault=fault, detail=detail):
            return _failed(fault, fault_words(fault, detail, words), words)


def _lost(words: Words, attempt: int, *, solo: bool, part: float, left: float) -> NoticeModel:
    say = words.say
    if left >= _SHOWN_FROM:
        line = words.count(
            "Attempt {attempt}. The next one in {n} second.",
            "Attempt {attempt}. The next one in {n} seconds.",
            round(left),
            attempt=attempt,
        )
    else:
        line = say("Attempt {attempt}, now.", attempt=attempt)
    if solo:
        title = say("The server is starting again")
        text = say("Your cards and your turn are kept; the match goes on from there.")
    else:
        title = say("No connection to the table")
        text = say(
            "Your seat stays yours. If this takes long, a computer player plays for you until you "
            "are back."
        )
    return NoticeModel(
        icon="wifi_off",
        title=title,
        line=line,
        tone=Tone.REQUIRED,
        text=text,
        part=part,
        left=(Button(HOME, say("Leave the table"), "back"),),
        right=(Button(RETRY, say("Try now"), "refresh", Look.GOLD),),
    )


def _version(other: OtherVersion, words: Words) -> NoticeModel:
    say = words.say
    newer = other.protocol > PROTOCOL_VERSION
    if newer:
        title = say("The server is newer")
        advice = say("Update the program, then join again.")
    else:
        title = say("The server is older") if other.protocol else say("The server speaks otherwise")
        advice = say("Ask whoever runs the server to update it.")
    versions = say(
        "Your program: {own} · the server: {other}", own=PROGRAM_VERSION, other=other.program or "?"
    )
    protocols = say(
        "It speaks protocol {other}, your program {own}.",
        own=PROTOCOL_VERSION,
        other=other.protocol or "?",
    )
    nothing = say("You have not sat down and nothing was sent.")
    hint = say("You can play on this computer meanwhile: that always works.")
    return NoticeModel(
        icon="warn",
        title=title,
        line=versions,
        tone=Tone.BAD,
        text=f"{protocols} {nothing} {advice} {hint}",
        right=(Button(HOME, say("Back to the first screen"), "back", Look.GOLD),),
        escape=HOME,
    )


def _failed(fault: str, why: str, words: Words) -> NoticeModel:
    say = words.say
    title, again = say("No connection"), say("Try now")
    match fault:
        case "superseded":
            title, again = say("You play in another window"), say("Play here")
            text = say("Your seat belongs to one window at a time. You can take it back here.")
        case "turned_away":
            text = say("You can play on this computer meanwhile: that always works.")
        case _:
            text = say("Your seat is kept on the server; you can come back to it.")
    return NoticeModel(
        icon="wifi_off",
        title=title,
        line=why,
        tone=Tone.BAD,
        text=text,
        left=(Button(HOME, say("Back to the first screen"), "back"),),
        right=(Button(RETRY, again, "refresh", Look.GOLD),),
        escape=HOME,
    )


def leave_model(words: Words) -> NoticeModel:
    """Return the question before one leaves a match among people."""
    say = words.say
    return NoticeModel(
        icon="info",
        title=say("Leave the match?"),
        text=say("A computer player takes your seat and plays your cards."),
        left=(Button(LEAVE, say("Leave"), "back"),),
        right=(Button(STAY, say("Stay"), "play", Look.GOLD),),
        escape=STAY,
    )
