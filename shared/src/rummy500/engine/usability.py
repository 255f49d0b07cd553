"""Whether a turn can still end: the usability test of a deep draw and the rule of never stuck.

Both rules (R14, R28) speak of "some sequence of legal plays". No search is needed: for every such
sequence there is one of at most two plays in its thriftiest form, and those are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy500.engine.cards import Card, CardSet
from rummy500.engine.joining import ENDS, TRIPLES, UNKNOWN
from rummy500.engine.lean import lean
from rummy500.engine.melds import Meld, find_melds
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse, TableOptions
from rummy500.engine.refusals import Code
from rummy500.engine.state import Turn


_MELD_ONLY: Final = DeepDrawUse.MELD_ONLY


@lean
@dataclass(frozen=True, slots=True)
class Leftover:
    """What a seat would have after a play, for asking whether the turn can still end."""

    options: TableOptions
    own: CardSet
    melds: Sequence[Meld]
    new_melds: int
    has_melded: bool
    """The seat has a new meld of its own in this hand (O7)."""
    fits: int = UNKNOWN
    """The cards that fit on some of the melds by themselves, if that was counted."""


def can_table(left: Leftover, card: Card) -> bool:
    """Return whether ``card`` can still reach the table in this turn, and the turn then end.

    Every way is tried in its thriftiest form: a new meld of three cards, or a lay-off with the
    fewest bridging cards. A longer play uses more cards and allows nothing else, for whatever a
    fresh meld would let the card join is itself one larger meld with the card in it.
    """
    triples = TRIPLES[left.options.ace_mode][card]
    if _may_meld(left, left.own, triples):
        return True
    return _may_lay(left, left.own, card, _open_chains(left, left.own))


def _open_chains(left: Leftover, cards: int) -> list[tuple[int, ...]]:
    """Return the ends of the melds on the table at which one of ``cards`` could be laid off."""
    if left.options.deep_draw_use is _MELD_ONLY or left.fits & cards == 0:
        return []
    by_cards = ENDS[left.options.ace_mode]
    return [
        chain
        for meld in left.melds
        if (ends := by_cards[meld.cards]).next & cards
        for chain in (ends.below, ends.above)
        if chain and chain[0] & cards
    ]


def _may_meld(left: Leftover, held: int, triples: Sequence[int]) -> bool:
    """Return whether the seat may meld one of ``triples`` if it holds ``held`` (O6, O9)."""
    for triple in triples:
        if triple & held == triple:
            options = left.options
            if options.max_melds_per_turn and left.new_melds >= options.max_melds_per_turn:
                return False
            return held != triple or not options.must_discard_to_go_out
    return False


def _may_lay(left: Leftover, held: int, card: Card, chains: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the seat may lay ``card`` off, with the fewest bridging cards (O9)."""
    for chain in chains:
        if not chain[-1] >> card & 1:
            continue
        for bridge in chain:
            if bridge & held != bridge:
                break
            if bridge >> card & 1:
                empties = bridge == held and left.options.must_discard_to_go_out
                if not empties and _may_lay_at_all(left, held, bridge):
                    return True
                break
    return False


def _may_lay_at_all(left: Leftover, held: int, bridge: int) -> bool:
    """Return whether the seat may lay off, perhaps after a new meld beside the bridge (O7)."""
    options = left.options
    if left.has_melded or not options.layoff_requires_own_meld:
        return True
    full = options.max_melds_per_turn and left.new_melds >= options.max_melds_per_turn
    if full or options.deep_draw_timing is DeepDrawTiming.NEXT_ACTION:
        return False
    melds = find_melds(held & ~bridge, options.ace_mode)
    if options.must_discard_to_go_out:
        return any(meld | bridge != held for meld in melds)
    return bool(melds)


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
    by_cards = ENDS[options.ace_mode]
    return any(by_cards[meld.cards].next >> card & 1 for meld in left.melds)
