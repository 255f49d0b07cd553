"""What a frame of the table costs while cards move.

Run from the root of the workspace: ``python -m benchmarks.table_frames``. Ten cards of a full table
(25 in the hand, three melds) go across it, first without turning, then turning; the window is not
shown anywhere (Qt's offscreen platform), so what is measured is our painting and Qt's. CPU time, so
that other work on the machine does not count. Two floors are measured in turns with it in the same
process: an idle scene, where the same loop runs and nothing moves, and ten bare pixmaps of the same
size on an empty scene, the least that any card table on this toolkit pays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import process_time


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEasingCurve, QPointF
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
)
from tests.shots import samples

from rummy500_client.ui.paint.faces import face_pixmap
from rummy500_client.ui.paint.tokens import Deck
from rummy500_client.ui.table.cards import CardItem
from rummy500_client.ui.table.motion import Move, Mover, Pose, pose_of
from rummy500_client.ui.table.targets import Kind, Target
from rummy500_client.ui.table.view import TableView


CARDS = 10
FRAMES = 60
WAY = 1000
LINEAR = QEasingCurve.Type.Linear
ROUNDS = 7
SIZES = ((1280, 800), (1920, 1080))
TARGET = 6.0
"""Milliseconds of CPU that a frame with ten moving cards may take."""

Step = Callable[[float], None]


@dataclass(frozen=True)
class Scenario:
    """A name, and what changes in a frame; it is given how much of the way is done, 0 to 1."""

    name: str
    step: Step


def nothing(_part: float) -> None:
    """Change nothing."""


def across(home: Pose, k: int) -> Pose:
    """Return where the k-th card goes: across the table, the cards not quite in step."""
    return replace(home, at=home.at + QPointF(300 + 3.3 * k, -350 + 0.37 * k))


def travel(mover: Mover, items: list[CardItem], *, turning: bool) -> Step:
    """Return a step that brings cards across the table, as the table itself moves them."""
    moves = []
    for k, item in enumerate(items):
        home = pose_of(item)
        end = replace(across(home, k), angle=6.0 if turning else home.angle)
        # cards turn in the last third of a way: so the whole way is that third
        moves.append(Move(item, home, end, item.zValue(), WAY, curve=LINEAR))

    def step(part: float) -> None:
        if part == 0:
            mover.run(moves)
        mover.seek(part * WAY)

    return step


def slide(items: list[QGraphicsItem]) -> Step:
    """Return a step that brings bare items across the table."""
    home = [Pose(item.pos()) for item in items]

    def step(part: float) -> None:
        for k, item in enumerate(items):
            way = across(home[k], k).at - home[k].at
            item.setPos(home[k].at + way * part)

    return step


def bare(size: tuple[int, int]) -> tuple[QGraphicsView, Step]:
    """Return ten pixmaps on an empty scene of a size, and the step that moves them."""
    scene = QGraphicsScene(0, 0, *size)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.resize(*size)
    items: list[QGraphicsItem] = []
    for k in range(CARDS):
        item = QGraphicsPixmapItem(face_pixmap(None, 94.0, 1.0, Deck()))
        item.setPos(200 + 60 * k, size[1] - 170)
        scene.addItem(item)
        items.append(item)
    view.show()
    return view, slide(items)


def frame_cost(app: QApplication, step: Step) -> float:
    """Return the ms of CPU of one frame."""
    start = process_time()
    for frame in range(FRAMES):
        step(frame / FRAMES)
        app.processEvents()
    return (process_time() - start) / FRAMES * 1000


def measure(app: QApplication, size: tuple[int, int]) -> dict[str, float]:
    """Return the median cost of a frame of each scenario, measured in turns."""
    view = TableView()
    view.set_motion(0)
    view.resize(*size)
    model = samples.hand_of_25()
    view.set_model(model)
    view.show()
    found = [view.scene.item_of(Target(Kind.HAND, held.card)) for held in model.hand]
    cards = [item for item in found if isinstance(item, CardItem)][:CARDS]
    mover = Mover(view)
    empty, bare_step = bare(size)
    scenarios = (
        Scenario("idle", nothing),
        Scenario("bare", bare_step),
        Scenario("moving", travel(mover, cards, turning=False)),
        Scenario("turning", travel(mover, cards, turning=True)),
    )
    costs: dict[str, list[float]] = {s.name: [] for s in scenarios}
    for round_ in range(ROUNDS + 1):
        for scenario in scenarios:
            cost = frame_cost(app, scenario.step)
            mover.finish()
            scenario.step(0)
            if round_:  # the first round fills the caches
                costs[scenario.name].append(cost)
    view.close()
    empty.close()
    return {name: median(values) for name, values in costs.items()}


def main() -> None:
    """Print a line for each size."""
    made = QApplication.instance() or QApplication([])
    if not isinstance(made, QApplication):
        return
    print("size          idle   bare  moving turning   moving/bare   (ms of CPU a frame)")
    for size in SIZES:
        cost = measure(made, size)
        ratio = cost["moving"] / cost["bare"]
        print(
            f"{size[0]:5}x{size[1]:<5} {cost['idle']:6.2f} {cost['bare']:6.2f}"
            f" {cost['moving']:7.2f} {cost['turning']:7.2f} {ratio:10.1f}"
        )
    print(f"target: moving <= {TARGET} ms")


if __name__ == "__main__":
    main()
