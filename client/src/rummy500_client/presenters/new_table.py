"""A table in the making: what was chosen so far, what an answer changes, and what is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final

from rummy500.engine.options import (
    MIN_PLAYERS,
    OptionError,
    Preset,
    TableOptions,
    changed_options,
    option_text,
    preset_options,
    with_option,
)
from rummy500_client.i18n.words import Words
from rummy500_client.presenters import home
from rummy500_client.presenters.home import level_name
from rummy500_client.presenters.home_model import Choice, Notice, Option
from rummy500_client.presenters.new_table_model import (
    Control,
    NewTableModel,
    Numbers,
    OptionGroup,
    OptionLine,
)
from rummy500_client.presenters.option_use import chosen_options, fault_of, idle_options
from rummy500_client.presenters.option_words import HINTS, LABELS, option_title, own_changes
from rummy500_client.presenters.rules_model import Topic
from rummy500_client.presenters.rules_words import preset_name, rules_model, topic_title
from rummy500_client.presenters.table_model import Button, Look, Tone
from rummy500_client.settings import LEVEL_CHOICES, SEAT_CHOICES, Settings


CANCEL_TABLE: Final = "cancel_table"
MAKE_TABLE: Final = "make_table"
CUSTOMISE: Final = "customise"
STANDARD: Final = "standard_rules"
"""What the sheet reports as pressed."""

PRESET: Final = "preset"
DOOR: Final = "door"
TURN: Final = "turn_seconds"
DAILY: Final = "daily"
TARGET: Final = "target_score"
"""What it reports as answered, beside the names of the options."""

OPEN: Final = "open"
PRIVATE: Final = "private"
_TARGETS: Final = (100, 200, 500, 1000)
_CLOCKS: Final = (0, 45, 60, 90)
"""Seconds for a turn that are one press away; 0 is no clock."""
_STEP_OF_TARGET: Final = 50


class Where(Enum):
    """On which server the table is made."""

    HERE = "here"
    """On this computer, against computer players."""
    ELSEWHERE = "elsewhere"
    """Among people."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What was chosen so far."""

    where: Where
    seats: int
    level: str
    options: TableOptions
    door: str = OPEN
    unfolded: bool = False

    @property
    def computers(self) -> int:
        """Return how many computer players sit there from the start."""
        return self.seats - 1 if self.where is Where.HERE else 0


GROUPS: Final[dict[Topic, tuple[str, ...]]] = {
    Topic.DEAL: ("hand_size", DAILY),
    Topic.DRAW: (
        "deep_draw",
        "top_draw_must_use",
        "deep_draw_use",
        "deep_draw_timing",
        "forbid_discard_of_taken_top",
    ),
    Topic.MELDS: (
        "restriction",
        "max_melds_per_turn",
        "layoff_requires_own_meld",
        "ace_mode",
    ),
    Topic.DISCARD: ("must_discard_to_go_out",),
    Topic.STOCK: ("exhausted_stock", "idle_rounds"),
    Topic.SCORING: (
        "scoring",
        "simple_scoring",
        "simple_low_ace",
        "subtract_winner_hand",
        "split_rounding",
        "going_out_bonus",
        "going_rummy",
    ),
    Topic.MATCH: ("target_test", "tie_break"),
    Topic.DEALER: ("first_dealer", "next_dealer"),
    Topic.COMFORT: ("undo", TURN, "reserve_seconds"),
}
"""The options by topic. The target stands by itself."""


def draft_of(settings: Settings, where: Where, door: str = OPEN) -> Draft:
    """Return a draft with what was chosen last."""
    computers = settings.seats - 1 if where is Where.HERE else 0
    options = chosen_options(settings, computers)
    return Draft(where, settings.seats, settings.level, options, door)


def kept(draft: Draft, settings: Settings) -> Settings:
    """Return the settings with the choices of a draft."""
    rules = {k: v for k, v in changed_options(draft.options).items() if k != TARGET}
    return replace(
        settings,
        seats=draft.seats,
        level=draft.level,
        target=draft.options.target_score,
        preset=str(draft.options.preset),
        rules=rules,
    )


def answered(draft: Draft, key: str, value: str) -> Draft:
    """Return the draft after an answer; one that cannot be leaves it as it is."""
    match key:
        case "preset":
            return replace(draft, options=preset_options(Preset(value)))
        case "seats":
            return _of_the_day(replace(draft, seats=int(value)), key)
        case "level":
            return replace(draft, level=value)
        case "door":
            return replace(draft, door=value)
        case _:
            try:
                options = with_option(draft.options, key, value)
            except OptionError:
                return draft
            return _of_the_day(replace(draft, options=options), key)


def _of_the_day(draft: Draft, key: str) -> Draft:
    """Return a draft that may be: cards of the day are for two, by the rules of the game alone."""
    if not draft.options.daily:
        return draft
    if key != DAILY:
        return replace(draft, options=replace(draft.options, daily=False))
    options = replace(preset_options(draft.options.preset), daily=True)
    return replace(draft, options=options, seats=MIN_PLAYERS)


def pressed(draft: Draft, intent: str) -> Draft:
    """Return the draft after a press that changes it."""
    match intent:
        case "customise":
            return replace(draft, unfolded=not draft.unfolded)
        case "standard_rules":
            return replace(draft, options=preset_options(draft.options.preset))
        case _:
            return draft


def draft_fault(draft: Draft) -> OptionError | None:
    """Return why the table cannot be made, if so."""
    return fault_of(draft.options, draft.seats, draft.computers)


# --- what is shown -------------------------------------------------------------------------------


def new_table_model(draft: Draft, words: Words) -> NewTableModel:
    """Return the sheet."""
    say = words.say
    options = draft.options
    fault = draft_fault(draft)
    changed = changed_options(options)
    number = len([name for name in own_changes(options) if name not in {TARGET, TURN}])
    custom = say("Customise the rules")
    if number:
        custom = words.count(
            "Customise the rules ({n} changed)", "Customise the rules ({n} changed)", number
        )
    icon, text = (
        ("play", say("Play")) if draft.where is Where.HERE else ("plus", say("Open the table"))
    )
    return NewTableModel(
        title=say("New table"),
        choices=_choices(draft, words),
        target=_target(options, words),
        target_line=_line(TARGET, options, draft.seats, words),
        clock=_clock(options, words),
        customise=Button(CUSTOMISE, custom, "down" if draft.unfolded else "next"),
        open=draft.unfolded,
        groups=tuple(
            OptionGroup(
                topic_title(topic, words),
                tuple(
                    _line(name, options, draft.seats, words) for name in names if _fits(name, draft)
                ),
            )
            for topic, names in GROUPS.items()
        ),
        changed_word=say("Changed"),
        rules=rules_model(options, draft.seats, words),
        fault=None if fault is None else Notice(_fault_words(fault, draft, words), Tone.BAD),
        standard=Button(STANDARD, say("Back to the standard rules"), "undo"),
        may_reset=bool(changed),
        cancel=Button(CANCEL_TABLE, say("Cancel"), "close"),
        create=Button(MAKE_TABLE, text, icon, Look.GOLD if fault is None else Look.DASHED),
    )


def _fits(name: str, draft: Draft) -> bool:
    """Return whether an option is for a table there.

    The cards of the day are the same for all who play on one server; alone they would be nobody
    else's.
    """
    return name != DAILY or draft.where is Where.ELSEWHERE


def _choices(draft: Draft, words: Words) -> tuple[Choice, ...]:
    say = words.say
    presets = tuple(Option(str(each), preset_name(each, words)) for each in Preset)
    seats = tuple(Option(str(n), words.count("{n} player", "{n} players", n)) for n in SEAT_CHOICES)
    levels = tuple(Option(level, level_name(level, words)) for level in LEVEL_CHOICES)
    last = {
        Where.HERE: Choice(home.LEVEL, say("Level of computer players"), levels, draft.level),
        Where.ELSEWHERE: door_choice(draft.door, words),
    }[draft.where]
    return (
        Choice(PRESET, say("Game"), presets, str(draft.options.preset)),
        Choice(home.SEATS, say("Players"), seats, str(draft.seats)),
        last,
    )


def door_choice(door: str, words: Words) -> Choice:
    """Return the question who may join a table of people."""
    say = words.say
    doors = (Option(OPEN, say("Anyone")), Option(PRIVATE, say("With a code")))
    return Choice(DOOR, say("Who may join"), doors, door)


def _target(options: TableOptions, words: Words) -> Choice:
    offered = tuple(Option(str(number), str(number)) for number in _TARGETS)
    return Choice(TARGET, words.say("Target"), offered, option_text(options, TARGET))


def _clock(options: TableOptions, words: Words) -> Choice:
    offered = tuple(
        Option(
            str(number),
            words.say("{n} s", n=number) if number else words.say_in("clock of a turn", "None"),
        )
        for number in _CLOCKS
    )
    return Choice(TURN, words.say("Clock for a turn"), offered, option_text(options, TURN))


def _line(name: str, options: TableOptions, players: int, words: Words) -> OptionLine:
    base = preset_options(options.preset)
    value = getattr(options, name)
    line = OptionLine(
        name=name,
        title=option_title(name, words),
        hint=words.say(HINTS[name]) if name in HINTS else "",
        control=Control.NUMBER,
        value=option_text(options, name),
        changed=value != getattr(base, name),
        idle=name in idle_options(options, players),
    )
    if isinstance(value, bool):
        return replace(line, control=Control.SWITCH)
    if isinstance(value, StrEnum) or name in LABELS:
        answers = tuple(Option(text, words.say(told)) for text, told in LABELS[name].items())
        return replace(line, control=Control.CHOICE, options=answers)
    numbers = _range(name, words)
    return replace(line, numbers=numbers, least_value="auto" if name == "hand_size" else "")


def _range(name: str, words: Words) -> Numbers:
    match name:
        case "hand_size":
            return Numbers(0, 13, after_gap=5, least_text=words.say("As usual"))
        case "idle_rounds":
            return Numbers(0, 10)
        case "turn_seconds":
            return Numbers(0, 300, step=15, after_gap=15)
        case "reserve_seconds":
            return Numbers(0, 300, step=15)
        case "going_out_bonus":
            return Numbers(0, 100, step=5)
        case _:
            return Numbers(1, 10_000, step=_STEP_OF_TARGET)


# --- refusals ------------------------------------------------------------------------------------


def _fault_words(fault: OptionError, draft: Draft, words: Words) -> str:
    """Return what does not fit, with the option by its title, and what would."""
    say = words.say
    match fault.option:
        case "hand_size":
            reason = words.count(
                "the pack is too small for {n} player with {cards} cards each",
                "the pack is too small for {n} players with {cards} cards each",
                draft.seats,
                cards=draft.options.cards_each(draft.seats),
            )
        case "idle_rounds" if draft.computers:
            reason = say("computer players never tire, so choose 1 to 10")
        case "idle_rounds":
            reason = say("while the pile becomes the stock again, choose 1 to 10")
        case "restriction":
            reason = say("it stands for one new meld a turn, and laying off only after melding")
        case _:
            reason = say("this does not go with the other rules")
    return say("{option}: {reason}.", option=option_title(fault.option, words), reason=reason)
