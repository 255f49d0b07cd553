"""How cards go from one picture to the next: which of them travel, when, and along which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsItem

from rummy500_client.layout.boxes import Box
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.motion import (
    DEAL_MS,
    FADE_MS,
    FLY_MS,
    LIFT_MS,
    MELD_MS,
    OUT,
    STAGGER_MS,
    Leg,
    Move,
    Pose,
)
from rummy500_client.ui.table.plan_model import CardPlan, Plan
from rummy500_client.ui.table.targets import Kind


FLYING: Final = 100.0
"""So much higher lies what is in the air."""

_DEAL_STEP: Final = 45
_LONGEST_DEAL: Final = 900
_GATHER_MS: Final = 120
_SPREAD_MS: Final = 160
_TIGHT: Final = 0.12
"""How far apart gathered cards lie, in card widths."""
_CHIP_MS: Final = (160, 620, 240)


@dataclass(frozen=True, slots=True)
class Passage:
    """A card that is elsewhere now: where it was shown, and in which area it lay before."""

    item: CardItem
    start: Pose
    to: CardPlan
    came: Kind | None
    """None for a card that was not in sight."""

    @property
    def travels(self) -> bool:
        """Return whether the card changes its area, instead of making room in it."""
        return self.came is not self.to.target.kind


def ways(passages: Sequence[Passage]) -> list[Move]:
    """Return the moves of one play: cards of one way go one after the other or as one."""
    moves: list[Move] = []
    flocks: dict[tuple[Kind | None, Kind, int], list[Passage]] = {}
    for passage in passages:
        to = passage.to
        if not passage.travels:
            passage.item.setZValue(to.z)
            moves.append(_move(passage, LIFT_MS, 0))
            continue
        meld = to.target.number if to.target.kind is Kind.MELD else 0
        flocks.setdefault((passage.came, to.target.kind, meld), []).append(passage)
    for (came, kind, _meld), flock in flocks.items():
        moves += _flock(came, kind, sorted(flock, key=lambda p: p.to.z))
    return moves


def _flock(came: Kind | None, kind: Kind, flock: list[Passage]) -> list[Move]:
    for passage in flock:
        passage.item.setZValue(passage.to.z + FLYING)
    if kind is Kind.MELD:
        return [_move(p, MELD_MS, k * STAGGER_MS) for k, p in enumerate(flock)]
    if came is Kind.PILE and kind is Kind.HAND and len(flock) > 1:
        return _as_one(flock)
    several = len(flock) > 1
    return [
        Move(p.item, p.start, p.to.pose, p.to.z, FLY_MS, k * STAGGER_MS if several else 0)
        for k, p in enumerate(flock)
    ]


def _move(passage: Passage, ms: int, delay: int) -> Move:
    to = passage.to
    return Move(passage.item, passage.start, to.pose, to.z, ms, delay, curve=OUT)


def _as_one(flock: list[Passage]) -> list[Move]:
    """Gather the cards, fly as one, spread in the hand: a deep draw."""
    flock = sorted(flock, key=lambda p: p.start.at.x())
    goal = sum(p.to.pose.at.x() for p in flock) / len(flock)
    first, deck = flock[0].start, flock[0].to
    moves = []
    for k, passage in enumerate(flock):
        aside = k * _TIGHT * deck.look.width
        passage.item.setZValue(passage.to.z + FLYING + k)
        gathered = replace(first, at=first.at + QPointF(aside, 0))
        arrived = Pose(QPointF(goal + aside, deck.pose.at.y()))
        via = (Leg(gathered, _GATHER_MS, OUT), Leg(arrived, FLY_MS))
        to = passage.to
        moves.append(
            Move(passage.item, passage.start, to.pose, to.z, _SPREAD_MS, via=via, curve=OUT)
        )
    return moves


def faded(passages: Sequence[Passage]) -> list[Move]:
    """Return the moves where nothing may travel: what is elsewhere fades in at its place."""
    moves = []
    for passage in passages:
        to = passage.to
        passage.item.setZValue(to.z)
        if passage.travels:
            unseen = replace(to.pose, opacity=0.0)
            moves.append(Move(passage.item, unseen, to.pose, to.z, FADE_MS, curve=OUT))
        else:
            moves.append(Move(passage.item, to.pose, to.pose, to.z, 0))
    return moves


@dataclass(frozen=True, slots=True)
class Deal:
    """The rhythm of a deal: card by card round the table, the viewer last in each round."""

    rounds: int
    seats: int

    @property
    def step(self) -> float:
        """Return the ms from one card to the next."""
        return min(_DEAL_STEP, _LONGEST_DEAL / max(1, self.rounds * self.seats))

    def delay(self, round_: int, seat: int) -> int:
        """Return when the card of a round sets out for a seat, 0 being the first to get one."""
        return round((round_ * self.seats + seat) * self.step)


def deal_ways(passages: Sequence[Passage], deal: Deal, stock: Box) -> list[Move]:
    """Return the moves of a deal: the viewer's cards from the stock, the upcard at the end."""
    source = Pose(QPointF(stock.centre_x, stock.centre_y), scale=0.8)
    held = sorted((p for p in passages if p.to.target.kind is Kind.HAND), key=lambda p: p.to.z)
    moves = []
    for k, passage in enumerate(held):
        passage.item.setZValue(passage.to.z + FLYING)
        moves.append(_dealt(passage, source, deal.delay(k, deal.seats - 1)))
    last = deal.delay(deal.rounds, 0)
    upcard = [p for p in passages if p.to.target.kind is Kind.PILE]
    return [*moves, *(_dealt(passage, source, last) for passage in upcard)]


def _dealt(passage: Passage, source: Pose, delay: int) -> Move:
    to = passage.to
    return Move(passage.item, source, to.pose, to.z, DEAL_MS, delay, curve=OUT, hidden=True)


def off_to(item: QGraphicsItem, start: Pose, plate: Box, delay: int = 0) -> Move:
    """Return the way of a card to a plate, where it disappears."""
    end = Pose(QPointF(plate.centre_x, plate.centre_y), scale=0.4, opacity=0.0)
    return Move(item, start, end, FLYING, delay=delay, hidden=delay > 0)


def grown_trays(items: Sequence[tuple[QGraphicsItem, int]]) -> list[Move]:
    """Return how new trays and strips come: each fades in at its place after its delay in ms."""
    moves = []
    for item, delay in items:
        seen = Pose(item.pos())
        unseen = replace(seen, opacity=0.0)
        moves.append(Move(item, unseen, seen, item.zValue(), FADE_MS, delay, curve=OUT))
    return moves


def risen(item: QGraphicsItem, rise: float) -> Move:
    """Return the way of a chip with points: up, a while, and gone."""
    start = Pose(item.pos())
    top = Pose(item.pos() - QPointF(0, rise))
    up, stay, fade = _CHIP_MS
    gone = replace(top, opacity=0.0)
    via = (Leg(top, up, OUT), Leg(top, stay))
    return Move(item, start, gone, item.zValue(), fade, via=via, curve=OUT)


def source_of(card: CardPlan, plan: Plan, plate: Box | None) -> Pose | None:
    """Return where a card comes from that was not in sight; None for nowhere."""
    origin = plan.stock if card.target.kind is Kind.HAND else plate
    if origin is None:
        return None
    return Pose(QPointF(origin.centre_x, origin.centre_y), scale=0.6)
