"""What the program remembers between two runs: one small JSON file in the user's folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar

import platformdirs

from rummy500.protocol.limits import MAX_NAME


class Language(StrEnum):
    """The language of the words; ``SYSTEM`` follows the computer."""

    SYSTEM = "system"
    SPANISH = "es"
    ENGLISH = "en"


SEAT_CHOICES: Final = (2, 3, 4)
LEVEL_CHOICES: Final = ("easy", "steady")
TARGET_CHOICES: Final = (100, 200, 300, 500, 1000)
"""Those that are one press away; any other may be typed."""
MAX_TARGET: Final = 10_000
PRESET_CHOICES: Final = ("rummy500", "basic")
_FILE: Final = "settings.json"
_BROKEN: Final = "settings.broken.json"
_T = TypeVar("_T")


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
    tokens: Mapping[str, str] = field(default_factory=dict)
    """By server: who we are there. Secrets, so the file is for its owner only."""

    def with_token(self, server: str, token: str) -> Settings:
        """Return the settings with the token of one server kept."""
        return replace(self, tokens={**self.tokens, server: token})


class SettingsFile:
    """Reads and writes the settings. A file that cannot be read is set aside, never fatal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / _FILE

    def load(self) -> Settings:
        """Return the settings of the file; what is missing or wrong has its default."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError):
            self._set_aside()
            return Settings()
        if not isinstance(found, dict):
            self._set_aside()
            return Settings()
        return settings_from(found)

    def save(self, settings: Settings) -> None:
        """Write the settings so that a crash leaves the old file or the new one, never half."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(settings), ensure_ascii=False, indent=2)
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=self.folder, prefix=_FILE, delete=False
        ) as file:
            file.write(text + "\n")
        Path(file.name).replace(self.path)

    def reset(self) -> None:
        """Set the present file aside, so that the next load starts anew."""
        self._set_aside()

    def _set_aside(self) -> None:
        if self.path.exists():
            self.path.replace(self.folder / _BROKEN)


def settings_from(found: Mapping[str, object]) -> Settings:
    """Return settings from plain data; each value that does not fit has its default."""
    plain = Settings()
    return Settings(
        language=_language(found.get("language")),
        name=_text(found.get("name"))[:MAX_NAME],
        last_server=_text(found.get("last_server")),
        seats=_choice(found.get("seats"), SEAT_CHOICES, plain.seats),
        level=_choice(found.get("level"), LEVEL_CHOICES, plain.level),
        target=_target(found.get("target"), plain.target),
        preset=_choice(found.get("preset"), PRESET_CHOICES, plain.preset),
        rules=_texts(found.get("rules")),
        unfinished=_text(found.get("unfinished")),
        seat_at=_text(found.get("seat_at")),
        tokens=_texts(found.get("tokens")),
    )


def _language(value: object) -> Language:
    return next((one for one in Language if one == value), Language.SYSTEM)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> dict[str, str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: text for name, text in pairs if isinstance(name, str) and isinstance(text, str)}


def _target(value: object, default: int) -> int:
    return value if type(value) is int and 1 <= value <= MAX_TARGET else default


def _choice(value: object, choices: tuple[_T, ...], default: _T) -> _T:
    return next((c for c in choices if type(c) is type(value) and c == value), default)


def config_folder(chosen: Path | None) -> Path:
    """Return where the settings live: below ``chosen``, or where the system keeps such files."""
    if chosen is not None:
        return chosen
    return Path(platformdirs.user_config_dir("rummy500", appauthor=False))


def data_folder(chosen: Path | None) -> Path:
    """Return where the local server keeps its matches."""
    if chosen is not None:
        return chosen / "server"
    return Path(platformdirs.user_data_dir("rummy500", appauthor=False)) / "server"


def system_languages(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the languages that the environment asks for, most wanted first."""
    env = os.environ if environment is None else environment
    wanted: list[str] = []
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted += [part for part in env.get(name, "").split(":") if part]
    return tuple(wanted)
