"""What the people at a table are told of an entry: the only door from the full truth to the wire.

What everybody may know is encoded once and put into each person's frame as it is; a person's own
part is made from ``view_for`` of that person's seat and from nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

import msgspec
from msgspec import Raw, Struct

from rummy500.engine.cards import Card, CardSet
from rummy500.engine.deal import commitment
from rummy500.engine.ids import Seat
from rummy500.engine.match import HandResult
from rummy500.engine.melds import Meld
from rummy500.engine.options import changed_options
from rummy500.engine.views import held_by, sight_of, view_for
from rummy500.protocol import happenings
from rummy500.protocol.tables import (
    AwayTime,
    HandNow,
    MeldOnTable,
    OwnNow,
    ResultOfHand,
    TableNow,
    TableRow,
    TimesNow,
    TurnTime,
)
from rummy500.protocol.translate import (
    hand_to_wire,
    melds_to_wire,
    own_to_wire,
    score_to_wire,
    sight_to_wire,
)
from rummy500.protocol.updates import TableClosed
from rummy500_server.store import records
from rummy500_server.store.ports import Listing, Status
from rummy500_server.table.chance import date_of
from rummy500_server.table.chores import Patience, absences
from rummy500_server.table.journal import event_of
from rummy500_server.table.state import Computer, Holder, Nobody, Person, Stage, TableState


class _News(Struct, frozen=True, kw_only=True, tag_field="upd", tag="table", omit_defaults=True):
    """``TableNews`` whose parts are encoded already, and whose own part comes last."""

    table: str
    seq: int
    happened: Raw
    now: Raw
    times: TimesNow | None
    mark: bytes
    rewound: bool = False
    own: OwnNow | None


_encode: Final = msgspec.msgpack.Encoder().encode
_commitment: Final = lru_cache(2048)(commitment)
"""Told with each play of a hand."""
_WIRE_MARK: Final = 4
Held = tuple[CardSet, Card | None]
"""What only one seat knows."""


def wire_mark(mark: bytes) -> bytes:
    """Return a mark as it travels: enough of it to tell histories apart."""
    return mark[:_WIRE_MARK]


def _encoded_melds(melds: tuple[Meld, ...]) -> tuple[MeldOnTable, ...]:
    return cast("tuple[MeldOnTable, ...]", Raw(_encode(melds_to_wire(melds))))


_NO_MELDS: Final = _encoded_melds(())

_WITHIN_A_HAND: Final = records.PLAYS | {records.TimeRanOut}
"""After news of nothing else the results of the match are as they were."""


class Gazette:
    """Writes the news of one table. What is as it was in the last ones is not written anew.

    Two parts are put together from bytes: of a map whose last value is nil, which is one byte, the
    same map with another last value is made by putting that in the place of the byte.
    """

    __slots__ = ("_encoded", "_laid", "_melds", "_own", "_still")

    def __init__(self) -> None:
        self._still: tuple[object, ...] = ()
        """What the part of the table was made from that a play leaves as it is,"""
        self._encoded = b""
        """and that part, up to the hand."""
        self._laid: tuple[Meld, ...] = ()
        """The melds on the table,"""
        self._melds = _NO_MELDS
        """and they as they travel: bytes already, which the encoder only copies."""
        self._own: dict[Seat, tuple[Held, bytes]] = {}
        """By seat, what it held, and that as it travels."""

    def issue(
        self,
        state: TableState,
        facts: tuple[records.AnyFact, ...],
        times: TimesNow | None,
        *,
        rewound: bool = False,
    ) -> Bulletin:
        """Return one version of a table, ready to be told to anybody."""
        plays_only = bool(facts) and _WITHIN_A_HAND.issuperset(map(type, facts))
        results = () if plays_only or state.match is None else state.match.results
        news = _News(
            table=state.table,
            seq=state.version,
            happened=Raw(_encode(happened(state, facts))),
            now=Raw(self._all_but_hand(state, results) + self._hand(state)),
            times=times,
            mark=wire_mark(state.mark),
            rewound=rewound,
            own=None,
        )
        return Bulletin(state, _encode(news)[:-1], self._own)

    def _hand(self, state: TableState) -> bytes:
        hand = None if state.match is None else state.match.hand
        if hand is not None and hand.melds is not self._laid:  # one more, or another hand
            self._laid = hand.melds
            self._melds = _encoded_melds(hand.melds)
        return _encode(hand_now(state, self._melds))

    def _all_but_hand(self, state: TableState, results: tuple[HandResult, ...]) -> bytes:
        match = state.match
        still = (
            (state.name, state.code, state.options, state.host),
            (state.seats, state.ready, state.reserves),
            None if match is None else (match.number, match.totals, results, match.winners),
        )
        if still != self._still:
            self._still = still
            self._encoded = _encode(table_now(state, results, None))[:-1]
        return self._encoded


class Bulletin:
    """One version of a table."""

    __slots__ = ("_common", "_hand", "_own")

    def __init__(
        self, state: TableState, common: bytes, own: dict[Seat, tuple[Held, bytes]]
    ) -> None:
        self._hand = None if state.match is None else state.match.hand
        self._common = common
        self._own = own

    def for_seat(self, seat: Seat) -> bytes:
        """Return the frame for the person in a seat."""
        hand = self._hand
        if hand is None:
            return self._common + _encode(OwnNow(seat))
        held = held_by(hand, seat)
        before = self._own.get(seat)
        if before is not None and before[0] == held:
            return self._common + before[1]
        encoded = _encode(own_to_wire(view_for(hand, seat), seat))
        self._own[seat] = (held, encoded)
        return self._common + encoded


def closed(table: str) -> bytes:
    """Return the frame that tells the end of a table."""
    return _encode(TableClosed(table))


def happened(
    state: TableState, facts: tuple[records.AnyFact, ...]
) -> tuple[happenings.AnyHappening, ...]:
    """Return what everybody may know of the facts that led to ``state``."""
    told = [_happening(state, fact) for fact in facts]
    return tuple([one for one in told if one is not None])


def _happening(state: TableState, fact: records.AnyFact) -> happenings.AnyHappening | None:
    if type(fact) in records.OF_A_HAND:  # nearly always; the match below would come to it last
        return _seen(state, cast("records.HandFact", fact))
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
            return _seen(state, fact)


def _seen(state: TableState, fact: records.HandFact) -> happenings.AnyHappening:
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
    if state.clock is None and not state.anybody_lost:
        return None
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


def table_now(state: TableState, results: tuple[HandResult, ...], hand: HandNow | None) -> TableNow:
    """Return the public part of a table, with these results and this hand."""
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
        results=tuple(map(_result, results)),
        winners=None if match is None else match.winners,
        reserves=state.reserves,
        hand=hand,
    )


def hand_now(state: TableState, melds: tuple[MeldOnTable, ...] | None = None) -> HandNow | None:
    """Return the public part of the hand; ``melds`` are its melds, if they are there already."""
    hand = None if state.match is None else state.match.hand
    if hand is None:
        return None
    committed = _commitment(hand.seed) if hand.seed else b""
    seed = b"" if _others_still_play(state) else hand.seed
    return hand_to_wire(view_for(hand, None), committed, seed, melds)


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
