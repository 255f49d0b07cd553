"""Option sets for the computer players to be tried under."""

from __future__ import annotations

from random import Random

from rummy500.engine.options import (
    BASIC,
    RUMMY500,
    AceMode,
    DeepDrawTiming,
    DeepDrawUse,
    ExhaustedStock,
    OptionError,
    Scoring,
    TableOptions,
    check_table,
    with_option,
)


_SWITCH = ("on", "off")
_VALUES: dict[str, tuple[str, ...]] = {
    "deep_draw": _SWITCH,
    "deep_draw_use": tuple(DeepDrawUse),
    "deep_draw_timing": tuple(DeepDrawTiming),
    "top_draw_must_use": _SWITCH,
    "forbid_discard_of_taken_top": _SWITCH,
    "max_melds_per_turn": ("0", "1"),
    "layoff_requires_own_meld": _SWITCH,
    "ace_mode": tuple(AceMode),
    "must_discard_to_go_out": _SWITCH,
    "exhausted_stock": tuple(ExhaustedStock),
    "scoring": tuple(Scoring),
    "simple_scoring": _SWITCH,
    "simple_low_ace": ("1", "5"),
    "hand_size": ("5", "7", "10", "13"),
    "undo": _SWITCH,
    "idle_rounds": ("1", "3"),
}


def random_options(rng: Random, players: int) -> TableOptions:
    """Return one of the presets with each option that bears on play as likely as its others."""
    while True:
        options = rng.choice((RUMMY500, RUMMY500, BASIC))
        for name, values in _VALUES.items():
            if rng.random() < 0.5:
                options = with_option(options, name, rng.choice(values))
        try:
            check_table(options, players, computers=players)
        except OptionError:
            continue
        return options
