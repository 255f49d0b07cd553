"""The file of the settings: one small JSON file in the user's folder, never trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar

import platformdirs

from rummy500.protocol.limits import MAX_NAME
from rummy500_client.settings import (
    LEAST_SCALE,
    LEVEL_CHOICES,
    LOUDEST,
    MAX_TARGET,
    MOST_SCALE,
    PRESET_CHOICES,
    SEAT_CHOICES,
    SORT_CHOICES,
    BackChoice,
    ClothChoice,
    Daily,
    Faces,
    KeptOrder,
    Language,
    ReducedMotion,
    Settings,
    Sounds,
    Speed,
    ThemeChoice,
)


VERSION: Final = 1
"""The version of the file. A file of another one is read as far as it is understood."""
_FILE: Final = "settings.json"
_BROKEN: Final = "settings.broken.json"
_OTHER: Final = "settings.other.json"
"""A copy of a file of another version, taken before ours replaces it."""
_MOST_BYTES: Final = 1_000_000
"""A file that is longer was never ours."""
_MOST_HANDS: Final = 1_000_000
_MOST_POINTS: Final = 1_000_000
_T = TypeVar("_T")
_E = TypeVar("_E", bound=StrEnum)


class SettingsFile:
    """Reads and writes the settings. A file that cannot be read is set aside, never fatal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broken = False
        """A file was found that could not be read; it was set aside."""
        self.path = folder / _FILE

    def load(self) -> Settings:
        """Return the settings of the file; what is missing or wrong has its default."""
        try:
            found = self._read()
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError):  # nested too deep, it overflows the reader
            return self._anew()
        if not isinstance(found, dict):
            return self._anew()
        if found.get("version", VERSION) != VERSION:
            self._keep_a_copy()
        return settings_from(found)

    def _anew(self) -> Settings:
        """Set what was found aside, and begin with the defaults."""
        self.broken = True
        self._set_aside()
        return Settings()

    def _read(self) -> object:
        with self.path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            msg = "too long for a file of settings"
            raise ValueError(msg)
        return json.loads(data.decode("utf-8"))

    def save(self, settings: Settings) -> None:
        """Write the settings so that a crash leaves the old file or the new one, never half.

        Raises ``OSError`` where the folder cannot be written; nothing is left behind then.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        found = {"version": VERSION, **asdict(settings)}
        text = json.dumps(found, ensure_ascii=False, indent=2)
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=self.folder, prefix=_FILE, delete=False
        ) as file:
            made = Path(file.name)
            try:
                file.write(text + "\n")
                file.flush()
            except OSError:
                made.unlink()
                raise
        try:
            made.replace(self.path)
        except OSError:
            made.unlink()
            raise

    def reset(self) -> None:
        """Set the present file aside, so that the next load starts anew."""
        self._set_aside()

    def _set_aside(self) -> None:
        """Move the file away; in a folder that is for reading only it stays and is not heeded."""
        with suppress(OSError):
            self.path.replace(self.folder / _BROKEN)

    def _keep_a_copy(self) -> None:
        with suppress(OSError):
            (self.folder / _OTHER).write_bytes(self.path.read_bytes())


def settings_from(found: Mapping[str, object]) -> Settings:
    """Return settings from plain data; each value that does not fit has its default."""
    plain = Settings()
    return Settings(
        language=_member(Language, found.get("language"), plain.language),
        name=_text(found.get("name"))[:MAX_NAME],
        last_server=_text(found.get("last_server")),
        seats=_choice(found.get("seats"), SEAT_CHOICES, plain.seats),
        level=_choice(found.get("level"), LEVEL_CHOICES, plain.level),
        target=_number(found.get("target"), 1, MAX_TARGET, plain.target),
        preset=_choice(found.get("preset"), PRESET_CHOICES, plain.preset),
        rules=_texts(found.get("rules")),
        unfinished=_text(found.get("unfinished")),
        seat_at=_text(found.get("seat_at")),
        order=_order(found.get("order")),
        sort=_choice(found.get("sort"), SORT_CHOICES, plain.sort),
        daily=_daily(found.get("daily")),
        tokens=_texts(found.get("tokens")),
        theme=_member(ThemeChoice, found.get("theme"), plain.theme),
        cloth=_member(ClothChoice, found.get("cloth"), plain.cloth),
        four_colours=_flag(found.get("four_colours"), default=plain.four_colours),
        faces=_member(Faces, found.get("faces"), plain.faces),
        back=_member(BackChoice, found.get("back"), plain.back),
        card_scale=_number(found.get("card_scale"), LEAST_SCALE, MOST_SCALE, plain.card_scale),
        speed=_member(Speed, found.get("speed"), plain.speed),
        reduced_motion=_member(ReducedMotion, found.get("reduced_motion"), plain.reduced_motion),
        sounds=_sounds(found.get("sounds")),
        confirm=_flag(found.get("confirm"), default=plain.confirm),
        hints=_flag(found.get("hints"), default=plain.hints),
        newcomer=_flag(found.get("newcomer"), default=plain.newcomer),
    )


def _member(choices: type[_E], value: object, default: _E) -> _E:
    return next((one for one in choices if one == value), default)


def _flag(value: object, *, default: bool) -> bool:
    return value if isinstance(value, bool) else default


def _number(value: object, least: int, most: int, default: int) -> int:
    """Return a whole number within its bounds; ``True`` is no number."""
    return value if type(value) is int and least <= value <= most else default


def _sounds(value: object) -> Sounds:
    found = value if isinstance(value, dict) else {}
    plain = Sounds()
    levels = {
        part.name: _number(found.get(part.name), 0, LOUDEST, getattr(plain, part.name))
        for part in fields(Sounds)
        if part.name != "muted"
    }
    return Sounds(muted=_flag(found.get("muted"), default=plain.muted), **levels)


def _order(value: object) -> KeptOrder:
    """Return the order of a hand; one with anything wrong in it is forgotten."""
    found = value if isinstance(value, dict) else {}
    cards = found.get("cards")
    if not isinstance(cards, list) or not all(type(c) is int and c >= 0 for c in cards):
        return KeptOrder()
    hand = _number(found.get("hand"), 0, _MOST_HANDS, 0)
    return KeptOrder(_text(found.get("table")), hand, tuple(cards))


def _daily(value: object) -> Daily:
    found = value if isinstance(value, dict) else {}
    own, other = (_number(found.get(n), -_MOST_POINTS, _MOST_POINTS, 0) for n in ("own", "other"))
    return Daily(_text(found.get("day")), own, other, _flag(found.get("over"), default=False))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> dict[str, str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: text for name, text in pairs if isinstance(name, str) and isinstance(text, str)}


def _choice(value: object, choices: tuple[_T, ...], default: _T) -> _T:
    return next((c for c in choices if type(c) is type(value) and c == value), default)


def config_folder(chosen: Path | None) -> Path:
    """Return where the settings live: below ``chosen``, or where the system keeps such files."""
    if chosen is not None:
        return chosen
    return Path(platformdirs.user_config_dir("rummy500", appauthor=False))


def data_folder(chosen: Path | None) -> Path:
    """Return where the server that the window starts keeps its matches.

    It is not the folder of ``rummy500-server`` started by hand: whoever hosts a table for friends
    may play alone on the same computer meanwhile, and two servers never share a folder.
    """
    if chosen is not None:
        return chosen / "server"
    return Path(platformdirs.user_data_dir("rummy500", appauthor=False)) / "here"


def system_languages(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the languages that the environment asks for, most wanted first."""
    env = os.environ if environment is None else environment
    wanted: list[str] = []
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted += [part for part in env.get(name, "").split(":") if part]
    return tuple(wanted)
