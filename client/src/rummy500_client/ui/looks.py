"""How everything looks and moves: from the settings and the desktop to what painters ask for."""

from __future__ import annotations

from dataclasses import dataclass, field

from rummy500_client.settings import Faces, ReducedMotion, Settings, ThemeChoice
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.paint.tokens import Deck, Mode, Theme


@dataclass(frozen=True, slots=True)
class Looks:
    """The look of the whole program at one moment."""

    theme: Theme = field(default_factory=Theme)
    card_scale: float = 1.0
    """The size of the cards, 0.8 to 2."""
    motion: float = 1.0
    """By what the times of all movements are multiplied; 0 is no movement."""
    still: bool = False
    """Nothing travels, counts or shakes; what changes fades at its place."""


def looks_of(settings: Settings, desktop: Desktop) -> Looks:
    """Return the look that a person has chosen; what follows the desktop is asked of it."""
    deck = Deck(settings.four_colours, settings.faces is Faces.LARGE, str(settings.back))
    return Looks(
        theme=Theme(_mode(settings.theme, desktop), str(settings.cloth), deck),
        card_scale=settings.card_scale / 100,
        motion=settings.speed.factor,
        still=_still(settings.reduced_motion, desktop),
    )


def _mode(choice: ThemeChoice, desktop: Desktop) -> Mode:
    match choice:
        case ThemeChoice.DARK:
            return "dark"
        case ThemeChoice.LIGHT:
            return "light"
        case ThemeChoice.SYSTEM:
            return "light" if desktop.light else "dark"


def _still(choice: ReducedMotion, desktop: Desktop) -> bool:
    match choice:
        case ReducedMotion.ON:
            return True
        case ReducedMotion.OFF:
            return False
        case ReducedMotion.SYSTEM:
            return desktop.less_motion
