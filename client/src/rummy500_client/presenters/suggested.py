"""The melds that lie in the viewer's hand, as brackets point them out."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500.engine.cards import Card
from rummy500_client.presenters.glance import Glance
from rummy500_client.state.arrange import SortMode, in_melds


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A meld in the hand whose cards lie side by side, from place ``start`` of the row on."""

    start: int
    cards: tuple[Card, ...]

    @property
    def stop(self) -> int:
        """Return the first place after it."""
        return self.start + len(self.cards)


def melds_held(glance: Glance) -> tuple[tuple[Card, ...], ...]:
    """Return the melds in the hand that count most together, wherever their cards stand."""
    if glance.view is None or glance.view.end is not None:
        return ()
    return in_melds(glance.view.own, glance.options)[0]


def suggested_melds(glance: Glance) -> tuple[Suggestion, ...]:
    """Return the melds to point out, from left to right.

    Sorted by melds all of them lie together; in another order only those that happen to.
    """
    if not glance.tastes.hints and glance.local.sort is not SortMode.MELDS:
        return ()
    found = []
    for cards in melds_held(glance):
        places = sorted(glance.hand.index(card) for card in cards)
        if places[-1] - places[0] == len(places) - 1:
            found.append(Suggestion(places[0], cards))
    return tuple(sorted(found, key=lambda one: one.start))
