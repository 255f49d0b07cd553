"""The fair deal, seen from a seat: keep what was promised, and reckon it again afterwards."""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.cards import EMPTY, Card, CardSet, card_set
from rummy500.engine.deal import SEED_SIZE, commitment, deal, pack_from_seed
from rummy500.engine.ids import Seat
from rummy500.engine.options import OptionError
from rummy500.engine.state import Drew, Phase
from rummy500.protocol.tables import HandNow, OwnNow, TableNow
from rummy500.protocol.translate import options_from_wire
from rummy500_client.state.model import DealCheck, Verdict


def deals_after(
    deals: tuple[DealCheck, ...], now: TableNow, own: OwnNow | None
) -> tuple[DealCheck, ...]:
    """Return what is known of the deals once a table is as it is now."""
    hand = now.hand
    if hand is None:
        return deals
    known = deals[-1] if deals and deals[-1].hand == now.number else None
    if known is None:
        promise = hand.commitment if hand.end is None else b""
        known = DealCheck(now.number, promise, *_as_dealt(hand, own))
        deals = (*deals, known)
    if hand.end is None or known.verdict is not None:
        return deals
    return (*deals[:-1], replace(known, verdict=_verdict(known, now, hand, own)))


def _as_dealt(hand: HandNow, own: OwnNow | None) -> tuple[CardSet, Card | None]:
    """Return the viewer's hand and the upcard, if nothing was played yet."""
    untouched = (
        not hand.melds
        and len(hand.pile) == 1
        and hand.turn.drew is Drew.NOTHING
        and hand.turn.phase is Phase.DRAW
    )
    if not untouched or own is None:
        return EMPTY, None
    return card_set(Card(card) for card in own.cards), Card(hand.pile[0])


def _verdict(known: DealCheck, now: TableNow, hand: HandNow, own: OwnNow | None) -> Verdict:
    end = hand.end
    if end is None or not known.promise or len(end.seed) != SEED_SIZE:
        return Verdict.UNKNOWN
    if commitment(end.seed) != known.promise:
        return Verdict.BROKEN
    try:
        options = options_from_wire(now.preset, now.options)
    except OptionError:
        return Verdict.UNKNOWN
    dealt = deal(pack_from_seed(end.seed), len(hand.counts), Seat(hand.dealer), options)
    if own is not None and known.own and dealt.hands[own.seat] != known.own:
        return Verdict.BROKEN
    if known.upcard is not None and dealt.upcard != known.upcard:
        return Verdict.BROKEN
    return Verdict.VERIFIED
