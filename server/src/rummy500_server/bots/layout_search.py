"""The best way to table a hand: which cards, in which melds and on which.

Within one suit nothing needs a search. Positions 0 to 13 (the ace at both ends) that are filled
by own cards or by runs on the table fall into stretches; a stretch that touches a run on the
table, or that holds three own cards, can be tabled whole. Only the ace's end must be chosen. That
is looked up by the thirteen bits of the suit. Groups take cards out of the suits, so the only
branches are groups that want a card which its suit could place as well; a good bound cuts them
short. The idea of suit lanes, and that collisions are few, was measured in our own prototype
(``docs/computer-players.md``); the answer is exact and is tested against brute force.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import LANE
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import HIGH_ACE, MIN_MELD, Meld, find_melds, shape_of, span_of
from rummy500.engine.options import AceMode, TableOptions
from rummy500.engine.scoring import values_of


Lanes = tuple[int, int, int, int]
"""Fourteen positions of each suit: bit 0 the low ace, bit 13 the high one."""

NO_CELLS: Final[Lanes] = (0, 0, 0, 0)
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_LANE_CACHE: Final = 1 << 16


class Scale:
    """What a tabled card is worth at each position, and where an ace may stand.

    Compared by identity, which keeps the look-up of a lane cheap; ``scale_of`` makes each once.
    """

    def __init__(self, mode: AceMode, weights: tuple[int, ...]) -> None:
        self.mode = mode
        self.weights = weights
        """By position; in a group an ace counts as at position 13, as in the hand."""

    def lane_worth(self, lane: int) -> int:
        """Return the worth of the positions in a lane."""
        total = 0
        while lane:
            low = lane & -lane
            total += self.weights[low.bit_length() - 1]
            lane ^= low
        return total

    def group_worth(self, cards: int) -> int:
        """Return the worth of cards of one rank in a group."""
        rank = ((cards & -cards).bit_length() - 1) % 13
        return cards.bit_count() * self.weights[rank or HIGH_ACE]

    def layout_worth(self, layout: Layout) -> int:
        """Return the worth of a layout that was found on another scale."""
        groups = sum(map(self.group_worth, [*layout.groups, *_bits(layout.completing)]))
        return groups + sum(map(self.lane_worth, layout.runs)) + self._forced_worth(layout.forced)

    def _forced_worth(self, cards: int) -> int:
        if not cards:
            return 0
        suit = (cards.bit_length() - 1) // 13
        lane = cards >> 13 * suit
        if lane << 13 * suit != cards:
            return self.group_worth(cards)
        return max(self.lane_worth(positions) for positions in _ace_choices(lane, self.mode))


@cache
def _scale(mode: AceMode, weights: tuple[int, ...]) -> Scale:
    return Scale(mode, weights)


@lru_cache(maxsize=256)
def scale_of(options: TableOptions) -> Scale:
    """Return the points of the table (R38)."""
    values = values_of(options)
    return _scale(options.ace_mode, (values.low_ace, *values.held[1:13], values.held[0]))


def counting_scale(mode: AceMode) -> Scale:
    """Return a scale on which every card is worth one: how many cards can leave the hand."""
    return _scale(mode, (1,) * 14)


class Table(NamedTuple):
    """What lies on the table, as far as it takes cards."""

    cells: Lanes
    """Positions that runs hold. Runs that touch take cards like one."""
    wanted: int
    """Cards that would complete a group of three."""


def table_of(melds: Sequence[Meld]) -> Table:
    """Return what the melds on the table take."""
    cells = [0, 0, 0, 0]
    wanted = 0
    for meld in melds:
        if meld.kind is MeldKind.GROUP:
            wanted |= group_rest(meld.cards)
        else:
            suit, low, high = span_of(meld)
            cells[suit] |= (1 << high + 1) - (1 << low)
    return Table((cells[0], cells[1], cells[2], cells[3]), wanted)


def group_rest(cards: int) -> int:
    """Return the cards of the same rank that a group lacks."""
    return _RANK << ((cards & -cards).bit_length() - 1) % 13 & ~cards


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


class Placing(NamedTuple):
    """What one suit can table."""

    worth: int
    lane: int
    """The thirteen bits of the cards."""
    positions: int


@lru_cache(maxsize=_LANE_CACHE)
def place(lane: int, cells: int, scale: Scale, new_runs: bool) -> Placing:  # noqa: FBT001 - cache key
    """Return the best that the cards of one suit can table beside the runs of that suit."""
    best = Placing(0, 0, 0)
    for positions in _ace_choices(lane, scale.mode):
        filled = _place_positions(positions, cells, new_runs=new_runs)
        worth = scale.lane_worth(filled)
        if worth > best.worth:
            best = Placing(worth, (filled | filled >> HIGH_ACE) & LANE, filled)
    return best


def _ace_choices(lane: int, mode: AceMode) -> tuple[int, ...]:
    if not lane & 1:
        return (lane,)
    high = lane ^ 1 | 1 << HIGH_ACE
    if mode is AceMode.BOTH:
        return (high, lane)
    return (high,) if mode is AceMode.HIGH else (lane,)


def _place_positions(own: int, cells: int, *, new_runs: bool) -> int:
    filled = 0
    rest = own | cells
    while rest:
        low = rest & -rest
        stretch = rest & ~(rest + low)
        mine = stretch & own
        if stretch & cells or (new_runs and mine.bit_count() >= MIN_MELD):
            filled |= mine
        rest ^= stretch
    return filled


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
    for card in _bits(own & table.wanted):
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
    search.run(own & ~taken, branches, sum(map(scale.group_worth, [*groups, *_bits(fixed)])))
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


def _bits(cards: int) -> list[int]:
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found


def _groups_in(own: int) -> list[int]:
    """Return all own cards of each rank that has at least three."""
    clubs, diamonds, hearts, spades = (own >> 13 * suit & LANE for suit in range(4))
    red, black = diamonds & hearts, clubs & spades
    ranks = red & (clubs | spades) | black & (diamonds | hearts)
    return [own & _RANK << bit.bit_length() - 1 for bit in _bits(ranks)]


def _group_choices(cards: int, contested: int) -> list[int]:
    """Return the ways to use a rank: the whole group, without a contested card, not at all."""
    choices = [cards]
    if cards.bit_count() > MIN_MELD:
        choices += [cards ^ bit for bit in _bits(contested)]
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
    others_first = not required or limits.one_meld or limits.meld_first
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
        positions = [p for p in (0, HIGH_ACE) if 1 << p in _ace_choices(1, scale.mode)]
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
