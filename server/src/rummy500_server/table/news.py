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
from rummy500.protocol.tables import HandNow, OwnNow, ResultOfHand, TableNow, TableRow
from rummy500.protocol.translate import hand_to_wire, own_to_wire, score_to_wire, sight_to_wire
from rummy500.protocol.updates import TableClosed
from rummy500_server.store import records
from rummy500_server.store.ports import Listing, Status
from rummy500_server.table.journal import event_of
from rummy500_server.table.state import Computer, Holder, Nobody, Person, Stage, TableState


class _News(Struct, frozen=True, tag_field="upd", tag="table"):
    """``TableNews`` whose common parts are encoded already."""

    table: str
    seq: int
    happened: Raw
    now: Raw
    own: OwnNow | None


_encode: Final = msgspec.msgpack.Encoder().encode


class Bulletin:
    """One version of a table, ready to be told to anybody."""

    def __init__(self, state: TableState, facts: tuple[records.AnyFact, ...]) -> None:
        self._state = state
        self._happened = Raw(_encode(happened(state, facts)))
        self._now = Raw(_encode(table_now(state)))

    def for_seat(self, seat: Seat) -> bytes:
        """Return the frame for the person in a seat."""
        state = self._state
        own = own_now(state, seat)
        return _encode(_News(state.table, state.version, self._happened, self._now, own))


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
        case records.MatchBegun():
            return happenings.MatchBegan()
        case records.PersonReady():
            return happenings.SeatReady(fact.seat)
        case records.TableMade() | records.HostNamed() | records.TableEnded():
            return None
        case _:
            hand = None if state.match is None else state.match.hand
            return sight_to_wire(sight_of(event_of(fact), hand))


def occupant(holder: Holder) -> happenings.AnyOccupant:
    """Return what a seat holds, as it travels."""
    match holder:
        case Person():
            return happenings.Person(holder.name, holder.here)
        case Computer():
            return happenings.Computer(holder.name, holder.level)
        case Nobody():
            return happenings.Nobody()


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
    )


def _hand_now(state: TableState) -> HandNow | None:
    hand = None if state.match is None else state.match.hand
    if hand is None:
        return None
    committed = commitment(hand.seed) if hand.seed else b""
    return hand_to_wire(view_for(hand, None), committed, hand.seed)


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
    listed = not state.code and state.anybody_here and not state.ended
    return Listing(_status(state), state.code, players, _encode(_row(state)) if listed else b"")


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
