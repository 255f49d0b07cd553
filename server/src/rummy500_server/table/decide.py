"""What a command brings about at a table, or why not. Pure: nothing here waits, stores or tells.

Each function looks at the table as it is and returns a ``Plan``, the facts to be added to its
journal, or a ``No``. Chance comes in as ``Dice``.
"""

from __future__ import annotations

from functools import reduce
from typing import Final, NamedTuple

from rummy500.engine.actions import Action
from rummy500.engine.decide import decide as decide_action
from rummy500.engine.ids import Seat
from rummy500.engine.options import OptionError, check_table
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.state import Phase
from rummy500.engine.timeout import time_out
from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.translate import action_from_wire
from rummy500_server.bots.levels import LEVELS
from rummy500_server.store import records
from rummy500_server.table import dealing
from rummy500_server.table.evolve import evolve
from rummy500_server.table.journal import fact_of
from rummy500_server.table.names import COMPUTER_NAMES, unlike
from rummy500_server.table.ports import Chance
from rummy500_server.table.state import Computer, Nobody, Person, Stage, TableState


RELIEF_LEVEL: Final = "steady"
"""Level of the computer player that goes on for a person who leaves."""

TableCommand = (
    commands.JoinTable
    | commands.Leave
    | commands.AddComputer
    | commands.RemoveComputer
    | commands.Start
    | commands.Play
    | commands.Ready
    | commands.Rematch
)
"""The commands that are decided by a table."""


class Asker(NamedTuple):
    """Who asks."""

    player: str
    name: str
    node: str
    """The node at which the connection is."""


class Plan(NamedTuple):
    """What is to be added to the journal."""

    facts: tuple[records.AnyFact, ...]
    sat: Seat | None = None
    """The seat to name in the answer."""


class No(NamedTuple):
    """Why a command is refused."""

    code: ErrorCode | Code
    params: tuple[tuple[str, str | int], ...] = ()


Decision = Plan | No
DONE: Final = Plan(())
"""Nothing to do: what was asked for is so already."""


def decide(state: TableState, asker: Asker, command: TableCommand, dice: Chance) -> Decision:
    """Return what a person's command brings about."""
    if isinstance(command, commands.JoinTable):
        return join(state, asker)
    seat = state.seat_of(asker.player)
    if seat is None:
        return No(ErrorCode.NOT_SEATED)
    match command:
        case commands.Play():
            if command.seen and command.seen < state.step:
                return No(ErrorCode.STALE)
            if _held(state, seat):
                return No(ErrorCode.SEAT_HELD)
            return play(state, seat, action_from_wire(command.act))
        case commands.Leave():
            return leave(state, seat, dice)
        case commands.AddComputer():
            return _as_host(state, asker) or add_computer(state, command, dice)
        case commands.RemoveComputer():
            return _as_host(state, asker) or remove_computer(state, Seat(command.seat))
        case commands.Start():
            return _as_host(state, asker) or start(state, dice)
        case commands.Ready():
            return ready(state, seat, dice)
        case commands.Rematch():
            return rematch(state, seat, dice)


def found(command: commands.CreateTable, asker: Asker, name: str, code: str) -> Plan:
    """Return the beginning of a table whose maker sits at its first seat."""
    made = records.TableMade(name, code, command.seats, command.preset, command.options)
    sat = records.PersonSat(0, asker.player, asker.name, asker.node)
    computers = [
        records.ComputerSat(i, COMPUTER_NAMES[i - 1], level)
        for i, level in enumerate(command.computers, start=1)
    ]
    return Plan((made, sat, records.HostNamed(asker.player), *computers), Seat(0))


# --- coming and going -----------------------------------------------------------------------------


def join(state: TableState, asker: Asker) -> Decision:
    """Give a person the first empty seat; somebody who has one keeps it."""
    seat = state.seat_of(asker.player)
    if seat is not None:
        return arrive(state, seat, asker.node)
    if _match_runs(state):
        return No(ErrorCode.MATCH_RUNNING)
    empty = next((Seat(i) for i, h in enumerate(state.seats) if isinstance(h, Nobody)), None)
    if empty is None:
        return No(ErrorCode.TABLE_FULL)
    name = unlike(asker.name, _names(state))
    return Plan((records.PersonSat(empty, asker.player, name, asker.node),), empty)


def leave(state: TableState, seat: Seat, dice: Chance) -> Plan:
    """Let a person go: a computer player goes on with a match, else the seat becomes empty."""
    others = [person.player for s, person in state.people() if s != seat]
    if not others:
        return Plan((records.SeatEmptied(seat), records.TableEnded()))
    facts: list[records.AnyFact] = []
    if _match_runs(state):
        facts.append(records.ComputerSat(seat, _computer_name(state), RELIEF_LEVEL))
    else:
        facts.append(records.SeatEmptied(seat))
    leaver = state.seats[seat]
    if isinstance(leaver, Person) and leaver.player == state.host:
        facts.append(records.HostNamed(_next_host(state, seat)))
    return Plan((*facts, *_deal_without(state, seat, dice)))


def hold(state: TableState, seat: Seat, dice: Chance) -> Plan:
    """Let a computer player play for a person who has been away for long; nobody waits any more."""
    facts: list[records.AnyFact] = [records.SeatHeld(seat, RELIEF_LEVEL)]
    person = state.seats[seat]
    if isinstance(person, Person) and person.player == state.host:
        facts.append(records.HostNamed(_next_host(state, seat)))
    if state.stage is Stage.OVER:
        empty = sum(isinstance(holder, Nobody) for holder in state.seats)
        facts += _rematch_if_complete(state, dice, empty=empty, waited=seat)
    return Plan((*facts, *_deal_without(state, seat, dice)))


def _deal_without(state: TableState, seat: Seat, dice: Chance) -> tuple[records.AnyFact, ...]:
    """Return the next deal if only this seat was waited for."""
    if state.stage is Stage.BETWEEN and not _people_awaited(state) - {seat}:
        return (dealing.next_deal(state, dice),)
    return ()


def add_computer(state: TableState, command: commands.AddComputer, dice: Chance) -> Decision:
    """Put a computer player on an empty seat."""
    if _match_runs(state):
        return No(ErrorCode.MATCH_RUNNING)
    refused = _seat_problem(state, command.seat)
    if refused is not None:
        return refused
    if not isinstance(state.seats[command.seat], Nobody):
        return No(ErrorCode.SEAT_TAKEN)
    if command.level not in LEVELS:
        return level_refused(command.level)
    try:
        check_table(state.options, len(state.seats), state.computers + 1)
    except OptionError as error:
        return option_refused(error)
    sat = records.ComputerSat(command.seat, _computer_name(state), command.level)
    empty = sum(isinstance(holder, Nobody) for holder in state.seats)
    return Plan((sat, *_rematch_if_complete(state, dice, empty=empty - 1, waited=None)))


def remove_computer(state: TableState, seat: Seat) -> Decision:
    """Take a computer player away."""
    if _match_runs(state):
        return No(ErrorCode.MATCH_RUNNING)
    refused = _seat_problem(state, seat)
    if refused is not None:
        return refused
    if not isinstance(state.seats[seat], Computer):
        return No(ErrorCode.NO_COMPUTER_THERE)
    return Plan((records.SeatEmptied(seat),))


def arrive(state: TableState, seat: Seat, node: str) -> Plan:
    """Note that a person's connection stands at ``node``, and give the seat back if it was held."""
    return Plan(with_returns(state, (records.PersonCame(seat, node),)), seat)


def with_returns(
    state: TableState, facts: tuple[records.AnyFact, ...]
) -> tuple[records.AnyFact, ...]:
    """Return facts and the seats that they give back to people who are here again.

    A turn that the computer player has begun is finished by it.
    """
    for holder in state.seats:  # asked with each play
        if isinstance(holder, Person) and holder.held:
            break
    else:
        return facts
    after = reduce(evolve, facts, state)
    begun = None if _untouched(after) else after.on_turn
    back = [s for s, person in after.people() if person.held and person.here and s != begun]
    return (*facts, *(records.SeatGivenBack(seat) for seat in back))


def _untouched(state: TableState) -> bool:
    """Return whether the seat on turn has not played yet."""
    hand = None if state.match is None else state.match.hand
    return hand is None or hand.turn.phase is Phase.DRAW


def lose(state: TableState, seat: Seat, since: bytes) -> Plan | None:
    """Note that a connection broke, unless another one has taken its place."""
    person = state.seats[seat]
    if isinstance(person, Person) and person.here and person.since == since:
        return Plan((records.PersonLost(seat),))
    return None


def lose_all_but(state: TableState, node: str) -> Plan | None:
    """Note that connections at other nodes are gone, as after a restart.

    When the server fell nobody knows; it was there at the last entry, so the clock of the turn
    gets back what has passed since.
    """
    lost = [s for s, person in state.people() if person.here and person.node != node]
    if not lost:
        return None
    return Plan(tuple(records.PersonLost(s, records.Why.NODE, state.time) for s in lost))


# --- the match ------------------------------------------------------------------------------------


def start(state: TableState, dice: Chance) -> Decision:
    """Begin the first match."""
    match state.stage:
        case Stage.WAITING:
            if not state.full:
                return No(ErrorCode.SEATS_EMPTY)
            return Plan(dealing.first_match(state, dice))
        case Stage.HAND | Stage.BETWEEN:
            return No(ErrorCode.MATCH_RUNNING)
        case Stage.OVER:
            return No(ErrorCode.MATCH_OVER)


def play(state: TableState, seat: Seat, action: Action) -> Decision:
    """Ask the rules; a seat that was held may go back to its person when the turn is over."""
    hand = None if state.match is None else state.match.hand
    if hand is None:
        return No(ErrorCode.MATCH_NOT_RUNNING)
    decided = decide_action(hand, seat, action)
    if isinstance(decided, Refusal):
        return No(decided.code, decided.params)
    return Plan(with_returns(state, tuple(fact_of(event) for event in decided)))


def run_out(state: TableState) -> Plan:
    """Play for the seat whose time has run out (R50)."""
    hand = None if state.match is None else state.match.hand
    if hand is None or state.on_turn is None:
        return DONE
    played = [fact_of(event) for step in time_out(hand) for event in step.events]
    return Plan(with_returns(state, (records.TimeRanOut(state.on_turn), *played)))


def ready(state: TableState, seat: Seat, dice: Chance) -> Decision:
    """Note that a person wants the next hand; deal it if that was the last one awaited."""
    match state.stage:
        case Stage.WAITING:
            return No(ErrorCode.MATCH_NOT_RUNNING)
        case Stage.OVER:
            return No(ErrorCode.MATCH_OVER)
        case Stage.HAND:
            return No(ErrorCode.HAND_NOT_OVER)
        case Stage.BETWEEN:
            if seat in state.ready:
                return DONE
            waited = _people_awaited(state) - {seat}
            deal = () if waited else (dealing.next_deal(state, dice),)
            return Plan((records.PersonReady(seat), *deal))


def rematch(state: TableState, seat: Seat, dice: Chance) -> Decision:
    """Note that a person wants another match; begin it if all are there and want it."""
    if state.stage is not Stage.OVER:
        return No(ErrorCode.MATCH_NOT_OVER)
    if seat in state.ready:
        return DONE
    empty = sum(isinstance(holder, Nobody) for holder in state.seats)
    begun = _rematch_if_complete(state, dice, empty=empty, waited=seat)
    return Plan((records.PersonReady(seat), *begun))


# --- parts ----------------------------------------------------------------------------------------


def option_refused(error: OptionError) -> No:
    """Return the refusal that names an option."""
    params = (("option", error.option), ("value", error.value))
    return No(ErrorCode.OPTION_INVALID, params)


def level_refused(level: str) -> No:
    """Return the refusal of a level of computer player that there is not."""
    return option_refused(OptionError("level", level))


def _rematch_if_complete(
    state: TableState, dice: Chance, *, empty: int, waited: Seat | None
) -> tuple[records.AnyFact, ...]:
    """Return another match if nobody is missing and everybody but ``waited`` has asked for it."""
    missing = _people_awaited(state) - {waited}
    if state.stage is not Stage.OVER or empty or missing:
        return ()
    return dealing.another_match(state, dice)


def _people_awaited(state: TableState) -> set[Seat | None]:
    """Return the seats of people who are not ready; computer players always are."""
    people = state.people()
    return {seat for seat, person in people if seat not in state.ready and not person.held}


def _held(state: TableState, seat: Seat) -> bool:
    holder = state.seats[seat]
    return isinstance(holder, Person) and holder.held != ""


def _match_runs(state: TableState) -> bool:
    return state.stage in {Stage.HAND, Stage.BETWEEN}


def _as_host(state: TableState, asker: Asker) -> No | None:
    return None if state.host == asker.player else No(ErrorCode.NOT_HOST)


def _seat_problem(state: TableState, seat: int) -> No | None:
    return None if seat < len(state.seats) else No(ErrorCode.NO_SUCH_SEAT)


def _next_host(state: TableState, seat: Seat) -> str:
    """Return the next person clockwise, people who are here before those who are not."""
    count = len(state.seats)
    around = sorted(
        ((not person.here, (s - seat) % count, person.player) for s, person in state.people()),
    )
    return next(player for _, distance, player in around if distance)


def _names(state: TableState) -> list[str]:
    return [holder.name for holder in state.seats if not isinstance(holder, Nobody)]


def _computer_name(state: TableState) -> str:
    used = _names(state)
    return next((n for n in COMPUTER_NAMES if n not in used), unlike(COMPUTER_NAMES[0], used))
