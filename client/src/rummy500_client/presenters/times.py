"""Times that run at the table: the clock of the turn, and who is away. Told by plates and words.

The server tells what was left at the moment of sending; ``Glance.elapsed`` has passed since then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from rummy500.protocol.happenings import Person
from rummy500.protocol.tables import AwayTime, TimesNow, TurnTime
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.table_model import SeatPlate


SHORT: Final = 0.25
"""From this part of a turn on the seconds are told in figures, and the ring is red."""
WARNING: Final = 10
"""Seconds before the end of the viewer's own time at which it is said."""
_MS: Final = 1000


class Ring(NamedTuple):
    """The clock of a seat: the part that is left, and the seconds once they are few."""

    part: float
    text: str = ""


def runs(times: TimesNow | None) -> bool:
    """Return whether something is running out, so that there is something to paint anew."""
    if times is None:
        return False
    turn = times.turn is not None and times.turn.runs
    return turn or any(away.left is not None for away in times.away)


def ring_of(glance: Glance, seat: int) -> Ring | None:
    """Return the clock of a seat; None for a seat without one."""
    turn = _turn(glance, seat)
    whole = glance.options.turn_seconds * _MS
    if turn is None or not whole:
        return None
    left, reserve = _left(glance, turn)
    if left > 0:
        part = min(left / whole, 1.0)
        return Ring(part, str(_seconds(left)) if part <= SHORT else "")
    bank = max(glance.options.reserve_seconds * _MS, 1)
    return Ring(SHORT * min(reserve / bank, 1.0), str(_seconds(reserve)))


def away_words(glance: Glance, seat: int) -> str:
    """Return what a plate says of somebody who is away, or whose seat is held; else nothing."""
    match glance.now.seats[seat]:
        case Person(held=True):
            return glance.words.say("Computer plays")
        case Person(here=False):
            away = _away(glance, seat)
            if away is None or away.left is None:
                return glance.words.say("Away")
            left = _seconds(max(away.left - _elapsed(glance), 0))
            time = f"{left // 60}:{left % 60:02}"
            return glance.words.say("Away · {time}", time=time)
        case _:
            return ""


def seconds_left(glance: Glance) -> int | None:
    """Return for how many seconds the viewer may still play in this turn; None without a clock."""
    turn = _turn(glance, glance.me) if glance.my_turn else None
    if turn is None:
        return None
    left, reserve = _left(glance, turn)
    return _seconds(max(left, 0) + reserve)


def warning_of(glance: Glance) -> str:
    """Return what is said when the viewer's time gets short; nothing while it is not."""
    left = seconds_left(glance)
    if left is None or left > WARNING:
        return ""
    return glance.words.say("Your time is nearly up")


def timed(plate: SeatPlate, glance: Glance, seat: int) -> SeatPlate:
    """Return a plate with the times as they are now."""
    ring = ring_of(glance, seat)
    return replace(
        plate,
        away_text=away_words(glance, seat),
        clock=None if ring is None else ring.part,
        clock_text="" if ring is None else ring.text,
    )


def _turn(glance: Glance, seat: int) -> TurnTime | None:
    times = glance.table.times
    turn = None if times is None else times.turn
    return turn if turn is not None and turn.seat == seat else None


def _away(glance: Glance, seat: int) -> AwayTime | None:
    times = glance.table.times
    away = () if times is None else times.away
    return next((each for each in away if each.seat == seat), None)


def _left(glance: Glance, turn: TurnTime) -> tuple[int, int]:
    """Return what is left of the turn's own time and of the reserve, in milliseconds."""
    left = turn.left - (_elapsed(glance) if turn.runs else 0)
    return left, max(turn.reserve + min(left, 0), 0)


def _elapsed(glance: Glance) -> int:
    return round(glance.elapsed * _MS)


def _seconds(milliseconds: int) -> int:
    """Return seconds as people count down: 1 until nothing is left."""
    return -(-milliseconds // _MS)
