"""Pictures of moments: cards on the pointer with the places for them, and cards on their way.

What hangs on the pointer and what moves is made by the same gestures and pictures as in the
program; only the clock of the movement is held still.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPointF
from tests.client.little_table import LittleTable, glance_at, position
from tests.shots import games

from rummy500.engine.actions import Action, DiscardCard, MeldCards, TakePile
from rummy500.engine.legal import legal_actions
from rummy500.engine.state import Phase
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.gesture_model import PickUp, PickUpHand, PickUpPile, PickUpStock
from rummy500_client.presenters.gestures import respond
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.table import table_model
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


USUAL, SMALL = (1280, 800), (1024, 640)


def show(glance: Glance, size: tuple[int, int]) -> TableView:
    """Return a table that stands still."""
    view = TableView()
    view.set_motion(0)
    view.resize(*size)
    view.set_model(table_model(glance))
    view.show()
    view.scene.focus(None)
    return view


def lift(view: TableView, glance: Glance, gesture: PickUp, target: Target) -> None:
    """Take something up, as a press that moves does."""
    item = view.scene.item_of(target)
    assert item is not None
    middle = item.mapToScene(item.outline()[0].center())
    view.canvas.carrying.begin(target, QPointF(), middle)
    view.set_model(table_model(replace(glance, local=respond(glance, gesture).local)))


def over(view: TableView, target: Target) -> None:
    """Bring what is carried over a target."""
    area = view.rect_of(target)
    view.canvas.carrying.move(QPointF(area.center()) + QPointF(30, 40))


def laying_off(size: tuple[int, int]) -> TableView:
    """A card over the meld that it fits."""
    glance = games.with_selection(games.find(4, games.steady, games.lay_off_at_hand), "es")
    view = show(glance, size)
    card = glance.local.selected[0]
    lift(view, glance, PickUpHand(card), Target(Kind.HAND, card))
    model = view.model
    assert model is not None
    fits = next(tray for tray in model.melds if tray.target)
    over(view, Target(Kind.MELD, fits.meld_id))
    return view


def holds_a_meld(hand: games.HandState) -> bool:
    """Return whether the viewer could put down a new meld beside others."""
    melds = [a for a in legal_actions(hand) if isinstance(a, MeldCards)]
    return games.my_turn(hand) and hand.turn.phase is Phase.PLAY and bool(melds and hand.melds)


def melding(size: tuple[int, int]) -> TableView:
    """A whole meld over the cloth."""
    bare = games.glance(games.find(2, games.steady, holds_a_meld), "en")
    assert bare.view is not None
    meld = next(a for a in legal_actions(bare.view) if isinstance(a, MeldCards))
    glance = replace(bare, local=replace(bare.local, selected=meld.cards))
    view = show(glance, size)
    lift(view, glance, PickUpHand(meld.cards[0]), Target(Kind.HAND, meld.cards[0]))
    view.canvas.carrying.move(QPointF(size[0] * 0.3, size[1] * 0.58))
    return view


def sorting(size: tuple[int, int]) -> TableView:
    """A card over another place of the hand."""
    glance = games.glance(games.find(2, games.hoarding, games.hand_of(20)), "es")
    view = show(glance, size)
    lift(view, glance, PickUpHand(glance.hand[3]), Target(Kind.HAND, glance.hand[3]))
    view.canvas.carrying.move(QPointF(size[0] * 0.62, size[1] * 0.86))
    return view


def drawing(size: tuple[int, int]) -> TableView:
    """A deep draw by hand, with its bill."""
    glance = games.with_preview(games.find(2, games.steady, games.mid_hand), "es")
    card = glance.local.pointed
    assert card is not None
    assert glance.view is not None
    view = show(replace(glance, local=LocalTable()), size)
    target = Target(Kind.PILE, glance.view.pile.index(card))
    lift(view, glance, PickUpPile(card), target)
    view.canvas.carrying.move(QPointF(size[0] * 0.36, size[1] * 0.62))
    return view


def drawing_blind(size: tuple[int, int]) -> TableView:
    """A card of the stock on its way to the hand, by hand."""
    glance = games.glance(games.find(3, games.steady, games.mid_hand), "en")
    view = show(glance, size)
    lift(view, glance, PickUpStock(), Target(Kind.STOCK))
    view.canvas.carrying.move(QPointF(size[0] * 0.6, size[1] * 0.7))
    return view


def dealing(size: tuple[int, int]) -> TableView:
    """A deal, half done."""
    state = reduce(ClientState(), LittleTable(4).deal(5))
    assert state.table is not None
    view = TableView()
    view.resize(*size)
    view.show()
    view.set_model(table_model(look(state.table, LocalTable(), words_for("en"))))
    view.scene.mover.seek(640.0)
    return view


def moving(wanted: games.Wanted, choose: Callable[[games.Game], Action], ms: float) -> TableView:
    """A play, ``ms`` after it was made."""
    for seed in range(games.SEEDS):
        game = games.Game(2, seed)
        game.deal(seed)
        while game.hand.end is None:
            if wanted(game.hand):
                return _in_motion(game, choose, ms)
            game.play(games.steady(game))
    raise games.NotFoundError(choose.__name__)


def _in_motion(game: games.Game, choose: Callable[[games.Game], Action], ms: float) -> TableView:
    view = show(games.glance(game.seen, "es"), USUAL)
    view.set_motion(1)
    game.play(choose(game))
    view.set_model(table_model(games.glance(game.seen, "es")))
    view.scene.mover.seek(ms)
    view.scene.cloth.mover.seek(ms)
    return view


def first_meld(game: games.Game) -> Action:
    """Put down the first meld there is."""
    return next(a for a in legal_actions(game.hand) if isinstance(a, MeldCards))


def deepest(game: games.Game) -> Action:
    """Take as deep as may be."""
    takes = [a for a in legal_actions(game.hand) if isinstance(a, TakePile)]
    return min(takes, key=lambda take: game.hand.pile.index(take.card))


def some_discard(game: games.Game) -> Action:
    """Discard."""
    return next(a for a in legal_actions(game.hand) if isinstance(a, DiscardCard))


def thirty_cards(sort: SortMode) -> Glance:
    """Look at a hand of thirty, more than a steady player ever holds."""
    own = (
        "AS 2S 3S 5S 7S 9S JS QS KS 2H 3H 4H 6H 8H TH QH AC 2C 4C 5C 6C 9C JC 3D 4D 7D 8D TD JD KD"
    )
    hand = position(own, pile="5H 9D", stock="7C 8C TC KC")
    return glance_at(hand, selected="4C 5C 6C", local=LocalTable(sort=sort))


MOMENTS: dict[str, Callable[[], TableView]] = {
    "drag-lay-off-es": lambda: laying_off(USUAL),
    "drag-lay-off-es-1024": lambda: laying_off(SMALL),
    "drag-meld-en": lambda: melding(USUAL),
    "drag-sort-es": lambda: sorting((1366, 768)),
    "drag-deep-es": lambda: drawing(USUAL),
    "drag-stock-en": lambda: drawing_blind(USUAL),
    "move-deal-en": lambda: dealing(USUAL),
    "move-meld-es": lambda: moving(holds_a_meld, first_meld, 170.0),
    "move-deep-es": lambda: moving(games.mid_hand, deepest, 250.0),
    "move-discard-es": lambda: moving(games.lay_off_at_hand, some_discard, 130.0),
    "hand-30-suit-en": lambda: show(thirty_cards(SortMode.SUIT), (1366, 768)),
    "hand-30-melds-en": lambda: show(thirty_cards(SortMode.MELDS), (1366, 768)),
}


def render(out: Path, names: tuple[str, ...]) -> None:
    """Save the moments whose names begin with one of those given, or all.

    A QApplication must exist.
    """
    for name, make in MOMENTS.items():
        if names and not name.startswith(names):
            continue
        view = make()
        view.grab().save(str(out / f"{name}.png"))
        view.close()
