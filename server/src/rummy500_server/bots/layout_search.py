"""The best way to table a hand: which cards, in which melds and on which.

What a suit can table is looked up (``lanes``). Groups take cards out of the suits, so the only
branches are groups that want a card which its suit could place as well; a good bound cuts them
short. That collisions are few was measured in our own prototype (``docs/computer-players.md``);
the answer is exact and is tested against brute force.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import LANE
from rummy500.engine.melds import HIGH_ACE, MIN_MELD, find_melds, shape_of
from rummy500_server.bots.lanes import (
    NO_CELLS,
    RANK,
    Lanes,
    Placing,
    Scale,
    Table,
    ace_choices,
    bits,
    group_rest,
    place,
)


class Layout(NamedTuple):
    """Cards to table, and how."""

    worth: int
    cards: int
    groups: tuple[int, ...] = ()
    """New groups."""
    completing: int = 0
    """Single cards for groups of three on the table."""
    runs: Lanes = NO_CELLS
    """Positions to fill: new runs, and cards for runs on the table."""
    forced: int = 0
    """A meld or lay-off that comes before all others, as cards; 0 if none."""
    forced_meld: bool = False
    """The forced cards are a new meld, not a lay-off."""


NOTHING: Final = Layout(0, 0)


def layout_worth(scale: Scale, layout: Layout) -> int:
    """Return the worth of a layout that was found on another scale."""
    groups = sum(map(scale.group_worth, [*layout.groups, *bits(layout.completing)]))
    return groups + sum(map(scale.lane_worth, layout.runs)) + _forced_worth(scale, layout.forced)


def _forced_worth(scale: Scale, cards: int) -> int:
    if not cards:
        return 0
    suit = (cards.bit_length() - 1) // 13
    lane = cards >> 13 * suit
    if lane << 13 * suit != cards:
        return scale.group_worth(cards)
    return max(map(scale.lane_worth, ace_choices(lane, scale.mode)))


def best_layout(own: int, table: Table, scale: Scale, *, new_melds: bool = True) -> Layout:
    """Return what of ``own`` can be tabled for the most, all limits of the options aside.

    ``new_melds`` false leaves lay-offs alone.
    """
    reach = 0
    cells = table.cells
    for suit in range(4):
        lane = own >> 13 * suit & LANE
        if lane:
            reach |= place(lane, cells[suit], scale, new_melds).lane << 13 * suit
    fixed = 0
    branches: list[list[int]] = []
    for card in bits(own & table.wanted):
        if card & reach:
            branches.append([0, card])
        else:
            fixed |= card
    groups: list[int] = []
    if new_melds:
        for cards in _groups_in(own):
            contested = cards & reach
            if not contested:
                groups.append(cards)
                continue
            branches.append(_group_choices(cards, contested))
    search = _Search(table, scale, new_melds=new_melds)
    taken = fixed | sum(groups)
    search.run(own & ~taken, branches, sum(map(scale.group_worth, [*groups, *bits(fixed)])))
    for cards in search.chosen:
        if cards.bit_count() >= MIN_MELD:
            groups.append(cards)
        else:
            fixed |= cards
    placed = search.placed
    runs = placed[0].lane | placed[1].lane << 13 | placed[2].lane << 26 | placed[3].lane << 39
    return Layout(
        search.worth,
        sum(groups) | fixed | runs,
        tuple(groups),
        fixed,
        (placed[0].positions, placed[1].positions, placed[2].positions, placed[3].positions),
    )


def placeable(own: int, card: int, table: Table, scale: Scale) -> bool:
    """Return whether ``card`` (a bit) could be part of a layout of ``own`` with it.

    If not, the best layout is the same with the card as without.
    """
    if card & table.wanted:
        return True
    suit, rank = divmod(card.bit_length() - 1, 13)
    if (own & RANK << rank & ~card).bit_count() >= MIN_MELD - 1:
        return True
    lane = (own | card) >> 13 * suit & LANE
    placed = place(lane, table.cells[suit], scale, True)  # noqa: FBT003 - cache key
    return bool(placed.lane << 13 * suit & card)


def _groups_in(own: int) -> list[int]:
    """Return all own cards of each rank that has at least three."""
    clubs, diamonds, hearts, spades = (own >> 13 * suit & LANE for suit in range(4))
    red, black = diamonds & hearts, clubs & spades
    ranks = red & (clubs | spades) | black & (diamonds | hearts)
    return [own & RANK << bit.bit_length() - 1 for bit in bits(ranks)]


def _group_choices(cards: int, contested: int) -> list[int]:
    """Return the ways to use a rank: the whole group, without a contested card, not at all."""
    choices = [cards]
    if cards.bit_count() > MIN_MELD:
        choices += [cards ^ bit for bit in bits(contested)]
    choices.append(0)
    return choices


class _Search:
    """Branch and bound over the contested groups."""

    def __init__(self, table: Table, scale: Scale, *, new_melds: bool) -> None:
        self._cells = table.cells
        self._scale = scale
        self._new_melds = new_melds
        self.worth = -1
        self.chosen: tuple[int, ...] = ()
        self.placed: tuple[Placing, ...] = ()

    def run(self, own: int, branches: list[list[int]], worth: int) -> None:
        """Search the groups in ``branches``; ``worth`` is settled already."""
        most = [0]
        for choices in reversed(branches):
            most.append(most[-1] + max(map(self._worth, choices)))
        self._branches = branches
        self._most = most[::-1]
        self._descend(own, 0, worth, ())

    def _worth(self, cards: int) -> int:
        return self._scale.group_worth(cards) if cards else 0

    def _descend(self, own: int, depth: int, worth: int, chosen: tuple[int, ...]) -> None:
        cells, scale, new = self._cells, self._scale, self._new_melds
        placed = (
            place(own & LANE, cells[0], scale, new),
            place(own >> 13 & LANE, cells[1], scale, new),
            place(own >> 26 & LANE, cells[2], scale, new),
            place(own >> 39, cells[3], scale, new),
        )
        runs = placed[0].worth + placed[1].worth + placed[2].worth + placed[3].worth
        if worth + runs + self._most[depth] <= self.worth:
            return
        if depth == len(self._branches):
            self.worth, self.chosen, self.placed = worth + runs, chosen, placed
            return
        for cards in self._branches[depth]:
            now = (*chosen, cards) if cards else chosen
            self._descend(own & ~cards, depth + 1, worth + self._worth(cards), now)


class Limits(NamedTuple):
    """What the options and the turn so far leave of melding and laying off (O2, O6, O7)."""

    one_meld: bool = False
    """At most one new meld may still come."""
    no_meld: bool = False
    meld_first: bool = False
    """Nothing may be laid off before a new meld."""
    required: int = 0
    """The card that must be tabled, as a bit; 0 if none."""
    required_in_meld: bool = False
    required_first: bool = False
    """No other play may come before the required card (O3)."""


def limited_layout(own: int, table: Table, scale: Scale, limits: Limits) -> Layout | None:
    """Return the best layout within ``limits``, or None if the required card finds no place.

    Exact, but where the required card may only be laid off behind another new meld that is still
    to come (O7): then a way may be missed, never a wrong one returned.
    """
    required = limits.required
    in_meld = required if limits.required_in_meld else 0
    if not (limits.one_meld or limits.meld_first or in_meld):
        layout = best_layout(own, table, scale, new_melds=not limits.no_meld)
        if not required or layout.cards & required:
            return layout
    found = [] if required else [NOTHING]
    if not limits.meld_first and not in_meld:
        if required:
            found += _lay_first(own, table, scale, limits)
        else:
            found.append(best_layout(own, table, scale, new_melds=False))
    if not limits.no_meld:
        found += _meld_first(own, table, scale, limits)
    return max(found, key=lambda layout: layout.worth, default=None)


def _meld_first(own: int, table: Table, scale: Scale, limits: Limits) -> list[Layout]:
    """Return the best layout for each new meld that may come first."""
    required = limits.required
    others_first = not required or (
        (limits.one_meld or limits.meld_first) and not limits.required_first
    )
    found = []
    for cards in find_melds(own, scale.mode):
        if not others_first and not cards & required:
            continue
        layout = _after_forced(own, table, scale, cards, meld=True, more=not limits.one_meld)
        if layout.cards & required != required:
            continue
        if limits.required_in_meld and not _in_new_meld(layout, required):
            continue
        found.append(layout)
    return found


def _in_new_meld(layout: Layout, required: int) -> bool:
    return bool(layout.forced & required) or any(cards & required for cards in layout.groups)


def _lay_first(own: int, table: Table, scale: Scale, limits: Limits) -> list[Layout]:
    """Return the best layout for each way to lay off the required card with few others."""
    required = limits.required
    ways = [required] if required & table.wanted else []
    suit, rank = divmod(required.bit_length() - 1, 13)
    lane = own >> 13 * suit & LANE
    positions = [rank]
    if rank == 0:
        positions = [p for p in (0, HIGH_ACE) if 1 << p in ace_choices(1, scale.mode)]
    for position in positions:
        for step in (-1, 1):
            bridge = _bridge(lane, table.cells[suit], position, step)
            if bridge:
                ways.append(bridge << 13 * suit)
    more = not limits.one_meld and not limits.no_meld
    return [_after_forced(own, table, scale, cards, meld=False, more=more) for cards in ways]


def _bridge(lane: int, cells: int, position: int, step: int) -> int:
    """Return the cards (as thirteen bits) that join ``position`` to a run in one direction."""
    cards = 1 << position % HIGH_ACE
    at = position + step
    while 0 <= at <= HIGH_ACE:
        if cells >> at & 1:
            return cards
        if not 0 < at < HIGH_ACE or not lane >> at & 1:
            return 0
        cards |= 1 << at
        at += step
    return 0


def _after_forced(
    own: int, table: Table, scale: Scale, cards: int, *, meld: bool, more: bool
) -> Layout:
    """Return the best layout once ``cards`` lie on the table."""
    grown, worth = _with_cards(table, scale, cards, meld=meld)
    rest = best_layout(own & ~cards, grown, scale, new_melds=more)
    return rest._replace(
        worth=rest.worth + worth, cards=rest.cards | cards, forced=cards, forced_meld=meld
    )


def _with_cards(table: Table, scale: Scale, cards: int, *, meld: bool) -> tuple[Table, int]:
    """Return the table after a meld or lay-off, and what that is worth."""
    suit = (cards.bit_length() - 1) // 13
    lane = cards >> 13 * suit
    if lane << 13 * suit != cards:
        return table._replace(wanted=table.wanted | group_rest(cards)), scale.group_worth(cards)
    if not meld and cards & table.wanted:
        return table._replace(wanted=table.wanted & ~cards), scale.group_worth(cards)
    positions = lane
    if meld:
        shape = shape_of(cards, scale.mode, None)
        if shape is not None and shape.ace is AceEnd.HIGH:
            positions = lane ^ 1 | 1 << HIGH_ACE
    elif lane & 1:
        positions = place(lane, table.cells[suit], scale, False).positions  # noqa: FBT003 - cache key
    cells = list(table.cells)
    cells[suit] |= positions
    grown = (cells[0], cells[1], cells[2], cells[3])
    return Table(grown, table.wanted), scale.lane_worth(positions)
