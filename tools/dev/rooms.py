"""``dev.py test``: each room's tests with that room's dependencies, then everything together."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from tools.dev import checks, environments, libraries, redis_binary, system
from tools.dev.environments import Environment
from tools.dev.shell import ROOT, SetupError, call, heading, say


NO_TESTS = 5
"""pytest's exit code when nothing was collected, which an empty room may say."""


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
    results = {room.name: enter(room, surroundings) for room in ROOMS}
    results["check"] = checks.check(fix=False)
    failed = [name for name, code in results.items() if code != 0]
    heading("the whole suite")
    if failed:
        say(f"(failed above, so this run fails whatever comes now: {'; '.join(failed)})")
    code = pytest(environments.FULL, (), surroundings)
    return code or (1 if failed else 0)


def prepare() -> dict[str, str]:
    """Set up all that tests need and return what they are told by environment variables."""
    surroundings = {"PYTHONUNBUFFERED": "1", "QT_QPA_PLATFORM": "offscreen"}
    wanted = libraries.BASE + libraries.XCB + libraries.VIRTUAL_SCREEN
    lacking = system.provide(libraries.missing(wanted))
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


def enter(room: Room, surroundings: dict[str, str]) -> int:
    """Run one room. What is slow waits for the whole suite, which runs it anyway."""
    heading(f"room: {room.name}")
    folders = room.there()
    if not folders:
        say("(no tests here yet)")
        return 0
    environments.ensure(room.environment)
    code = pytest(room.environment, ("-m", "not slow", *folders), surroundings)
    return 0 if code == NO_TESTS else code


def pytest(environment: Environment, arguments: Sequence[str], env: dict[str, str]) -> int:
    """Run pytest with an environment's Python."""
    return call((environment.python, "-m", "pytest", *arguments), env=env)
