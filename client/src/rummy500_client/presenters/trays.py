"""The melds on the table: who placed which cards, where the cards at work fit, and what for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.engine.cards import ACE, Card, card_set, contains, rank_of
from rummy500.engine.ids import MeldId
from rummy500.engine.melds import Meld, meld_order, placed_by
from rummy500.engine.scoring import placed_value
from rummy500.engine.state import Phase
from rummy500.protocol.happenings import CardsLaidOff, MeldLaid
from rummy500_client.presenters.card_words import ace_tab, aloud, meld_name, signed, signs
from rummy500_client.presenters.carry import ghosts_on
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.plays import LayPlay, plays_of
from rummy500_client.presenters.table_model import MeldCard, MeldTray
from rummy500_client.state.local import CarriedCards


_KEYS: Final = 9


def trays_of(glance: Glance) -> tuple[MeldTray, ...]:
    """Return the melds as they are shown."""
    view = glance.view
    if view is None:
        return ()
    lays = _lays(glance)
    return tuple(_tray(glance, meld, lays) for meld in view.melds)


def _lays(glance: Glance) -> Mapping[MeldId, LayPlay]:
    """Return what the cards at work could do on each meld now (UI4)."""
    view = glance.view
    if view is None or not glance.my_turn or glance.waits or view.turn.phase is not Phase.PLAY:
        return {}
    cards = glance.at_work
    return {lay.action.meld: lay for lay in plays_of(view, cards).lays} if cards else {}


def _tray(glance: Glance, meld: Meld, lays: Mapping[MeldId, LayPlay]) -> MeldTray:
    said = _meld_words(glance, meld)
    lay = lays.get(meld.id)
    carried = glance.local.carried
    in_the_air = carried.cards if isinstance(carried, CarriedCards) and lay is not None else ()
    marked = _last_laid(glance, meld)
    spoken = said
    if lay is not None:
        spoken = glance.words.say("{meld} The selected cards fit here.", meld=said)
        key = _key(lay, list(lays))
        if key:
            spoken = glance.words.say("{meld} Key {key}.", meld=spoken, key=key)
    return MeldTray(
        meld_id=meld.id,
        cards=tuple(
            MeldCard(
                card=card,
                owner=glance.mark(placed_by(meld, card)),
                ace=ace_tab(meld) if rank_of(card) == ACE else "",
                last_play=card in marked,
            )
            for card in meld_order(meld)
        ),
        accessible=aloud(spoken, glance.words),
        tooltip=said,
        target=lay is not None,
        badge="" if lay is None else _badge(glance, lay, list(lays)),
        ghosts=ghosts_on(meld, in_the_air, glance) if in_the_air else (),
        gain=_gain(glance, meld, marked),
    )


def _badge(glance: Glance, lay: LayPlay, targets: list[MeldId]) -> str:
    """Return what the carried cards would count, or the key that names the meld."""
    if glance.local.carried is not None:
        return signed(lay.points) if glance.counts_table else ""
    return _key(lay, targets)


def _key(lay: LayPlay, targets: list[MeldId]) -> str:
    """Return the key that names the meld, if the cards fit several."""
    number = targets.index(lay.action.meld) + 1
    return str(number) if len(targets) > 1 and number <= _KEYS else ""


def _last_laid(glance: Glance, meld: Meld) -> tuple[Card, ...]:
    match glance.table.last:
        case MeldLaid() | CardsLaidOff() as laid if laid.meld == meld.id:
            return tuple(Card(card) for card in laid.cards if meld.cards >> card & 1)
        case _:
            return ()


def _gain(glance: Glance, meld: Meld, laid: tuple[Card, ...]) -> str:
    if not laid or not glance.counts_table:
        return ""
    return signed(placed_value(meld, card_set(laid), glance.options))


def _meld_words(glance: Glance, meld: Meld) -> str:
    """Say a meld, who placed which cards, and its points: "Run of clubs, 4 to 7. You 4♣ 5♣ ..."."""
    words = glance.words
    order = meld_order(meld)
    owners = [
        f"{glance.name(seat)} {signs(card for card in order if contains(cards, card))}"
        for seat, cards in enumerate(meld.placed)
        if cards
    ]
    points = placed_value(meld, meld.cards, glance.options)
    total = words.count("{n} point", "{n} points", points)
    return f"{meld_name(meld, words)}. {', '.join(owners)}. {total}."
