"""Which options do nothing under the others, and what options a person's choices come to."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from rummy500.engine.options import (
    MIN_PLAYERS,
    AceMode,
    ExhaustedStock,
    OptionError,
    Preset,
    Scoring,
    TableOptions,
    changed_options,
    check_table,
    preset_options,
    with_option,
)
from rummy500_client.settings import Settings


def idle_options(options: TableOptions, players: int) -> frozenset[str]:
    """Return the options that another one, or the number of seats, makes idle."""
    winner = options.scoring is Scoring.WINNER_TAKES_HANDS
    idle = {
        "deep_draw_use": not (options.deep_draw or options.top_draw_must_use),
        "deep_draw_timing": not (options.deep_draw or options.top_draw_must_use),
        "forbid_discard_of_taken_top": options.top_draw_must_use,
        "simple_low_ace": not (options.simple_scoring and options.ace_mode is AceMode.BOTH),
        "split_rounding": not winner or players == MIN_PLAYERS,
        "going_rummy": not winner,
        "going_out_bonus": options.scoring is not Scoring.PLACED_MINUS_HAND,
        "idle_rounds": options.exhausted_stock is ExhaustedStock.ENDS_WITH_LAST_CARD,
        "reserve_seconds": options.turn_seconds == 0,
    }
    return frozenset(name for name, yes in idle.items() if yes)


def preset_named(name: str) -> Preset:
    """Return the preset of a name, the standard one for a name that there is not."""
    return next((preset for preset in Preset if preset == name), Preset.RUMMY500)


def options_from(preset: Preset, rules: Mapping[str, str]) -> TableOptions:
    """Return the options of remembered rules; what is not understood any more is left out."""
    options = preset_options(preset)
    # the restriction sets two others, so it comes before them
    for name in sorted(rules, key=lambda each: each != "restriction"):
        with suppress(OptionError):
            options = with_option(options, name, rules[name])
    return options


def playable(options: TableOptions, players: int, computers: int) -> TableOptions:
    """Return the options with those that no table accepts as in the preset.

    The cards of the day give way to whatever else was chosen, and belong to tables of people.
    """
    if options.daily and (computers or fault_of(options, players, computers) is not None):
        options = replace(options, daily=False)
    for _ in changed_options(options):
        fault = fault_of(options, players, computers)
        if fault is None:
            return options
        rules = {k: v for k, v in changed_options(options).items() if k != fault.option}
        options = options_from(options.preset, rules)
    return options


def chosen_options(settings: Settings, computers: int) -> TableOptions:
    """Return the options that a person chose last, as far as a table can be made with them."""
    options = options_from(preset_named(settings.preset), settings.rules)
    return playable(replace(options, target_score=settings.target), settings.seats, computers)


def fault_of(options: TableOptions, players: int, computers: int) -> OptionError | None:
    """Return why no table can be made with these options, if so."""
    try:
        check_table(options, players, computers)
    except OptionError as error:
        return error
    return None
