"""The settings as a sheet: which questions there are, and what an answer changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rummy500_client.i18n.words import Words
from rummy500_client.presenters.home import name_field
from rummy500_client.presenters.preferences_model import (
    Kind,
    Pick,
    Picks,
    PreferenceRow,
    PreferencesModel,
    Section,
    Slide,
    Toggle,
    Typed,
)
from rummy500_client.presenters.table_model import Button
from rummy500_client.settings import (
    LEAST_SCALE,
    LOUDEST,
    MOST_SCALE,
    BackChoice,
    ClothChoice,
    Faces,
    Language,
    ReducedMotion,
    Settings,
    SoundGroup,
    Sounds,
    Speed,
    ThemeChoice,
)


CLOSE_SETTINGS: Final = "close_settings"
RESET: Final = "reset_settings"
"""What closes the sheet, and what sets all to how it was in the beginning."""

ON: Final = "on"
OFF: Final = "off"
"""The values of a toggle."""

VOLUME: Final = "volume:"
"""Followed by the name of a group of sounds."""

_SCALE_STEP: Final = 5
_VOLUME_STEP: Final = 10


def preferences_model(
    settings: Settings, words: Words, *, sound: bool, resetting: bool = False
) -> PreferencesModel:
    """Return the sheet.

    ``sound`` is whether this computer can play sounds, ``resetting`` whether the button that
    resets all was pressed once and waits for the second press.
    """
    say = words.say
    reset = say("Press again to reset") if resetting else say("Reset all")
    return PreferencesModel(
        title=say("Settings"),
        sections=(
            _look(settings, words),
            _cards(settings, words),
            _motion(settings, words),
            _sound(settings, words, sound=sound),
            _aids(settings, words),
            _person(settings, words),
        ),
        sections_name=say("Sections"),
        preview_title=say("This is how it looks"),
        preview_note=say("Changes apply at once."),
        preview_accessible=say("Picture of the cards as they are now"),
        reset=Button(RESET, reset, "refresh"),
        reset_note=say("Your name and your language stay."),
        close=Button(CLOSE_SETTINGS, say("Close"), "close"),
    )


def _picks(
    key: str, title: str, chosen: str, texts: dict[str, str], kind: Kind = Kind.WORDS
) -> Picks:
    picks = tuple(Pick(value, text, f"{title}: {text}") for value, text in texts.items())
    return Picks(key, picks, chosen, kind)


def _look(settings: Settings, words: Words) -> Section:
    say = words.say
    theme, cloth = say("Theme"), say("Cloth")
    themes: dict[str, str] = {
        ThemeChoice.SYSTEM: say("As the system"),
        ThemeChoice.LIGHT: words.say_in("theme", "Light"),
        ThemeChoice.DARK: words.say_in("theme", "Dark"),
    }
    cloths: dict[str, str] = {
        ClothChoice.FOREST: say("Forest"),
        ClothChoice.NIGHT: say("Night"),
        ClothChoice.WINE: say("Wine"),
        ClothChoice.GRAPHITE: say("Graphite"),
        ClothChoice.CONTRAST: say("Contrast"),
    }
    rows = (
        PreferenceRow(
            theme,
            (_picks("theme", theme, settings.theme, themes),),
            say("For the panels and this page"),
        ),
        PreferenceRow(cloth, (_picks("cloth", cloth, settings.cloth, cloths, Kind.CLOTHS),)),
    )
    return Section("look", say("Appearance"), "eye", rows)


def _cards(settings: Settings, words: Words) -> Section:
    say = words.say
    faces, size = say("Faces"), say("Size")
    back = words.say_in("of a card", "Back")
    ways: dict[str, str] = {
        Faces.CLASSIC: words.say_in("faces of the cards", "Classic"),
        Faces.LARGE: say("Large index"),
    }
    backs: dict[str, str] = {
        BackChoice.WINE: say("Wine"),
        BackChoice.NIGHT: say("Night"),
        BackChoice.FOREST: say("Forest"),
        BackChoice.INK: say("Ink"),
    }
    scale = Slide(
        "card_scale",
        say("Size of the cards"),
        settings.card_scale,
        LEAST_SCALE,
        MOST_SCALE,
        _SCALE_STEP,
        say("{n}%", n=settings.card_scale),
        say("{n}%", n=LEAST_SCALE),
        say("{n}%", n=MOST_SCALE),
    )
    rows = (
        PreferenceRow(
            faces,
            (_picks("faces", faces, settings.faces, ways),),
            say("Large index: easy to read from a distance"),
        ),
        PreferenceRow(
            say("Colours"),
            (Toggle("four_colours", say("Four colours"), on=settings.four_colours),),
            say("Each suit has its own"),
        ),
        PreferenceRow(size, (scale,)),
        PreferenceRow(back, (_picks("back", back, settings.back, backs, Kind.BACKS),)),
    )
    return Section("cards", say("Cards"), "meld", rows)


def _motion(settings: Settings, words: Words) -> Section:
    say = words.say
    speed, less = say("Animations"), say("Less motion")
    speeds: dict[str, str] = {
        Speed.OFF: words.say_in("animations", "Off"),
        Speed.FAST: words.say_in("animations", "Fast"),
        Speed.NORMAL: words.say_in("animations", "Normal"),
        Speed.SLOW: words.say_in("animations", "Slow"),
    }
    ways: dict[str, str] = {
        ReducedMotion.SYSTEM: say("As the system"),
        ReducedMotion.ON: say("Yes"),
        ReducedMotion.OFF: say("No"),
    }
    rows = (
        PreferenceRow(speed, (_picks("speed", speed, settings.speed, speeds),)),
        PreferenceRow(
            less,
            (_picks("reduced_motion", less, settings.reduced_motion, ways),),
            say("Cards appear at their place and nothing travels"),
        ),
    )
    return Section("motion", say("Motion"), "play", rows)


def _sound(settings: Settings, words: Words, *, sound: bool) -> Section:
    say = words.say
    groups = {
        SoundGroup.TURN: (say("Your turn"), settings.sounds.turn),
        SoundGroup.PLAYS: (say("Plays"), settings.sounds.plays),
        SoundGroup.PEOPLE: (say("People"), settings.sounds.people),
        SoundGroup.ALERTS: (say("Alerts"), settings.sounds.alerts),
    }
    volumes = tuple(
        Slide(f"{VOLUME}{group}", name, level, 0, LOUDEST, _VOLUME_STEP, say("{n}%", n=level))
        for group, (name, level) in groups.items()
    )
    silent = "" if sound else say("This installation has no sound; the choices are kept.")
    rows = (
        PreferenceRow(
            say("All sounds"),
            (Toggle("muted", say("Sounds on"), on=not settings.sounds.muted),),
            silent,
        ),
        PreferenceRow(say("Volume"), volumes),
    )
    return Section("sound", say("Sound"), "sound", rows)


def _aids(settings: Settings, words: Words) -> Section:
    say = words.say
    rows = (
        PreferenceRow(
            say("Hints"),
            (Toggle("hints", say("Point out melds in the hand"), on=settings.hints),),
            say("A bracket and points over each"),
        ),
        PreferenceRow(
            say("Confirm"),
            (Toggle("confirm", say("Ask for a second press"), on=settings.confirm),),
            say("Before a discard; what ends the hand asks in any case"),
        ),
    )
    return Section("aids", say("Hints and safety"), "info", rows)


def _person(settings: Settings, words: Words) -> Section:
    say = words.say
    name = name_field(settings, words)
    language = say("Language")
    languages: dict[str, str] = {
        Language.SYSTEM: say("As the system"),
        Language.SPANISH: "Español",
        Language.ENGLISH: "English",
    }
    rows = (
        PreferenceRow(name.label, (Typed("name", name),), say("Others see it at the next table")),
        PreferenceRow(language, (_picks("language", language, settings.language, languages),)),
    )
    return Section("person", say("Name and language"), "user", rows)


# --- answers -------------------------------------------------------------------------------------


def answered(settings: Settings, key: str, value: str) -> Settings:
    """Return the settings after an answer; one that is not understood changes nothing."""
    if key.startswith(VOLUME):
        group = SoundGroup(key.removeprefix(VOLUME))
        return replace(settings, sounds=_louder(settings.sounds, group, int(value)))
    change = _ANSWERS.get(key)
    return settings if change is None else change(settings, value)


def _louder(sounds: Sounds, group: SoundGroup, level: int) -> Sounds:
    match group:
        case SoundGroup.TURN:
            return replace(sounds, turn=level)
        case SoundGroup.PLAYS:
            return replace(sounds, plays=level)
        case SoundGroup.PEOPLE:
            return replace(sounds, people=level)
        case SoundGroup.ALERTS:
            return replace(sounds, alerts=level)


def _muted(settings: Settings, value: str) -> Settings:
    return replace(settings, sounds=replace(settings.sounds, muted=value == OFF))


_ANSWERS: Final[dict[str, Callable[[Settings, str], Settings]]] = {
    "theme": lambda settings, value: replace(settings, theme=ThemeChoice(value)),
    "cloth": lambda settings, value: replace(settings, cloth=ClothChoice(value)),
    "faces": lambda settings, value: replace(settings, faces=Faces(value)),
    "four_colours": lambda settings, value: replace(settings, four_colours=value == ON),
    "card_scale": lambda settings, value: replace(settings, card_scale=int(value)),
    "back": lambda settings, value: replace(settings, back=BackChoice(value)),
    "speed": lambda settings, value: replace(settings, speed=Speed(value)),
    "reduced_motion": lambda settings, value: replace(
        settings, reduced_motion=ReducedMotion(value)
    ),
    "muted": _muted,
    "hints": lambda settings, value: replace(settings, hints=value == ON),
    "confirm": lambda settings, value: replace(settings, confirm=value == ON),
    "name": lambda settings, value: replace(settings, name=value.strip()),
    "language": lambda settings, value: replace(settings, language=Language(value)),
}
