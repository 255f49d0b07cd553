"""The panels over the table: the connection is lost, another version, connected elsewhere."""

from __future__ import annotations

from typing import Final

from rummy500.protocol.version import PROGRAM_VERSION, PROTOCOL_VERSION
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.errors import fault_words
from rummy500_client.presenters.room_model import PanelModel
from rummy500_client.presenters.table_model import Button, Look
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
_SHOWN_FROM: Final = 1.0
"""A wait that is shorter is not worth a ring."""


def panel_model(connection: Connection, words: Words, *, solo: bool) -> PanelModel | None:
    """Return the panel that the connection calls for, if any."""
    match connection:
        case Offline() | Online():
            return None
        case Trying(attempt=attempt):
            return _lost(words, attempt, 0.0, solo=solo)
        case Away(attempt=attempt, wait=wait):
            return _lost(words, attempt, wait, solo=solo)
        case OtherVersion():
            return _version(connection, words)
        case Failed(fault=fault, detail=detail):
            return _failed(fault_words(fault, detail, words), words)


def _lost(words: Words, attempt: int, wait: float, *, solo: bool) -> PanelModel:
    say = words.say
    if wait >= _SHOWN_FROM:
        line = words.count(
            "Try {attempt}. The next one in {n} second.",
            "Try {attempt}. The next one in {n} seconds.",
            round(wait),
            attempt=attempt,
        )
    else:
        line = say("Try {attempt}, now.", attempt=attempt)
    if solo:
        title = say("The server on this computer starts again")
        text = say("Your cards and your turn are kept; the match goes on from there.")
    else:
        title = say("No connection to the table")
        text = say("We keep your seat: your cards and your turn are as they were.")
    return PanelModel(
        icon="wifi_off",
        title=title,
        line=line,
        text=text,
        left=(Button(HOME, say("Leave the table"), "back"),),
        right=(Button(RETRY, say("Try now"), "refresh", Look.GOLD),),
        ring=wait,
    )


def _version(other: OtherVersion, words: Words) -> PanelModel:
    say = words.say
    newer = other.protocol > PROTOCOL_VERSION
    title = (
        say("This server speaks a newer version")
        if newer
        else say("This server speaks another version")
    )
    facts = (
        (
            say("Your program"),
            PROGRAM_VERSION,
            say("Protocol {number}", number=PROTOCOL_VERSION),
        ),
        (
            say("The server"),
            other.program or "?",
            say("Protocol {number}", number=other.protocol or "?"),
        ),
    )
    if newer:
        text = say(
            "You have not sat down and nothing was sent. Update the program, then join again."
        )
    else:
        text = say("You have not sat down and nothing was sent. Ask the host to update the server.")
    hint = say("You can play on this computer meanwhile: that always works.")
    return PanelModel(
        icon="warn",
        title=title,
        line="",
        text=f"{text} {hint}",
        left=(),
        right=(Button(HOME, say("Back to the first screen"), "back", Look.GOLD),),
        facts=facts,
    )


def _failed(why: str, words: Words) -> PanelModel:
    say = words.say
    return PanelModel(
        icon="wifi_off",
        title=say("No connection"),
        line=why,
        text=say("Your seat is kept on the server; you can come back to it."),
        left=(Button(HOME, say("Back to the first screen"), "back"),),
        right=(Button(RETRY, say("Try now"), "refresh", Look.GOLD),),
    )
