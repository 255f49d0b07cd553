"""The first screen and the panel to connect, from the settings and what is going on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from rummy500.protocol.limits import MAX_NAME
from rummy500.protocol.version import PROGRAM_VERSION
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.buttons import settings_button
from rummy500_client.presenters.daily import daily_tile
from rummy500_client.presenters.help import help_button
from rummy500_client.presenters.home_model import (
    Choice,
    ConnectModel,
    Field,
    HomeModel,
    Notice,
    Option,
    Running,
    Tile,
)
from rummy500_client.presenters.option_use import chosen_options
from rummy500_client.presenters.option_words import rules_summary
from rummy500_client.presenters.table_model import Button, Look, Tone
from rummy500_client.settings import (
    LEVEL_CHOICES,
    SEAT_CHOICES,
    TARGET_CHOICES,
    Settings,
)


PLAY: Final = "play"
RESUME: Final = "resume"
CONNECT: Final = "connect"
CANCEL: Final = "cancel"
LANGUAGE: Final = "language"
NEW_TABLE: Final = "new_table"
SEATS: Final = "seats"
LEVEL: Final = "level"
TARGET: Final = "target"
"""What the first screen reports."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing is going on."""


@dataclass(frozen=True, slots=True)
class Starting:
    """The server on this computer starts and a table is made there."""


@dataclass(frozen=True, slots=True)
class Reaching:
    """A server is being connected to."""

    address: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """It did not work; the text says why."""

    text: str


Doing = Idle | Starting | Reaching | Trouble


def home_model(
    settings: Settings, doing: Doing, words: Words, today: date, *, asked: str = ""
) -> HomeModel:
    """Return the first screen.

    ``today`` is the date by UTC, ``asked`` the intent of the tile that waits for its second press.
    """
    say = words.say
    busy = isinstance(doing, Starting)
    terms = give_up_words(words) if asked == PLAY else _terms(settings, words)
    day = daily_tile(settings, today, words, enabled=not busy)
    if asked == day.intent:
        day = replace(day, sub=give_up_words(words))
    return HomeModel(
        title=say("Rummy 500"),
        sub=say("The table is set: sit down whenever you like."),
        play=Tile(PLAY, say("Play now"), terms, "play", enabled=not busy),
        choices=(_seats(settings, words), _level(settings, words), _target(settings, words)),
        tiles=(
            Tile(
                NEW_TABLE,
                say("Choose table and rules"),
                rules_summary(chosen_options(settings, settings.seats - 1), settings.seats, words),
                "log",
                enabled=not busy,
            ),
            day,
            Tile(
                CONNECT,
                say("Connect to a server"),
                say("For friends: with the address that you were given"),
                "link",
                enabled=not busy,
            ),
        ),
        name=name_field(settings, words),
        language=Button(
            LANGUAGE,
            say("Español"),
            "globe",
            accessible=say("Language: English. Press for Spanish."),
        ),
        tools=(settings_button(words), help_button(words)),
        running=_running(settings, words),
        notice=_notice(doing, words),
        version=say("Version {number}", number=PROGRAM_VERSION),
    )


def give_up_words(words: Words) -> str:
    """Return what a tile asks that would end the match that waits."""
    return words.say("Press again: the match that waits for you is given up")


def _terms(settings: Settings, words: Words) -> str:
    level = level_name(settings.level, words).lower()
    return words.count(
        "Against {n} computer player, {level}, to {points} points",
        "Against {n} computer players, {level}, to {points} points",
        settings.seats - 1,
        level=level,
        points=settings.target,
    )


def level_name(level: str, words: Words) -> str:
    """Return the name of a level of computer players."""
    match level:
        case "easy":
            return words.say("Easy")
        case "steady":
            return words.say("Medium")
        case _:
            return level


def _seats(settings: Settings, words: Words) -> Choice:
    options = tuple(
        Option(str(n), str(n), words.count("{n} player", "{n} players", n)) for n in SEAT_CHOICES
    )
    return Choice(SEATS, words.say("Players"), options, str(settings.seats))


def _level(settings: Settings, words: Words) -> Choice:
    options = tuple(
        Option(level, level_name(level, words), level_name(level, words)) for level in LEVEL_CHOICES
    )
    return Choice(LEVEL, words.say("Level"), options, settings.level)


def _target(settings: Settings, words: Words) -> Choice:
    options = tuple(
        Option(str(n), str(n), words.count("{n} point", "{n} points", n))
        for n in offered_targets(settings)
    )
    return Choice(TARGET, words.say("Target"), options, str(settings.target))


def offered_targets(settings: Settings) -> tuple[int, ...]:
    """Return the targets one press away; one that was typed takes its neighbour's place."""
    nearest = min(TARGET_CHOICES, key=lambda n: abs(n - settings.target))
    return tuple(settings.target if n == nearest else n for n in TARGET_CHOICES)


def name_field(settings: Settings, words: Words) -> Field:
    """Return the field for the person's name."""
    return Field(words.say("Your name"), settings.name, own_name(Settings(), words), limit=MAX_NAME)


def own_name(settings: Settings, words: Words) -> str:
    """Return the name under which the person plays; a friendly one where none was chosen."""
    return settings.name.strip()[:MAX_NAME].strip() or words.say("Guest")


def _running(settings: Settings, words: Words) -> Running | None:
    say = words.say
    back = Button(RESUME, say("Resume"), "next")
    if settings.seat_at:
        where = say("At {address}, with the others", address=settings.seat_at)
        return Running(say("Your match goes on"), where, back)
    if settings.unfinished:
        return Running(
            say("Your match is waiting"), say("On this computer, until you begin another"), back
        )
    return None


def _notice(doing: Doing, words: Words) -> Notice | None:
    match doing:
        case Idle() | Reaching():
            return None
        case Starting():
            return Notice(words.say("Setting the table…"), busy=True)
        case Trouble(text=text):
            return Notice(text, Tone.BAD)


def connect_model(settings: Settings, doing: Doing, words: Words) -> ConnectModel:
    """Return the panel to connect to a server."""
    say = words.say
    notice = None
    match doing:
        case Reaching(address=address):
            notice = Notice(say("Connecting to {address}…", address=address), busy=True)
        case Trouble(text=text):
            notice = Notice(text, Tone.BAD)
        case Idle() | Starting():
            pass
    return ConnectModel(
        title=say("Connect to a server"),
        sub=say("The name or IP address of the server, with its port if that is not 8500"),
        address=Field(say("Address"), settings.last_server, "example.org"),
        name=name_field(settings, words),
        connect=Button(CONNECT, say("Connect"), "next", Look.GOLD),
        cancel=Button(CANCEL, say("Cancel"), "close"),
        notice=notice,
    )
