"""``fold(state, stored)``: the table after one more entry of its journal. Total: never refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Final

from rummy500.engine.cards import BIT, CardSet, card_set
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match, apply, start_match
from rummy500.protocol.translate import options_from_wire
from rummy500_server.store import records
from rummy500_server.store.ports import Stored
from rummy500_server.table.clocks import with_times
from rummy500_server.table.journal import cards_of, event_of
from rummy500_server.table.state import (
    NOBODY,
    REMEMBERED_PEOPLE,
    Answer,
    Computer,
    Holder,
    Lost,
    Nobody,
    Person,
    TableState,
    remembered,
)


_NO_STEPS: Final[frozenset[type]] = frozenset(
    {
        records.PersonCame,
        records.PersonLost,
        records.HostNamed,
        records.DriverNamed,
        records.PersonReady,
        records.TimeCredited,
    }
)
_PLAYED: Final = records.PLAYS | {records.HandOver}
"""Of such facts most entries are made, and of nothing else."""


class JournalError(RuntimeError):
    """A journal that does not begin with the making of a table."""


def blank(table: str) -> TableState:
    """Return a table before its first entry."""
    return TableState(table, 0, b"", "", "", options_from_wire("rummy500", {}), ())


def fold(state: TableState, stored: Stored) -> TableState:
    """Return the table after an entry."""
    return fold_entry(state, stored, records.read_entry(stored.entry))


def fold_entry(state: TableState, stored: Stored, entry: records.Entry) -> TableState:
    """Return the table after an entry that has been read already."""
    cause, facts, version = entry.cause, entry.facts, stored.version
    refs = state.refs if cause is None else _remember(state.refs, cause, version)
    if state.match is not None and _PLAYED.issuperset(map(type, facts)):
        match, shown = _played(state.match, state.shown, facts)
        after = state._replace(
            version=version,
            mark=stored.mark,
            time=stored.time,
            step=version,
            refs=refs,
            match=match,
            shown=shown,
        )
    else:
        step = version if any(is_step(state, fact) for fact in facts) else state.step
        after = state._replace(
            version=version, mark=stored.mark, time=stored.time, step=step, refs=refs
        )
        for fact in facts:
            after = evolve(after, fact)
    return with_times(state, after, facts)


def fold_all(table: str, journal: Iterable[Stored]) -> TableState:
    """Return the table that a whole journal makes.

    Raises:
        JournalError: the journal is empty.

    """
    return checked(reduce(fold, journal, blank(table)))


def checked(state: TableState) -> TableState:
    """Return the table of a journal that was folded to its end.

    Raises:
        JournalError: there is no table in it.

    """
    if not state.seats:
        msg = f"the journal of {state.table} has no table in it"
        raise JournalError(msg)
    return state


def is_step(state: TableState, fact: records.AnyFact) -> bool:
    """Return whether a fact changes what a move is judged by.

    Comings, goings, hosts and credits do not, and neither does a computer player that takes over
    or gives back a seat which is not on turn: the move of another seat stays what it was.
    """
    if isinstance(fact, records.SeatHeld | records.SeatGivenBack):
        return state.on_turn == fact.seat
    return type(fact) not in _NO_STEPS


def evolve(state: TableState, fact: records.AnyFact) -> TableState:
    """Return the table after one fact, its version aside."""
    match fact:
        case records.TableMade():
            return state._replace(
                name=fact.name,
                code=fact.code,
                options=options_from_wire(fact.preset, fact.options),
                seats=(NOBODY,) * fact.seats,
            )
        case records.TableEnded():
            return state._replace(ended=True)
        case records.DriverNamed():
            return state._replace(driver=fact.node)
        case records.MatchBegun():
            return _begin(state, fact)
        case records.PersonReady():
            return state._replace(ready=(*state.ready, Seat(fact.seat)))
        case records.TimeRanOut() | records.TimeCredited():
            return state  # what they bring about follows from the time of the entry
        case (
            records.PersonSat()
            | records.ComputerSat()
            | records.SeatEmptied()
            | records.HostNamed()
            | records.PersonCame()
            | records.PersonLost()
            | records.SeatHeld()
            | records.SeatGivenBack()
        ):
            return _evolve_seats(state, fact)
        case _:
            return _evolve_hand(state, fact)


def _evolve_seats(
    state: TableState,
    fact: records.PersonSat
    | records.ComputerSat
    | records.SeatEmptied
    | records.HostNamed
    | records.PersonCame
    | records.PersonLost
    | records.SeatHeld
    | records.SeatGivenBack,
) -> TableState:
    match fact:
        case records.PersonSat():
            return _seated(state, fact.seat, Person(fact.player, fact.name, fact.node, state.mark))
        case records.ComputerSat():
            return _reseated(state, fact.seat, Computer(fact.name, fact.level))
        case records.SeatEmptied():
            return _reseated(state, fact.seat, NOBODY)
        case records.HostNamed():
            return state._replace(host=fact.player)
        case records.PersonCame():
            return _of_person(state, fact.seat, node=fact.node, since=state.mark, lost=None)
        case records.PersonLost():
            lost = Lost(state.time, fact.why)
            return _of_person(state, fact.seat, node="", since=b"", lost=lost)
        case records.SeatHeld():
            return _of_person(state, fact.seat, held=fact.level)
        case records.SeatGivenBack():
            return _of_person(state, fact.seat, held="")


def _seated(state: TableState, seat: int, holder: Holder) -> TableState:
    return state._replace(seats=(*state.seats[:seat], holder, *state.seats[seat + 1 :]))


def _reseated(state: TableState, seat: int, holder: Computer | Nobody) -> TableState:
    """Return the table after a person has left a seat: nobody waits for that person any more."""
    ready = tuple(s for s in state.ready if s != seat)
    return _seated(state, seat, holder)._replace(ready=ready)


def _of_person(state: TableState, seat: int, **changes: Any) -> TableState:
    person = state.seats[seat]
    if not isinstance(person, Person):
        return state
    return _seated(state, seat, person._replace(**changes))


def _begin(state: TableState, begun: records.MatchBegun) -> TableState:
    return state._replace(
        match=start_match(state.options, len(state.seats), Seat(begun.dealer)),
        matches=state.matches + 1,
        day=begun.day,
        ready=(),
    )


def _evolve_hand(state: TableState, fact: records.HandFact) -> TableState:
    if state.match is None:
        return state
    match, shown = _played(state.match, state.shown, (fact,))
    ready = () if isinstance(fact, records.Dealt) else state.ready
    return state._replace(match=match, ready=ready, shown=shown)


def _played(
    match: Match, shown: tuple[CardSet, ...], facts: Iterable[Any]
) -> tuple[Match, tuple[CardSet, ...]]:
    """Return match and shown cards after some facts of a hand."""
    for fact in facts:
        match = apply(match, event_of(fact))
        shown = _shown(shown, fact, match.players)
    return match, shown


def _shown(shown: tuple[CardSet, ...], fact: records.HandFact, players: int) -> tuple[CardSet, ...]:
    """Return which cards everybody has seen to be a seat's own in this hand.

    Only what was taken from the pile or laid before all counts, and a meld that was taken back was
    seen all the same. What becomes stock again is forgotten: it may come back unseen.
    """
    match fact:
        case records.Drawn() | records.Passed() | records.TakenBack() | records.HandOver():
            return shown
        case records.Thrown():
            # The card is nobody's now; whoever takes it shows it anew.
            seat = fact.seat
            left = shown[seat] & ~BIT[fact.card]
            return (*shown[:seat], CardSet(left), *shown[seat + 1 :])
        case records.Taken() | records.Laid() | records.Added():
            seat = fact.seat
            seen = shown[seat] | card_set(cards_of(fact.cards))
            return (*shown[:seat], CardSet(seen), *shown[seat + 1 :])
        case records.Dealt():
            return (CardSet(0),) * players
        case records.Turned():
            hidden = card_set(cards_of(fact.stock))
            return tuple(CardSet(cards & ~hidden) for cards in shown)


def _remember(refs: Mapping[str, bytes], cause: records.Cause, version: int) -> Mapping[str, bytes]:
    player, sat = cause.player, None if cause.sat is None else Seat(cause.sat)
    after = dict(refs)
    before = after.pop(player, b"")
    # The last in order: the first are forgotten first.
    after[player] = remembered(before, Answer(cause.ref, version, sat))
    if len(after) > REMEMBERED_PEOPLE:
        del after[next(iter(after))]
    return after
