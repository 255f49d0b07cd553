"""Writes a match down as a ``.rummy`` file that the referee can judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rummy500.engine.actions import Action, LayOff, Undo
from rummy500.engine.cards import Card
from rummy500.engine.decide import decide
from rummy500.engine.events import HandEvent, PileTurned, Undone
from rummy500.engine.ids import Seat
from rummy500.engine.match import Match, apply, next_hand, start_match
from rummy500.engine.notation import cards_text
from rummy500.engine.options import ExhaustedStock, TableOptions, changed_options
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import HandState
from rummy500.referee.places import Place
from rummy500.referee.questions import answer
from rummy500.referee.report import action_text
from rummy500.referee.script import Asked, Expectation, LayAt, Topic


class PlayedHand(NamedTuple):
    """One hand of a match, as it was played."""

    dealer: Seat
    seed: bytes
    """Of the pack; empty for a pack that was set up."""
    commitment: bytes
    """What was told of the seed before the hand."""
    pack: tuple[Card, ...]
    """First card dealt first."""
    plays: list[tuple[Seat, Action]]
    """Every accepted play in its order, undone ones and their undos included."""


class RecordError(ValueError):
    """A play that the rules refuse: what is to be written down was never played."""


class _Told(NamedTuple):
    match: Match
    lines: list[str]


_END_TOPICS = (Topic.END, Topic.OUT, Topic.SCORES, Topic.TOTALS, Topic.WINNERS)


def match_record(options: TableOptions, players: int, hands: Sequence[PlayedHand]) -> str:
    """Return a match as a file: header, every hand with its deal and plays, and what it brought.

    What the clock took back where players may not undo is left out (R50, O23): no line can say it.

    Raises:
        RecordError: a play is not legal where it stands.

    """
    dealer = hands[0].dealer if hands else Seat(0)
    match = start_match(options, players, dealer)
    lines = [f"preset {options.preset}"]
    lines += [f"option {name} {value}" for name, value in _in_order(changed_options(options))]
    lines += [f"players {players}", f"dealer {dealer + 1}"]
    for hand in hands:
        match, told = _hand(match, hand)
        lines += told
    return "\n".join(lines) + "\n"


def _in_order(changes: dict[str, str]) -> Iterable[tuple[str, str]]:
    """Return the options with the restriction first, since it sets others (O26)."""
    return sorted(changes.items(), key=lambda change: change[0] != "restriction")


def _hand(match: Match, hand: PlayedHand) -> _Told:
    lines = []
    if hand.commitment:
        lines.append(f"commit {hand.commitment.hex()}")
    if hand.seed:
        lines.append(f"seed {hand.seed.hex()}")
    lines.append(f"deck {cards_text(hand.pack)}")
    match = apply(match, next_hand(match, hand.pack, hand.seed))
    for seat, action in hand.plays:
        state = match.hand
        if state is None:
            break
        if isinstance(action, Undo) and state.undoable and not state.options.undo:
            lines.pop()
            match = apply(match, Undone(seat))
            continue
        line = f"{seat + 1} {action_text(_asked(state, action))} => ok"
        decision = decide(state, seat, action)
        if isinstance(decision, Refusal):
            msg = f"{line}: {decision.code}"
            raise RecordError(msg)
        lines += [*_new_stock(state.options, decision), line]
        for event in decision:
            match = apply(match, event)
    lines += _expectations(match)
    return _Told(match, lines)


def _new_stock(options: TableOptions, events: tuple[HandEvent, ...]) -> Iterator[str]:
    """Yield the order of a shuffled pile: who reads the file need not know how it came about."""
    if options.exhausted_stock is ExhaustedStock.RESHUFFLE_KEEP_TOP:
        for event in events:
            if isinstance(event, PileTurned):
                yield f"stock {cards_text(event.stock)}"


def _asked(state: HandState, action: Action) -> Asked:
    """Return an action as a file names it: a meld by its place on the table."""
    if not isinstance(action, LayOff):
        return action
    places = [place for place, meld in enumerate(state.melds, 1) if meld.id == action.meld]
    return LayAt(action.cards, places[0] if places else 0, action.ace)


def _expectations(match: Match) -> Iterator[str]:
    for topic in _END_TOPICS:
        question = Expectation(Place("", 0, 0), topic, 0, "")
        yield f"expect {topic} {answer(match, question)}"
