"""What the settings remember of a table, and what of them the table looks at."""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.cards import PACK, Card
from rummy500_client.presenters.glance import Tastes
from rummy500_client.settings import KeptOrder, Settings
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import LocalTable, another_hand, at_ease, moment_of, settled
from rummy500_client.state.model import TableState


def tastes_of(settings: Settings, *, audible: bool) -> Tastes:
    """Return what a person has chosen; ``audible`` is whether anything can be heard here."""
    return Tastes(
        confirm=settings.confirm,
        hints=settings.hints,
        newcomer=settings.newcomer,
        muted=settings.sounds.muted if audible else None,
    )


def with_experience(settings: Settings, table: TableState | None) -> Settings:
    """Return the settings once the end of a hand has been seen: advice for beginners is over."""
    if not settings.newcomer or table is None or not table.now.results:
        return settings
    return replace(settings, newcomer=False)


def with_order(settings: Settings, table: TableState | None, local: LocalTable) -> Settings:
    """Return the settings with how the hand is sorted, or with the hand as the viewer has put it.

    Without a table nothing changes: who leaves for the first screen comes back to the same hand.
    """
    if table is None or not table.now.number:
        return settings
    order, sort = KeptOrder(), local.sort.value
    if local.sort is SortMode.OWN:
        order = KeptOrder(table.id, table.now.number, tuple(int(card) for card in local.order))
        sort = settings.sort
    same = (order, sort) == (settings.order, settings.sort)
    return settings if same else replace(settings, order=order, sort=sort)


def followed(
    local: LocalTable, before: TableState | None, table: TableState, settings: Settings
) -> LocalTable:
    """Return the viewer's side after news of the table; ``before`` is how it was until then."""
    if before is None or before.id != table.id:
        local = _recalled(settings, table, local)
    held = () if table.own is None else tuple(Card(card) for card in table.own.cards)
    hand = table.now.hand
    pile = () if hand is None else tuple(Card(card) for card in hand.pile)
    local = settled(local, held, pile)
    if before is not None and before.now.number != table.now.number:
        local = another_hand(local)
    if moment_of(before) != moment_of(table):
        local = replace(at_ease(local), slow=False)
    return local


def _recalled(settings: Settings, table: TableState, local: LocalTable) -> LocalTable:
    """Return the viewer's side of a table that has just come in sight: the hand as it was left."""
    order = settings.order
    if not order.cards or (order.table, order.hand) != (table.id, table.now.number):
        return local
    cards = tuple(Card(card) for card in order.cards if card < len(PACK))
    return replace(local, sort=SortMode.OWN, order=cards)
