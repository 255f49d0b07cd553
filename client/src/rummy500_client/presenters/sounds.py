"""What is heard: from what a person knew to what a person knows, to the sounds in between."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rummy500.protocol import happenings as did
from rummy500.protocol.happenings import AnyHappening, Person
from rummy500_client.settings import SoundGroup
from rummy500_client.state.model import (
    Away,
    Connection,
    LogEntry,
    Offline,
    Online,
    TableState,
    Trying,
)


class Sound(StrEnum):
    """A sound, by the name of its file."""

    YOUR_TURN = "your_turn"
    HURRY = "hurry"
    DEAL = "deal"
    DRAW = "draw"
    DISCARD = "discard"
    MELD = "meld"
    LAY_OFF = "lay_off"
    TAKE = "take"
    SIT_DOWN = "sit_down"
    STAND_UP = "stand_up"
    REFUSED = "refused"
    LOST = "lost"
    BACK = "back"
    HAND_WON = "hand_won"
    HAND_LOST = "hand_lost"
    MATCH_WON = "match_won"


_GROUPS: Final = {
    SoundGroup.TURN: (Sound.YOUR_TURN, Sound.HURRY),
    SoundGroup.PLAYS: (
        *(Sound.DEAL, Sound.DRAW, Sound.DISCARD, Sound.MELD),
        *(Sound.LAY_OFF, Sound.TAKE),
    ),
    SoundGroup.PEOPLE: (Sound.SIT_DOWN, Sound.STAND_UP),
    SoundGroup.ALERTS: (
        *(Sound.REFUSED, Sound.LOST, Sound.BACK),
        *(Sound.HAND_WON, Sound.HAND_LOST, Sound.MATCH_WON),
    ),
}
EXAMPLE: Final = {
    SoundGroup.TURN: Sound.YOUR_TURN,
    SoundGroup.PLAYS: Sound.MELD,
    SoundGroup.PEOPLE: Sound.SIT_DOWN,
    SoundGroup.ALERTS: Sound.REFUSED,
}
"""What is heard when a volume is set."""

_PLAYS: Final[dict[type[AnyHappening], Sound]] = {
    did.HandOpened: Sound.DEAL,
    did.DrewStock: Sound.DRAW,
    did.TookPile: Sound.DRAW,
    did.TurnedPile: Sound.DRAW,
    did.PlayUndone: Sound.DRAW,
    did.MeldLaid: Sound.MELD,
    did.CardsLaidOff: Sound.LAY_OFF,
    did.CardDiscarded: Sound.DISCARD,
}
_MOST: Final = 3
"""So many sounds of one piece of news are heard, the last ones; more are a noise."""


def group_of(sound: Sound) -> SoundGroup:
    """Return the group whose volume a sound has."""
    return next(group for group, sounds in _GROUPS.items() if sound in sounds)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a person knows at one moment, as far as it can be heard."""

    connection: Connection
    table: TableState | None = None
    complaint: int = 0
    """The serial of the refusal that is shown; 0 for none."""


def sounds_between(before: Moment, after: Moment) -> tuple[Sound, ...]:
    """Return what is heard between two moments, in its order.

    A table that is seen for the first time is silent, but for the deal: nothing there is news.
    """
    heard = [*_of_connection(before.connection, after.connection)]
    if after.complaint and after.complaint != before.complaint:
        heard.append(Sound.REFUSED)
    old, new = before.table, after.table
    if new is not None and old is not None and old.id == new.id:
        plays = [_of_play(entry.happening) for entry in _fresh(old, new)]
        heard += [sound for sound in plays if sound is not None][-_MOST:]
        heard += _of_people(old, new)
        heard += _of_the_end(old, new)
        if _my_turn(new) and not _my_turn(old):
            heard.append(Sound.YOUR_TURN)
    elif new is not None and any(isinstance(e.happening, did.HandOpened) for e in new.log[-1:]):
        heard.append(Sound.DEAL)
    return tuple(heard)


def _of_connection(before: Connection, after: Connection) -> tuple[Sound, ...]:
    match before, after:
        case Online(), Away() | Trying():
            return (Sound.LOST,)
        case Away() | Trying(), Online():
            return (Sound.BACK,) if _was_on(before) else ()
        case _:
            return ()


def _was_on(connection: Connection) -> bool:
    """Return whether a connection had been there before: the first attempt of all is no loss."""
    match connection:
        case Away():
            return True
        case Trying(attempt=attempt):
            return attempt > 1
        case Online() | Offline():
            return False
        case _:
            return False


def _fresh(old: TableState, new: TableState) -> tuple[LogEntry, ...]:
    """Return what has been logged since; the log forgets its beginning."""
    if old.log and new.log:
        for place in range(len(new.log) - 1, -1, -1):
            if new.log[place] is old.log[-1]:
                return new.log[place + 1 :]
    return new.log if new.log is not old.log else ()


def _of_play(happening: AnyHappening) -> Sound | None:
    """Return what a play sounds like; what moves no card is silent."""
    if isinstance(happening, did.TookPile) and len(happening.cards) > 1:
        return Sound.TAKE
    return _PLAYS.get(type(happening))


def _of_people(old: TableState, new: TableState) -> list[Sound]:
    """Return who has come and gone, the viewer and computer players aside."""
    heard = []
    mine = -1 if new.own is None else new.own.seat
    pairs = zip(old.now.seats, new.now.seats, strict=False)
    for seat, (was, now) in enumerate(pairs):
        before = isinstance(was, Person) and was.here
        after = isinstance(now, Person) and now.here
        if seat != mine and before != after:
            heard.append(Sound.SIT_DOWN if after else Sound.STAND_UP)
    return heard[:1]


def _of_the_end(old: TableState, new: TableState) -> list[Sound]:
    if new.own is None or _ended(old) or not _ended(new):
        return []
    hand, seat = new.now.hand, new.own.seat
    winners = new.now.winners
    if winners is not None and seat in winners:
        return [Sound.MATCH_WON]
    scores = () if hand is None or hand.end is None else hand.end.scores
    won = bool(scores) and scores[seat] == max(scores)
    return [Sound.HAND_WON if won and winners is None else Sound.HAND_LOST]


def _ended(table: TableState) -> bool:
    return table.now.hand is not None and table.now.hand.end is not None


def _my_turn(table: TableState) -> bool:
    hand = table.now.hand
    if table.own is None or hand is None or hand.end is not None:
        return False
    return hand.turn.seat == table.own.seat
