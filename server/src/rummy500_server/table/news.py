"""What the people at a table are told of an entry: the only door from the full truth to the wire.

What everybody may know is encoded once and put into each person's frame as it is; a person's own
part is made from ``view_for`` of that person's seat and from nothing else.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from rummy500.engine.deal import commitment
from rummy500.engine.ids import Seat
from rummy500.engine.match import HandResult
from rummy500.engine.options import changed_options
from rummy500.engine.views import sight_of, view_for
from rummy500.protocol import happenings
from rummy500.protocol.tables import (
    AwayTime,
    HandNow,
    OwnNow,
    ResultOfHand,
    TableNow,
    TableRow,
    TimesNow,
    TurnTime,
)
from rummy500.protocol.translate import hand_to_wire, own_to_wire, score_to_wire, sight_to_wire
from rummy500.protocol.updates import TableClosed
from rummy500_server.store import records
from rummy500_server.store.ports import Listing, Status
from rummy500_server.table.chance import date_of
from rummy500_server.table.chores import Patience, absences
from rummy500_server.table.journal import event_of
from rummy500_server.table.state import Computer, Holder, Nobody, Person, Stage, TableState


class _News(Struct, frozen=True, tag_field="upd", tag="table", omit_defaults=True):
    """``TableNews`` whose common parts are encoded already."""

    table: str
    seq: int
    happened: Raw
    now: Raw
    own: OwnNow | None
    times: Raw
    rewound: bool = False


_encode: Final = msgspec.msgpack.Encoder().encode


class Bulletin:
    """One version of a table, ready to be told to anybody."""

    def __init__(
        self,
        state: TableState,
        facts: tuple[records.AnyFact, ...],
        times: TimesNow | None,
        *,
        rewound: bool = False,
    ) -> None:
        self._state = state
        self._rewound = rewound
        self._times = Raw(_encode(times))
        self._happened = Raw(_encode(happened(state, facts)))
        self._now = Raw(_encode(table_now(state)))

    def for_seat(self, seat: Seat) -> bytes:
        """Return the frame for the person in a seat."""
        state = self._state
        own = own_now(state, seat)
        common = (self._happened, self._now)
        news = _News(state.table, state.version, *common, own, self._times, self._rewound)
        return _encode(news)


def closed(table: str) -> bytes:
    """Return the frame that tells the end of a table."""
    return _encode(TableClosed(table))


def happened(
    state: TableState, facts: tuple[records.AnyFact, ...]
) -> tuple[happenings.AnyHappening, ...]:
    """Return what everybody may know of the facts that led to ``state``."""
    return tuple(told for fact in facts if (told := _happening(state, fact)) is not None)


def _happening(state: TableState, fact: records.AnyFact) -> happenings.AnyHappening | None:
    match fact:
        case (
            records.PersonSat()
            | records.ComputerSat()
            | records.SeatEmptied()
            | records.PersonCame()
            | records.PersonLost()
        ):
            return happenings.SeatChanged(fact.seat, occupant(state.seats[fact.seat]))
        case records.SeatHeld():
            return happenings.SeatHeld(fact.seat, occupant(state.seats[fact.seat]))
        case records.SeatGivenBack():
            return happenings.SeatGivenBack(fact.seat, occupant(state.seats[fact.seat]))
        case records.TimeRanOut():
            return happenings.TimeRanOut(fact.seat)
        case records.MatchBegun():
            return happenings.MatchBegan()
        case records.PersonReady():
            return happenings.SeatReady(fact.seat)
        case (
            records.TableMade()
            | records.HostNamed()
            | records.DriverNamed()
            | records.TableEnded()
            | records.TimeCredited()
        ):
            return None
        case _:
            hand = None if state.match is None else state.match.hand
            return sight_to_wire(sight_of(event_of(fact), hand))


def occupant(holder: Holder) -> happenings.AnyOccupant:
    """Return what a seat holds, as it travels."""
    match holder:
        case Person():
            gone = None if holder.lost is None else _gone(holder.lost.why)
            return happenings.Person(holder.name, holder.here, gone, holder.held != "")
        case Computer():
            return happenings.Computer(holder.name, holder.level)
        case Nobody():
            return happenings.Nobody()


def _gone(why: records.Why) -> happenings.Gone:
    match why:
        case records.Why.LINE:
            return happenings.Gone.LINE
        case records.Why.NODE | records.Why.DRAIN:
            return happenings.Gone.SERVER


def times_now(state: TableState, now: int, patience: Patience) -> TimesNow | None:
    """Return what runs at a table, at a time by the store's clock; None if nothing does."""
    until = {chore.seat: chore.at for chore in absences(state, patience)}
    away = tuple(
        AwayTime(
            seat,
            max(now - person.lost.time, 0),
            max(until[seat] - now, 0) if seat in until else None,
        )
        for seat, person in state.people()
        if person.lost is not None
    )
    turn = _turn_time(state, now)
    return None if turn is None and not away else TimesNow(turn, away)


def _turn_time(state: TableState, now: int) -> TurnTime | None:
    clock = state.clock
    if clock is None:
        return None
    left = clock.left_at(max(now, state.time))
    reserve = max(state.reserves[clock.seat] + min(left, 0), 0)
    return TurnTime(clock.seat, max(left, 0), reserve, clock.runs_from is not None)


def table_now(state: TableState) -> TableNow:
    """Return the public part of a table."""
    match = state.match
    no_points = (0,) * len(state.seats)
    return TableNow(
        name=state.name,
        code=state.code,
        preset=state.options.preset,
        options=changed_options(state.options),
        seats=tuple(map(occupant, state.seats)),
        host=state.seat_of(state.host) or Seat(0),
        ready=state.ready,
        number=0 if match is None else match.number,
        totals=no_points if match is None else tuple(map(score_to_wire, match.totals)),
        results=() if match is None else tuple(map(_result, match.results)),
        winners=None if match is None else match.winners,
        hand=_hand_now(state),
        reserves=state.reserves,
    )


def _hand_now(state: TableState) -> HandNow | None:
    hand = None if state.match is None else state.match.hand
    if hand is None:
        return None
    committed = commitment(hand.seed) if hand.seed else b""
    seed = b"" if _others_still_play(state) else hand.seed
    return hand_to_wire(view_for(hand, None), committed, seed)


def _others_still_play(state: TableState) -> bool:
    """Return whether the seeds are those of a day that is not over: others get these cards yet."""
    return state.day != "" and date_of(state.time) <= state.day


def _result(result: HandResult) -> ResultOfHand:
    return ResultOfHand(
        number=result.number,
        dealer=result.dealer,
        reason=result.reason,
        scores=tuple(map(score_to_wire, result.scores)),
        totals=tuple(map(score_to_wire, result.totals)),
        out=result.out,
    )


def own_now(state: TableState, seat: Seat) -> OwnNow:
    """Return what only this seat knows."""
    hand = None if state.match is None else state.match.hand
    return OwnNow(seat) if hand is None else own_to_wire(view_for(hand, seat), seat)


# --- the list of tables ---------------------------------------------------------------------------


def listing(state: TableState) -> Listing:
    """Return what the directory says about a table.

    A private table is in no list, and neither is one without anybody there.
    """
    players = tuple(person.player for _, person in state.people())
    return Listing(
        status=_status(state),
        code=state.code,
        players=players,
        row=_encode(_row(state)) if is_listed(state) else b"",
        driver=state.driver,
        present=sum(person.here for _, person in state.people()),
    )


def is_listed(state: TableState) -> bool:
    """Return whether a table is in the list: a private one is not, nor one without anybody."""
    return not state.code and state.anybody_here and not state.ended


def _status(state: TableState) -> Status:
    match state.stage:
        case Stage.WAITING:
            return Status.WAITING
        case Stage.HAND | Stage.BETWEEN:
            return Status.PLAYING
        case Stage.OVER:
            return Status.DONE


def _row(state: TableState) -> TableRow:
    return TableRow(
        table=state.table,
        name=state.name,
        preset=state.options.preset,
        options=changed_options(state.options),
        seats=tuple(map(occupant, state.seats)),
        playing=state.stage in {Stage.HAND, Stage.BETWEEN},
    )
