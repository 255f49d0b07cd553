"""What each seat of a table may know at each version, from the full truth of its journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy500.engine.cards import PACK, Card, card_list
from rummy500.engine.ids import Seat
from rummy500_server.store import records
from rummy500_server.store.ports import Stored
from rummy500_server.table.evolve import blank, fold
from rummy500_server.table.state import TableState


CARD_KEYS = {
    "card",
    "cards",
    "drawn",
    "hands",
    "pile",
    "required",
    "taken",
    "upcard",
}
"""Fields of the wire in which a number is a card."""

PLAIN_KEYS = {
    *("upd", "is", "what", "who", "ref", "seq", "table", "happened", "now", "own", "result"),
    *("name", "code", "preset", "options", "seats", "host", "ready", "number", "totals"),
    *("results", "winners", "hand", "here", "level", "seat", "occupant", "dealer", "reason"),
    *("scores", "out", "commitment", "counts", "stock", "melds", "turn", "melded", "idle"),
    *("declines", "pile_turns", "undoable", "end", "id", "kind", "placed", "ace", "phase"),
    *("drew", "new_melds", "tabled", "stock_at_start", "meld", "count", "seed", "params"),
    *("mark", "rewound", "player", "token", "protocol", "program", "tables", "playing"),
    *("gone", "held", "times", "left", "reserve", "reserves", "runs", "away"),
    *("order", "changed"),
}
"""All other fields. One that is in neither set fails the test: somebody must think about it."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One version of a table, in full."""

    state: TableState
    facts: tuple[records.AnyFact, ...]
    taken: frozenset[Card]
    """Cards that somebody took from the pile in this hand, before the eyes of all."""

    def known_to(self, seat: Seat) -> frozenset[Card]:
        """Return every card that this seat may know of where it is, or was a moment ago."""
        hand = None if self.state.match is None else self.state.match.hand
        if hand is None:
            return frozenset()
        if hand.end is not None:
            return frozenset(PACK)  # the hand is over: all hands are shown, and the seed
        known = {*hand.pile, *card_list(hand.hands[seat])}
        for meld in hand.melds:
            known.update(card_list(meld.cards))
        for fact in self.facts:
            known.update(_public(fact))
        # The rules of the turn name the card just taken, which all saw go into that hand.
        known.update({hand.turn.required, hand.turn.taken} & self.taken)
        return frozenset(known)

    @property
    def secret_seed(self) -> bytes | None:
        """Return the seed that nobody may have yet."""
        hand = None if self.state.match is None else self.state.match.hand
        return None if hand is None or hand.end is not None else hand.seed


def _public(fact: records.AnyFact) -> list[Card]:
    match fact:
        case records.Taken() | records.Laid() | records.Added():
            return [Card(card) for card in fact.cards]
        case records.Thrown():
            return [Card(fact.card)]
        case _:
            return []


def truths(table: str, journal: tuple[Stored, ...]) -> dict[int, Truth]:
    """Return every version of a table."""
    found: dict[int, Truth] = {}
    state = blank(table)
    taken: frozenset[Card] = frozenset()
    for stored in journal:
        state = fold(state, stored)
        facts = records.read_entry(stored.entry).facts
        for fact in facts:
            if isinstance(fact, records.Dealt):
                taken = frozenset()
            elif isinstance(fact, records.Taken):
                taken |= set(_public(fact))
        found[stored.version] = Truth(state, facts, taken)
    return found


def cards_in(value: object, key: str = "") -> Iterator[Card]:
    """Yield every card in a decoded frame, wherever it is; refuse fields nobody has thought of."""
    match value:
        case dict():
            for name, child in value.items():
                plain = key in {"options", "params"}
                assert plain or name in CARD_KEYS | PLAIN_KEYS, f"a new field on the wire: {name}"
                yield from cards_in(child, key if plain else name)
        case list():
            for child in value:
                yield from cards_in(child, key)
        case int() if key in CARD_KEYS and not isinstance(value, bool):
            yield Card(value)
        case _:
            return
