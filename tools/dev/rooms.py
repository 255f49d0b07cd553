"""``dev.py test``: each room's tests with that room's dependencies, then everything together."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.dev import checks, environments, libraries, redis_binary, system
from tools.dev.environments import Environment
from tools.dev.shell import ROOT, SetupError, call, heading, say


NO_TESTS = 5
"""pytest's exit code when nothing was collected, which an empty room may say."""
FAILED_ABOVE = "RUMMY500_FAILED_ABOVE"
"""Tells the last pytest what failed before it: a line for each, said again at the end."""


@dataclass(frozen=True, slots=True)
class Room:
    """Folders of tests, and the environment that is all they may need."""

    name: str
    environment: Environment
    folders: tuple[str, ...]

    def there(self) -> list[str]:
        """Return the folders that exist."""
        return [folder for folder in self.folders if (ROOT / folder).is_dir()]


# A stray import of Qt, of a socket library or of the server passes every linter that has not
# been told of it; it does not pass an environment where the thing isn't installed.
ROOMS = (
    Room(
        "engine, with shared alone",
        environments.ENGINE_ROOM,
        ("tests/engine", "tests/protocol", "tests/referee"),
    ),
    Room("server, without Qt", environments.SERVER_ROOM, ("tests/server", "tests/bots")),
    Room("client, without the server", environments.CLIENT_ROOM, ("tests/client", "tests/ui")),
)


def test(arguments: Sequence[str]) -> int:
    """Run all there is, or with arguments one pytest in the full environment.

    The closing line of the whole suite is the last line printed.
    """
    surroundings = prepare()
    if arguments:
        return pytest(environments.FULL, arguments, surroundings)
    failed = [line for room in ROOMS for line in enter(room, surroundings)]
    if checks.check(fix=False) != 0:
        failed.append("check: see above")
    heading("the whole suite")
    code = pytest(environments.FULL, (), surroundings | {FAILED_ABOVE: "\n".join(failed)})
    return code or (1 if failed else 0)


def prepare() -> dict[str, str]:
    """Set up all that tests need and return what they are told by environment variables."""
    surroundings = {"PYTHONUNBUFFERED": "1", "QT_QPA_PLATFORM": "offscreen"}
    windows = libraries.BASE + libraries.XCB + libraries.VIRTUAL_SCREEN
    lacking = system.provide(libraries.missing(windows + libraries.SCREEN_READER))
    if lacking:
        text = f"tests that open windows need what is {system.advice(lacking)}"
        if os.environ.get("CI"):  # a run that vouches for a change must not leave tests out
            raise SetupError(text)
        say(f"{text}\nuntil then the tests that need it are skipped.")
        if libraries.missing(libraries.BASE):
            surroundings["PYTEST_ADDOPTS"] = "-p no:pytest-qt"  # it loads Qt before a test is read
    if system.provide(libraries.missing(libraries.PROXY)):
        say("no caddy to be had here: the test of the proxy will say so.")
    environments.ensure(environments.FULL)
    binary = redis_binary.find()
    if binary is None:
        say("no Redis or Valkey to be had here: tests marked redis will say so.")
    else:
        surroundings[redis_binary.VARIABLE] = binary
    return surroundings


def enter(room: Room, surroundings: dict[str, str]) -> list[str]:
    """Run one room and return a line for each failure.

    What is slow waits for the whole suite, which runs it anyway.
    """
    heading(f"room: {room.name}")
    folders = room.there()
    if not folders:
        say("(no tests here yet)")
        return []
    environments.ensure(room.environment)
    cache = ROOT / ".pytest_cache" / room.folders[0].rsplit("/", 1)[-1]
    memory = ("--cache-clear", "-o", f"cache_dir={cache}")
    code = pytest(room.environment, (*memory, "-m", "not slow", *folders), surroundings)
    if code in {0, NO_TESTS}:
        return []
    return [f"room: {room.name}: {test}" for test in last_failed(cache) or [f"exit code {code}"]]


def last_failed(cache: Path) -> list[str]:
    """Return the names of the tests that failed, as pytest remembers them."""
    try:
        return sorted(json.loads((cache / "v/cache/lastfailed").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return []


def pytest(environment: Environment, arguments: Sequence[str], env: dict[str, str]) -> int:
    """Run pytest with an environment's Python."""
    return call((environment.python, "-m", "pytest", *arguments), env=env)
