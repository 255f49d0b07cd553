"""From a layout to the plays that table it, and the question whether a turn can end the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy500.engine.actions import Action, LayOff, MeldCards
from rummy500.engine.cards import LANE, Card, CardSet, card_list
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import HIGH_ACE, Meld, extended_shape, span_of
from rummy500.engine.options import DeepDrawTiming, DeepDrawUse
from rummy500_server.bots.lanes import Scale, Table, counting_scale
from rummy500_server.bots.layout_search import Layout, Limits, layout_worth, limited_layout
from rummy500_server.bots.wire import SeatView


def limits_of(view: SeatView, required: Card | None) -> Limits:
    """Return what the options and this turn allow, with ``required`` owed to the table."""
    options = view.options
    limit = options.max_melds_per_turn
    return Limits(
        one_meld=limit > view.turn.new_melds,
        no_meld=0 < limit <= view.turn.new_melds,
        meld_first=options.layoff_requires_own_meld and view.viewer not in view.melded,
        required=0 if required is None else 1 << required,
        required_in_meld=options.deep_draw_use is DeepDrawUse.MELD_ONLY,
        required_first=options.deep_draw_timing is DeepDrawTiming.NEXT_ACTION,
    )


def plays_of(view: SeatView, layout: Layout) -> Iterator[Action]:
    """Yield the plays of a layout that the table as it lies can take, the forced one first.

    Cards that wait for a meld that is still to be laid are passed over: the player is asked
    again after each play, and then finds that meld on the table.
    """
    mode = view.options.ace_mode
    if layout.forced_meld:
        yield MeldCards(card_list(CardSet(layout.forced)))
    elif layout.forced:
        yield from _lay_offs(view, layout.forced)
    for cards in layout.groups:
        yield MeldCards(card_list(CardSet(cards)))
    for suit, positions in enumerate(layout.runs):
        yield from _run_plays(view, suit, positions)
    for card in card_list(CardSet(layout.completing)):
        for meld in view.melds:
            if meld.kind is MeldKind.GROUP and extended_shape(meld, 1 << card, mode, None):
                yield LayOff((card,), meld.id)


def _lay_offs(view: SeatView, cards: int) -> Iterator[Action]:
    for meld in view.melds:
        if extended_shape(meld, cards, view.options.ace_mode, None) is not None:
            yield LayOff(card_list(CardSet(cards)), meld.id)


def _run_plays(view: SeatView, suit: int, positions: int) -> Iterator[Action]:
    """Yield new runs and lay-offs that fill ``positions`` of a suit."""
    while positions:
        low = positions & -positions
        stretch = positions & ~(positions + low)
        positions ^= stretch
        first, last = low.bit_length() - 1, stretch.bit_length() - 1
        lane = (stretch | stretch >> HIGH_ACE) & LANE
        cards = card_list(CardSet(lane << 13 * suit))
        neighbour = next(
            (meld for meld in view.melds if _touches(meld, suit, first, last)),
            None,
        )
        yield MeldCards(cards) if neighbour is None else LayOff(cards, neighbour.id)


def _touches(meld: Meld, suit: int, first: int, last: int) -> bool:
    if meld.kind is MeldKind.GROUP:
        return False
    span = span_of(meld)
    return span.suit == suit and (span.high + 1 == first or last + 1 == span.low)


class Finish(NamedTuple):
    """A way to end the hand in this turn: what to table, and the discard, if one is needed."""

    layout: Layout
    discard: Card | None


class Ending(NamedTuple):
    """What the question of going out depends on, beside the cards."""

    limits: Limits
    kept: Card | None
    """The card that may not be discarded (R27)."""
    must_discard: bool
    """The last card must be a discard (O9)."""


def ending_of(view: SeatView, required: Card | None, taken: Card | None) -> Ending:
    """Return the conditions for going out once ``required`` or ``taken`` is in the hand."""
    options = view.options
    return Ending(
        limits_of(view, required),
        taken if options.forbid_discard_of_taken_top else None,
        options.must_discard_to_go_out,
    )


def find_finish(own: int, table: Table, scale: Scale, ending: Ending) -> Finish | None:
    """Return the best-paid way to get rid of all of ``own`` in this turn, or None (R29, O9)."""
    counting = counting_scale(scale.mode)
    most = limited_layout(own, table, counting, ending.limits)
    if most is None or (own & ~most.cards).bit_count() > 1:
        return None
    found = []
    if not ending.must_discard:
        whole = _covering(own, table, scale, ending.limits)
        if whole is not None:
            found.append(Finish(whole, None))
    barred = ending.limits.required | (0 if ending.kept is None else 1 << ending.kept)
    for card in card_list(CardSet(own & ~barred)):
        rest = _covering(own & ~(1 << card), table, scale, ending.limits)
        if rest is not None:
            found.append(Finish(rest, card))
    return max(found, key=lambda finish: finish.layout.worth, default=None)


def _covering(own: int, table: Table, scale: Scale, limits: Limits) -> Layout | None:
    """Return a layout of all of ``own``: the best-paid one, or at least the fullest one."""
    for measure in (scale, counting_scale(scale.mode)):
        layout = limited_layout(own, table, measure, limits)
        if layout is not None and layout.cards == own:
            return layout._replace(worth=layout_worth(scale, layout))
    return None
