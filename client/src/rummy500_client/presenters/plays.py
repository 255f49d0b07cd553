"""What the selected cards could do now: each play with its points, or the rule that forbids it.

The rules are asked, never copied: the checks are those by which the server judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rummy500.engine.actions import DiscardCard, LayOff, MeldCards
from rummy500.engine.cards import Card, card_set, rank_of, suit_of
from rummy500.engine.ids import MeldId
from rummy500.engine.melds import Meld
from rummy500.engine.refusals import Code, Refusal
from rummy500.engine.rules import Melding, check_discard, check_layoff, check_meld
from rummy500.engine.scoring import placed_value
from rummy500.engine.views import HandView
from rummy500_client.state.arrange import as_laid, by_suit


@dataclass(frozen=True, slots=True)
class MeldPlay:
    """A legal new meld."""

    action: MeldCards
    points: int
    goes_out: bool


@dataclass(frozen=True, slots=True)
class LayPlay:
    """A legal lay-off."""

    action: LayOff
    points: int
    goes_out: bool


@dataclass(frozen=True, slots=True)
class DiscardPlay:
    """A legal discard."""

    action: DiscardCard
    goes_out: bool


@dataclass(frozen=True, slots=True)
class No:
    """A play that is not to be had, and the action that was asked about, if there is one."""

    refusal: Refusal
    action: MeldCards | LayOff | DiscardCard | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """What a selection could do."""

    meld: MeldPlay | No
    lays: tuple[LayPlay, ...]
    """One for each meld on which the selected cards may be laid."""
    no_lay: No
    """Why there is none, if ``lays`` is empty."""
    discard: DiscardPlay | No


def plays_of(view: HandView, selected: tuple[Card, ...]) -> Plays:
    """Return what the selected cards could do for the seat on turn, which is the viewer's."""
    lays, no_lay = _lays(view, selected)
    return Plays(_meld(view, selected), lays, no_lay, _discard(view, selected))


def _meld(view: HandView, selected: tuple[Card, ...]) -> MeldPlay | No:
    action = MeldCards(selected)
    verdict = check_meld(view, action)
    if isinstance(verdict, Refusal):
        return No(verdict, action)
    as_it_lies = MeldCards(as_laid(verdict.cards, view.options))
    return MeldPlay(as_it_lies, meld_points(view, verdict), view.own == verdict.cards)


def meld_points(view: HandView, melding: Melding) -> int:
    """Return what a new meld would count."""
    meld = Meld(MeldId(0), melding.shape.kind, melding.cards, melding.shape.ace, ())
    return placed_value(meld, melding.cards, view.options)


def lay_play(view: HandView, selected: tuple[Card, ...], meld: MeldId) -> LayPlay | No:
    """Return the lay-off of the selected cards on one meld."""
    action = LayOff(by_suit(selected), meld)
    verdict = check_layoff(view, action)
    if isinstance(verdict, Refusal):
        return No(verdict, action)
    grown = replace(verdict.meld, ace=verdict.shape.ace)
    points = placed_value(grown, verdict.cards, view.options)
    return LayPlay(action, points, view.own == verdict.cards)


def may_join(cards: tuple[Card, ...]) -> bool:
    """Return whether a few cards could be part of one meld: they share a rank or a suit."""
    return len({rank_of(card) for card in cards}) <= 1 or len({suit_of(c) for c in cards}) <= 1


def _lays(view: HandView, selected: tuple[Card, ...]) -> tuple[tuple[LayPlay, ...], No]:
    """Return the legal lay-offs, and the refusal that teaches most where there is none."""
    lays = []
    refused = No(Refusal(Code.TOO_FEW_CARDS if not selected else Code.LAYOFF_INVALID))
    nearest: No | None = None
    for meld in view.melds:
        play = lay_play(view, selected, meld.id)
        if isinstance(play, LayPlay):
            lays.append(play)
        elif nearest is None and play.refusal.code is not Code.LAYOFF_INVALID:
            nearest = play
    return tuple(lays), nearest or refused


def _discard(view: HandView, selected: tuple[Card, ...]) -> DiscardPlay | No:
    if len(selected) != 1:
        return No(Refusal(Code.TOO_FEW_CARDS))
    action = DiscardCard(selected[0])
    refusal = check_discard(view, action)
    if refusal is not None:
        return No(refusal, action)
    return DiscardPlay(action, view.own == card_set(selected))
