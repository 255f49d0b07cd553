"""Virtual environments: made without ensurepip, filled once, left alone while nothing changed."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.dev import pip
from tools.dev.shell import ROOT, SetupError, call, say


CONSTRAINTS = ROOT / "requirements" / "constraints.txt"
STAMP = ".dev-stamp.json"
# Building the members needs these; with them in place pip need not make a build environment for
# each member, which would fetch them again and past the constraints.
BUILD = ("hatchling", "editables")


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment and what has to be in it."""

    folder: Path
    members: tuple[str, ...]
    """Folders of the workspace, installed editable."""
    groups: tuple[str, ...] = ()
    """Dependency groups of the root pyproject."""

    @property
    def python(self) -> Path:
        """The interpreter inside."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def scripts(self) -> Path:
        """The folder of the programs inside."""
        return self.python.parent


ALL_MEMBERS = ("shared", "server", "client")
PLAY = Environment(ROOT / ".venv", ALL_MEMBERS)
FULL = Environment(ROOT / ".venv", ALL_MEMBERS, ("dev",))
ENGINE_ROOM = Environment(ROOT / ".venvs" / "engine", ("shared",), ("test",))
SERVER_ROOM = Environment(ROOT / ".venvs" / "server", ("shared", "server"), ("test",))
CLIENT_ROOM = Environment(
    ROOT / ".venvs" / "client", ("shared", "client"), ("test", "test-ui", "i18n")
)


def inputs(environment: Environment) -> str:
    """Return a digest of everything an install depends on.

    The place is part of it, because the scripts inside name it; so is the Python, because an
    upgrade of the system's Python leaves a folder that looks whole and isn't.
    """
    digest = hashlib.sha256(str(ROOT).encode())
    digest.update(json.dumps(dependency_groups(), sort_keys=True).encode())
    files = [ROOT / member / "pyproject.toml" for member in ALL_MEMBERS]
    for file in (*files, CONSTRAINTS, environment.folder / "pyvenv.cfg"):
        digest.update(file.read_bytes() if file.exists() else b"-")
    return digest.hexdigest()


def dependency_groups() -> dict[str, list[Any]]:
    """Read the groups of the root pyproject; pip learned to do so only lately."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(groups["dependency-groups"])


def requirements_of(group: str) -> list[str]:
    """Return the requirements of a group, those of the groups it includes among them."""
    found: list[str] = []
    for entry in dependency_groups()[group]:
        found += [entry] if isinstance(entry, str) else requirements_of(entry["include-group"])
    return found


def is_ready(environment: Environment) -> bool:
    """Tell whether the stamp vouches for all that is wanted."""
    try:
        stamp = json.loads((environment.folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return (
        environment.python.exists()
        and stamp["inputs"] == inputs(environment)
        and set(environment.members) <= set(stamp["members"])
        and set(environment.groups) <= set(stamp["groups"])
    )


def ensure(environment: Environment) -> None:
    """Make the environment hold what it should; quick when it does already."""
    if is_ready(environment):
        return
    stamp = environment.folder / STAMP
    stamp.unlink(missing_ok=True)  # first of all: an install that fails must not be vouched for
    create(environment)
    say(f"installing into {environment.folder} (once; takes a minute or so)")
    fill(environment)
    facts = {
        "inputs": inputs(environment),
        "members": environment.members,
        "groups": environment.groups,
    }
    stamp.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def create(environment: Environment) -> None:
    """Make the folder. Without pip inside: Debian ships no ensurepip, and one pip serves all."""
    if environment.python.exists():
        return
    pip.provider()  # without one nothing is begun that can't be finished
    command = (sys.executable, "-m", "venv", "--without-pip", "--clear", environment.folder)
    if call(command) != 0:
        text = (
            f"{sys.executable} could not make a virtual environment in {environment.folder}: see "
            "the lines above; a full disk or a Python without its venv module are the usual causes"
        )
        raise SetupError(text)


def fill(environment: Environment) -> None:
    """Install the build tools, then members and groups in one go, so that pip sees all at once."""
    arguments = ["--no-build-isolation"]
    for member in environment.members:
        arguments += ["-e", f"./{member}"]
    for group in environment.groups:
        arguments += requirements_of(group)
    for step in (BUILD, tuple(arguments)):
        if not pip.install(environment.folder, step, constraints=CONSTRAINTS):
            text = (
                "pip could not install what is needed (its reason stands above): check the "
                "connection to the package index and the free space, then run the same again"
            )
            raise SetupError(text)
