"""The options of a table: what its people agreed on before they sat down.

Each field is one row of the table of options in ``docs/rules.md`` (O1 to O29) under the name
that files and lobby use. A field that is idle under the others is kept, never corrected.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, NoReturn


class Preset(StrEnum):
    """A named set of options."""

    RUMMY500 = "rummy500"
    BASIC = "basic"


class DeepDrawUse(StrEnum):
    """O2: how the required card may reach the table."""

    MELD_OR_LAYOFF = "meld_or_layoff"
    MELD_ONLY = "meld_only"


class DeepDrawTiming(StrEnum):
    """O3: when the required card must reach the table."""

    SAME_TURN = "same_turn"
    NEXT_ACTION = "next_action"


class AceMode(StrEnum):
    """O8: the ends of a run at which an ace may stand."""

    BOTH = "both"
    LOW = "low"
    HIGH = "high"


class ExhaustedStock(StrEnum):
    """O10: what happens when the stock is empty."""

    DECLINE_ENDS = "decline_ends"
    RESHUFFLE_KEEP_TOP = "reshuffle_keep_top"
    FLIP_PILE = "flip_pile"
    ENDS_WITH_LAST_CARD = "ends_with_last_card"
    ALL_MUST_DECLINE = "all_must_decline"


class Scoring(StrEnum):
    """O11: what a hand brings."""

    PLACED_MINUS_HAND = "placed_minus_hand"
    WINNER_TAKES_HANDS = "winner_takes_hands"
    PENALTIES = "penalties"


class SubtractWinnerHand(StrEnum):
    """O14: whether the lowest hand is subtracted when the stock ended the hand."""

    BASIC_ONLY = "basic_only"
    OFF = "off"
    ALSO_500 = "also_500"


class SplitRounding(StrEnum):
    """O15: what becomes of a pot that does not divide evenly."""

    FLOOR = "floor"
    EXACT = "exact"


class TargetTest(StrEnum):
    """O17: whether the target must be reached or exceeded."""

    REACH = "reach"
    EXCEED = "exceed"


class TieBreak(StrEnum):
    """O18: who wins when the best total is shared."""

    EXTRA_HAND = "extra_hand"
    SHARED = "shared"
    WENT_OUT_WINS = "went_out_wins"


class FirstDealer(StrEnum):
    """O21, first half: who deals the first hand."""

    RANDOM = "random"
    SEAT1 = "seat1"


class NextDealer(StrEnum):
    """O21, second half: who deals the following hands."""

    ROTATE = "rotate"
    WINNER = "winner"
    LOSER = "loser"


class GoingRummy(StrEnum):
    """O28: what it brings to table the whole hand in one turn."""

    OFF = "off"
    DOUBLE = "double"


PACK_SIZE: Final = 52
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """The options of a table; the defaults are the preset ``rummy500``."""

    preset: Preset = Preset.RUMMY500
    deep_draw: bool = True
    deep_draw_use: DeepDrawUse = DeepDrawUse.MELD_OR_LAYOFF
    deep_draw_timing: DeepDrawTiming = DeepDrawTiming.SAME_TURN
    top_draw_must_use: bool = False
    forbid_discard_of_taken_top: bool = True
    max_melds_per_turn: int = 0
    """0 = no limit, or 1."""
    layoff_requires_own_meld: bool = False
    ace_mode: AceMode = AceMode.BOTH
    must_discard_to_go_out: bool = False
    exhausted_stock: ExhaustedStock = ExhaustedStock.DECLINE_ENDS
    scoring: Scoring = Scoring.PLACED_MINUS_HAND
    simple_scoring: bool = False
    simple_low_ace: int = 5
    """5 or 1 points; used with simple scoring and aces at both ends only."""
    subtract_winner_hand: SubtractWinnerHand = SubtractWinnerHand.BASIC_ONLY
    split_rounding: SplitRounding = SplitRounding.FLOOR
    target_score: int = 500
    target_test: TargetTest = TargetTest.REACH
    tie_break: TieBreak = TieBreak.EXTRA_HAND
    hand_size: int = 0
    """Cards dealt to each seat; 0 = auto: 13 for two seats, 7 for three and four (R2)."""
    first_dealer: FirstDealer = FirstDealer.RANDOM
    next_dealer: NextDealer = NextDealer.ROTATE
    idle_rounds: int = 3
    """R35; 0 = the hand is never ended for idleness."""
    undo: bool = True
    turn_seconds: int = 0
    """0 = no clock, else 15 to 300 seconds."""
    reserve_seconds: int = 30
    daily: bool = False
    restriction: bool = False
    going_out_bonus: int = 0
    going_rummy: GoingRummy = GoingRummy.OFF

    plays_limited: bool = field(init=False, repr=False, compare=False)
    """Not an option but what follows from them: a card that fits somewhere may yet be of no use
    (O2, O6, O7, O9). Kept here since every deep draw is asked about."""

    def __post_init__(self) -> None:
        """Work out what follows."""
        limited = (
            self.deep_draw_use is DeepDrawUse.MELD_ONLY
            or self.max_melds_per_turn != 0
            or self.layoff_requires_own_meld
            or self.must_discard_to_go_out
        )
        object.__setattr__(self, "plays_limited", limited)

    def cards_each(self, players: int) -> int:
        """Return how many cards each of ``players`` seats is dealt (R2, O20)."""
        if self.hand_size:
            return self.hand_size
        return 13 if players == MIN_PLAYERS else 7


RUMMY500: Final = TableOptions()
BASIC: Final = TableOptions(
    preset=Preset.BASIC,
    deep_draw=False,
    ace_mode=AceMode.LOW,
    scoring=Scoring.WINNER_TAKES_HANDS,
    target_score=100,
)


class OptionError(ValueError):
    """An option that does not exist, a value that it cannot have, or a refused combination."""

    def __init__(self, option: str, value: str) -> None:
        super().__init__(f"option {option}: {value}")
        self.option = option
        self.value = value


def preset_options(preset: Preset) -> TableOptions:
    """Return the options that a preset stands for."""
    match preset:
        case Preset.RUMMY500:
            return RUMMY500
        case Preset.BASIC:
            return BASIC


_RANGES: Final[dict[str, tuple[range, ...]]] = {
    "max_melds_per_turn": (range(2),),
    "simple_low_ace": (range(1, 2), range(5, 6)),
    "target_score": (range(1, 10_001),),
    "hand_size": (range(1), range(5, 14)),
    "idle_rounds": (range(11),),
    "turn_seconds": (range(1), range(15, 301)),
    "reserve_seconds": (range(301),),
    "going_out_bonus": (range(101),),
}
_MAX_DIGITS: Final = 9
"""More than any number here needs; what is far longer could not even be read."""
_SWITCH: Final = {"on": True, "off": False}
OPTION_NAMES: Final = tuple(f.name for f in fields(TableOptions) if f.init and f.name != "preset")


def with_option(options: TableOptions, name: str, text: str) -> TableOptions:
    """Return ``options`` with one option set from its text.

    ``restriction on`` sets ``max_melds_per_turn`` to 1 and ``layoff_requires_own_meld`` to on as
    well (O26); a later call for one of these wins, and so does a later ``restriction off``, which
    gives both the values of the preset again.

    Raises:
        OptionError: there is no such option, or it cannot have that value.

    """
    if name not in OPTION_NAMES:
        raise OptionError(name, text)
    values: dict[str, Any] = {name: _parse_value(name, text, getattr(options, name))}
    changed = replace(options, **values)
    if name == "restriction" and changed.restriction:
        return replace(changed, max_melds_per_turn=1, layoff_requires_own_meld=True)
    if name == "restriction" and options.restriction:
        base = preset_options(options.preset)
        return replace(
            changed,
            max_melds_per_turn=base.max_melds_per_turn,
            layoff_requires_own_meld=base.layoff_requires_own_meld,
        )
    return changed


def _parse_value(name: str, text: str, present: object) -> bool | int | StrEnum:
    if isinstance(present, bool):
        if text not in _SWITCH:
            raise OptionError(name, text)
        return _SWITCH[text]
    if isinstance(present, StrEnum):
        try:
            return type(present)(text)
        except ValueError:
            raise OptionError(name, text) from None
    if name == "hand_size" and text == "auto":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        raise OptionError(name, text)
    number = int(text)
    if name == "hand_size" and number == 0:
        raise OptionError(name, text)
    if not any(number in allowed for allowed in _RANGES[name]):
        raise OptionError(name, text)
    return number


def option_text(options: TableOptions, name: str) -> str:
    """Return the value of one option as files and wire write it."""
    value = getattr(options, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    if name == "hand_size" and value == 0:
        return "auto"
    return str(value)


def changed_options(options: TableOptions) -> dict[str, str]:
    """Return the options that differ from their preset, by name, as text."""
    base = preset_options(options.preset)
    return {
        name: option_text(options, name)
        for name in OPTION_NAMES
        if getattr(options, name) != getattr(base, name)
    }


def _refuse(option: str, value: str) -> NoReturn:
    raise OptionError(option, value)


def check_table(options: TableOptions, players: int, computers: int) -> None:
    """Check what may only be judged when a table is made (end of "Options" in ``docs/rules.md``).

    Raises:
        OptionError: naming the option that does not fit.

    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        _refuse("players", str(players))
    if players * options.cards_each(players) + 1 >= PACK_SIZE:
        _refuse("hand_size", option_text(options, "hand_size"))
    turns_pile = options.exhausted_stock in {
        ExhaustedStock.RESHUFFLE_KEEP_TOP,
        ExhaustedStock.FLIP_PILE,
    }
    if options.idle_rounds == 0 and (computers or turns_pile):
        _refuse("idle_rounds", "0")
    if options.restriction and (
        options.max_melds_per_turn != 1 or not options.layoff_requires_own_meld
    ):
        _refuse("restriction", "on")
    if options.daily:
        _check_daily(options, players)


def _check_daily(options: TableOptions, players: int) -> None:
    if players != MIN_PLAYERS:
        _refuse("players", str(players))
    for name in changed_options(options):
        if name != "daily":
            raise OptionError(name, option_text(options, name))
