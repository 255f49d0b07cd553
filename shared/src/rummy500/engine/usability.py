"""Whether a turn can still end: the usability test of a deep draw and the rule of never stuck.

Both rules (R14, R28) speak of "some sequence of legal plays". No search is needed: for every such
sequence there is one of at most two plays in its thriftiest form, and those are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rummy500.engine.cards import LANE, Card, CardSet
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import (
    HIGH_ACE,
    MIN_MELD,
    Meld,
    card_at,
    extended_shape,
    find_melds,
    reach_down,
    reach_up,
    span_of,
    triples_with,
)
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse, TableOptions
from rummy500.engine.refusals import Code
from rummy500.engine.state import Turn


class Leftover(NamedTuple):
    """What a seat would have after a play, for asking whether the turn can still end."""

    options: TableOptions
    own: CardSet
    melds: Sequence[Meld]
    new_melds: int
    has_melded: bool
    """The seat has a new meld of its own in this hand (O7)."""


def can_table(left: Leftover, card: Card) -> bool:
    """Return whether ``card`` can still reach the table in this turn, and the turn then end.

    Every way is tried in its thriftiest form: a new meld of three cards, or a lay-off with the
    fewest bridging cards. A longer play uses more cards and allows nothing else, for whatever a
    fresh meld would let the card join is itself one larger meld with the card in it.
    """
    options = left.options
    keep = 1 if options.must_discard_to_go_out else 0
    room = left.own.bit_count() - keep
    meld_free = options.max_melds_per_turn == 0 or left.new_melds < options.max_melds_per_turn
    if meld_free and room >= MIN_MELD:
        for triple in triples_with(card, options.ace_mode):
            if triple & left.own == triple:
                return True
    if options.deep_draw_use is DeepDrawUse.MELD_ONLY:
        return False
    for bridge in _bridges(left, card):
        if bridge.bit_count() > room:
            continue
        if left.has_melded or not options.layoff_requires_own_meld:
            return True
        if _meld_first(left, bridge, room, meld_free=meld_free):
            return True
    return False


def _meld_first(left: Leftover, bridge: int, room: int, *, meld_free: bool) -> bool:
    """Return whether a new meld beside the bridge could open the way to lay off (O7)."""
    if left.options.deep_draw_timing is DeepDrawTiming.NEXT_ACTION or not meld_free:
        return False
    if bridge.bit_count() + MIN_MELD > room:
        return False
    return bool(find_melds(left.own & ~bridge, left.options.ace_mode))


def _bridges(left: Leftover, card: Card) -> list[int]:
    """Return the fewest cards, ``card`` among them, that each meld would take together."""
    suit, rank = divmod(card, 13)
    found = []
    for meld in left.melds:
        if meld.kind is MeldKind.GROUP:
            if ((meld.cards & -meld.cards).bit_length() - 1) % 13 == rank:
                found.append(1 << card)
        elif meld.cards >> 13 * suit & LANE:
            found += _run_bridges(meld, rank, left)
    return found


def _run_bridges(meld: Meld, rank: int, left: Leftover) -> list[int]:
    span = span_of(meld)
    mode = left.options.ace_mode
    found = []
    for position in (rank, HIGH_ACE) if rank == 0 else (rank,):
        if position > span.high and position - span.high <= reach_up(span, left.own, mode):
            found.append(_stretch(span.suit, span.high + 1, position))
        if position < span.low and span.low - position <= reach_down(span, left.own, mode):
            found.append(_stretch(span.suit, position, span.low - 1))
    return found


def _stretch(suit: int, low: int, high: int) -> int:
    return sum(1 << card_at(suit, position) for position in range(low, high + 1))


def leftover_problem(left: Leftover, turn: Turn) -> Code | None:
    """Return why a turn that has come to this could not end any more, or None (R28, O9)."""
    options = left.options
    if not left.own:
        return Code.MUST_KEEP_DISCARD if options.must_discard_to_go_out else None
    if turn.required is not None and left.own >> turn.required & 1:
        if can_table(left, turn.required):
            return None
        return Code.REQUIRED_WOULD_BE_STRANDED
    if turn.taken is None or left.own != 1 << turn.taken:
        return None
    if not options.forbid_discard_of_taken_top or _last_card_fits(left, turn.taken):
        return None
    return Code.NO_LEGAL_DISCARD_LEFT


def _last_card_fits(left: Leftover, card: Card) -> bool:
    """Return whether a last card that may not be discarded can be laid off (R28b)."""
    options = left.options
    if options.must_discard_to_go_out:
        return False
    if options.layoff_requires_own_meld and not left.has_melded:
        return False
    return any(
        extended_shape(meld, 1 << card, options.ace_mode, None) is not None for meld in left.melds
    )
