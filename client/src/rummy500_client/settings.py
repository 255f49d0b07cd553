"""What the program remembers between two runs: the choices of one person on one computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """The language of the words; ``SYSTEM`` follows the computer."""

    SYSTEM = "system"
    SPANISH = "es"
    ENGLISH = "en"


class ThemeChoice(StrEnum):
    """Dark or light panels; ``SYSTEM`` follows the desktop, also while the program runs."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ClothChoice(StrEnum):
    """The cloth on the table."""

    FOREST = "bosque"
    NIGHT = "noche"
    WINE = "vino"
    GRAPHITE = "grafito"
    CONTRAST = "contraste"


class Faces(StrEnum):
    """How the faces of the cards are drawn."""

    CLASSIC = "classic"
    LARGE = "large"
    """Large indices that can be read from afar."""


class BackChoice(StrEnum):
    """The back of the cards."""

    WINE = "vino"
    NIGHT = "noche"
    FOREST = "bosque"
    INK = "tinta"


class Speed(StrEnum):
    """How fast cards travel."""

    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"

    @property
    def factor(self) -> float:
        """Return by what all times are multiplied; 0 means that everything is there at once."""
        return {Speed.OFF: 0.0, Speed.FAST: 0.5, Speed.NORMAL: 1.0, Speed.SLOW: 1.6}[self]


class ReducedMotion(StrEnum):
    """Whether nothing may travel; ``SYSTEM`` follows the desktop where it tells."""

    SYSTEM = "system"
    ON = "on"
    OFF = "off"


class SoundGroup(StrEnum):
    """The sounds that have a volume of their own."""

    TURN = "turn"
    PLAYS = "plays"
    PEOPLE = "people"
    ALERTS = "alerts"


@dataclass(frozen=True, slots=True)
class Sounds:
    """How loud each group of sounds is, 0 to 100, and whether all are silent."""

    muted: bool = False
    turn: int = 80
    plays: int = 50
    people: int = 60
    alerts: int = 70

    def volume(self, group: SoundGroup) -> float:
        """Return how loud a group sounds now, 0 to 1."""
        levels = {
            SoundGroup.TURN: self.turn,
            SoundGroup.PLAYS: self.plays,
            SoundGroup.PEOPLE: self.people,
            SoundGroup.ALERTS: self.alerts,
        }
        return 0.0 if self.muted else levels[group] / 100


@dataclass(frozen=True, slots=True)
class KeptOrder:
    """How the viewer has put the cards of one hand of one table, left to right."""

    table: str = ""
    hand: int = 0
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Daily:
    """The last match of the day that was begun on this computer, and how it first ended."""

    day: str = ""
    """A date as in 2026-11-30; empty for none."""
    own: int = 0
    other: int = 0
    over: bool = False


LEAST_SCALE: Final = 80
MOST_SCALE: Final = 200
LOUDEST: Final = 100
SEAT_CHOICES: Final = (2, 3, 4)
LEVEL_CHOICES: Final = ("easy", "steady")
TARGET_CHOICES: Final = (100, 200, 300, 500, 1000)
"""Those that are one press away; any other may be typed."""
MAX_TARGET: Final = 10_000
PRESET_CHOICES: Final = ("rummy500", "basic")
SORT_CHOICES: Final = ("suit", "rank", "melds")


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one person on one computer."""

    language: Language = Language.SYSTEM
    name: str = ""
    """Empty until the person has chosen one; the words then offer one."""
    last_server: str = ""
    """The address that was typed last, as typed."""
    seats: int = 2
    level: str = "steady"
    target: int = 500
    preset: str = "rummy500"
    rules: Mapping[str, str] = field(default_factory=dict)
    """How a table of ours differs from the preset, the target aside: text by option."""
    unfinished: str = ""
    """The table on this computer at which a match waits to be played on; empty for none."""
    seat_at: str = ""
    """The server at which a match among people goes on with us in it; empty for none."""
    order: KeptOrder = KeptOrder()
    sort: str = "suit"
    """How the hand was sorted last, where it was not put by hand."""
    daily: Daily = Daily()
    tokens: Mapping[str, str] = field(default_factory=dict)
    """By server: who we are there. Secrets, so the file is for its owner only."""
    theme: ThemeChoice = ThemeChoice.SYSTEM
    cloth: ClothChoice = ClothChoice.FOREST
    four_colours: bool = False
    """Each suit has a colour of its own."""
    faces: Faces = Faces.CLASSIC
    back: BackChoice = BackChoice.WINE
    card_scale: int = 100
    """The size of the cards in percent, 80 to 200."""
    speed: Speed = Speed.NORMAL
    reduced_motion: ReducedMotion = ReducedMotion.SYSTEM
    sounds: Sounds = Sounds()
    confirm: bool = True
    """What cannot be taken back needs a second press."""
    hints: bool = True
    """Melds that lie in the hand are pointed out."""
    newcomer: bool = True
    """No hand has been seen to its end yet: the table gives advice."""

    def with_token(self, server: str, token: str) -> Settings:
        """Return the settings with the token of one server kept."""
        return replace(self, tokens={**self.tokens, server: token})


def without_looks(settings: Settings) -> Settings:
    """Return the settings with what the sheet of settings offers as it is in a new program.

    The name and the language stay, and so does all that no sheet shows.
    """
    plain = Settings()
    return replace(settings, **{name: getattr(plain, name) for name in _LOOKS})


_LOOKS: Final = (
    "theme",
    "cloth",
    "four_colours",
    "faces",
    "back",
    "card_scale",
    "speed",
    "reduced_motion",
    "sounds",
    "confirm",
    "hints",
)
