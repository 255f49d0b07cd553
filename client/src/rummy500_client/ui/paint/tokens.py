"""The tokens of the visual language: every colour, with its contrast. Free of Qt.

There are two sets. *Program* colours serve ordinary widgets, dark and light. *Cloth* colours
serve what lies on the table; the marks on cloth are the same in both themes, so that there is one
set of marks to get right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


Mode = Literal["dark", "light"]
Shape = Literal["circle", "square", "diamond", "shield"]


@dataclass(frozen=True, slots=True)
class Program:
    """Colours of ordinary widgets. ``control`` borders whatever can be pressed (3 : 1 or more)."""

    bg: str
    surface: str
    raised: str
    line: str
    control: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_text: str
    link: str
    danger: str
    danger_bg: str
    ok: str
    ok_bg: str
    warn: str
    red_suit: str


DARK: Final = Program(
    bg="#12171A",
    surface="#1A2125",
    raised="#242D32",
    line="#3B474D",
    control="#78868C",
    text="#F4F0E6",
    muted="#B3BBB8",
    accent="#F2C14E",
    on_accent="#1C1504",
    accent_text="#F2C14E",
    link="#79C7FF",
    danger="#FF8F80",
    danger_bg="#4A1B18",
    ok="#7EDBA9",
    ok_bg="#12382A",
    warn="#FFB86B",
    red_suit="#FF9A8C",
)
LIGHT: Final = Program(
    bg="#EFE9DC",
    surface="#FBF8F0",
    raised="#FFFFFF",
    line="#D3CAB8",
    control="#7D7565",
    text="#1C2225",
    muted="#575D5B",
    accent="#F2C14E",
    on_accent="#1C1504",
    accent_text="#7A5200",
    link="#0B5C96",
    danger="#A8201A",
    danger_bg="#FBE3DF",
    ok="#17663F",
    ok_bg="#DDF1E4",
    warn="#8A4B00",
    red_suit="#C4122D",
)
PROGRAMS: Final[dict[Mode, Program]] = {"dark": DARK, "light": LIGHT}


@dataclass(frozen=True, slots=True)
class Cloth:
    """A cloth: its colour below the lamp, at rest, at the edge, and the colour of its trays."""

    lamp: str
    cloth: str
    edge: str
    tray: str
    lit: bool = True


_BLACK: Final = Cloth("#0B0D0E", "#0B0D0E", "#000000", "#000000", lit=False)
CLOTHS: Final[dict[str, dict[Mode, Cloth]]] = {
    "bosque": {
        "dark": Cloth("#1E6A4D", "#14503B", "#0A2E23", "#0B3427"),
        "light": Cloth("#27765A", "#1D664C", "#14503B", "#0E3C2E"),
    },
    "noche": {
        "dark": Cloth("#27507F", "#1B3A60", "#0E2038", "#10263F"),
        "light": Cloth("#34659B", "#27527F", "#1B3C60", "#173452"),
    },
    "vino": {
        "dark": Cloth("#7A2E42", "#5C2031", "#35111B", "#3C1420"),
        "light": Cloth("#8E3B50", "#702A3D", "#4F1B2A", "#451724"),
    },
    "grafito": {
        "dark": Cloth("#454D53", "#31383D", "#1A1F22", "#1F2529"),
        "light": Cloth("#5A636A", "#454D53", "#31383D", "#2A3135"),
    },
    "contraste": {"dark": _BLACK, "light": _BLACK},
}
"""The five cloths by name. A name that is not here means ``bosque``."""


@dataclass(frozen=True, slots=True)
class OnCloth:
    """Marks and texts on cloth, trays and paper plates, the same in both themes."""

    text: str = "#F7F3E6"
    muted: str = "#CFDAD2"
    paper: str = "#FBF8EF"
    ink: str = "#1C2225"
    ink_muted: str = "#4C5351"
    gold: str = "#F2C14E"
    gold_edge: str = "#B98A1C"
    on_gold: str = "#1C1504"
    select: str = "#79C7FF"
    select_edge: str = "#0B5C96"
    on_select: str = "#0A2740"
    required: str = "#FF6FB5"
    on_required: str = "#2A0718"
    required_text: str = "#8A1560"
    drawn: str = "#17663F"
    last: str = "#FFFFFF"
    focus: str = "#FFFFFF"
    focus_gap: str = "#0B0D0E"
    away: str = "#FFB86B"
    good: str = "#7EDBA9"
    bad: str = "#FF8F80"
    good_paper: str = "#17663F"
    bad_paper: str = "#A8201A"
    red_suit: str = "#FF9A8C"
    red_suit_paper: str = "#C4122D"
    dark: str = "#12171A"
    refusal: str = "#FDEFEC"
    refusal_head: str = "#7C1510"
    refusal_text: str = "#3B2320"


ON_CLOTH: Final = OnCloth()


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Colour and shape of a seat; the shape always goes with the colour."""

    colour: str
    shape: Shape


SEATS: Final = (
    SeatLook("#79C7FF", "circle"),
    SeatLook("#E4572E", "square"),
    SeatLook("#F5F0DA", "diamond"),
    SeatLook("#9467D8", "shield"),
)
"""Seats as the viewer sees them: you, then clockwise."""

SUITS_TWO: Final = ("#16191F", "#C4122D", "#C4122D", "#16191F")
SUITS_FOUR: Final = ("#00805A", "#2A4FD0", "#C4122D", "#16191F")
"""Colours of the suits on card paper, in the order of the engine: C D H S."""

CARD_PAPER: Final = "#FFFDF7"
CARD_PAPER_LOW: Final = "#F6F1E4"
CARD_EDGE: Final = "#B9AF9A"


@dataclass(frozen=True, slots=True)
class BackLook:
    """A card back: the two ends of its gradient and the colour of its lines."""

    light: str
    deep: str
    line: str


BACKS: Final = {
    "vino": BackLook("#7C2136", "#54121F", "#F0CF85"),
    "noche": BackLook("#23486F", "#142C49", "#D9E6F2"),
    "bosque": BackLook("#1D5E48", "#0F3B2C", "#F0CF85"),
    "tinta": BackLook("#2C3338", "#171C1F", "#E9E2D0"),
}


@dataclass(frozen=True, slots=True)
class Deck:
    """How the cards are drawn: four colours, large indices, and the back."""

    four_colours: bool = False
    large_index: bool = False
    back: str = "vino"


@dataclass(frozen=True, slots=True)
class Theme:
    """Dark or light, the cloth and the deck: what every painter asks for."""

    mode: Mode = "dark"
    cloth_name: str = "bosque"
    deck: Deck = Deck()

    @property
    def program(self) -> Program:
        """Return the colours of ordinary widgets."""
        return PROGRAMS[self.mode]

    @property
    def cloth(self) -> Cloth:
        """Return the colours of the cloth in this mode."""
        return CLOTHS.get(self.cloth_name, CLOTHS["bosque"])[self.mode]


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG) of ``#RRGGBB``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio (WCAG) of two colours, 1 to 21."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)
