"""The sample pictures of the table: which model, in which window, under which light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.shots import samples

from rummy500_client.presenters.table_model import TableModel
from rummy500_client.ui.paint.tokens import Deck, Theme
from rummy500_client.ui.table.targets import Area


SMALL, USUAL, LARGE = (1024, 640), (1280, 800), (1920, 1080)


@dataclass(frozen=True)
class Shot:
    make: Callable[[], TableModel]
    size: tuple[int, int] = USUAL
    theme: Theme = field(default_factory=Theme)
    scale: float = 1.0
    log: bool = False
    focus: Area | None = None


SHOTS = {
    "table-2-draw-es": Shot(samples.two_seats_draw, focus=Area.PILE),
    "table-4-wait-en": Shot(samples.four_seats_wait, (1600, 900), Theme("light")),
    "table-4-wait-en-1280": Shot(samples.four_seats_wait),
    "table-4-wait-en-drawer": Shot(samples.four_seats_wait, log=True),
    "pile-30-preview-es": Shot(samples.pile_of_30, theme=Theme(cloth_name="noche")),
    "pile-30-preview-es-1024": Shot(samples.pile_of_30, SMALL, Theme(cloth_name="noche")),
    "pile-25-en": Shot(samples.pile_of_25, theme=Theme(cloth_name="grafito")),
    "pile-25-en-1024": Shot(samples.pile_of_25, SMALL, Theme("light", "grafito")),
    "pile-40-es-1024": Shot(samples.pile_of_40, SMALL),
    "pile-40-es": Shot(samples.pile_of_40, theme=Theme(cloth_name="vino")),
    "hand-25-required-en": Shot(samples.hand_of_25, (1366, 768)),
    "hand-25-required-en-1024": Shot(samples.hand_of_25, SMALL),
    "hand-25-required-en-1920": Shot(samples.hand_of_25, LARGE),
    "hand-20-es": Shot(samples.hand_of_20, focus=Area.HAND),
    "melds-12-es": Shot(samples.twelve_melds, (1600, 900), Theme(cloth_name="vino")),
    "melds-12-es-1024": Shot(samples.twelve_melds, SMALL),
    "melds-12-es-1920": Shot(samples.twelve_melds, LARGE),
    "melds-16-es-1024": Shot(samples.sixteen_melds, SMALL),
    "melds-16-es": Shot(samples.sixteen_melds),
    "small-big-index-en": Shot(
        samples.small_window, SMALL, Theme(deck=Deck(four_colours=True, large_index=True))
    ),
    "contrast-en": Shot(samples.small_window, USUAL, Theme(cloth_name="contraste")),
    "scale-200-es": Shot(samples.hand_of_20, (1366, 768), scale=2.0),
    "table-2-draw-es-4k": Shot(samples.two_seats_draw, (3840, 2160)),
}
