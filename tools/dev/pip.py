"""Finding a pip that can install into an environment that has none of its own."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from tools.dev.shell import SetupError, as_typed, call, output_of
from tools.dev.system import apt_install, as_root, can_install, manager_here


# The first pip with --python, which lets one pip serve every environment.
OLDEST_PIP = (22, 3)


def version_of(python: str | Path) -> tuple[int, ...] | None:
    """Return the version of an interpreter's pip, or None when it has none."""
    printed = output_of((python, "-m", "pip", "--version"))
    found = re.match(r"pip (\d+)\.(\d+)", printed or "")
    return tuple(int(part) for part in found.groups()) if found else None


def new_enough(version: tuple[int, ...] | None) -> bool:
    """Tell whether this pip knows what we ask of it."""
    return version is not None and version >= OLDEST_PIP


def provider() -> str:
    """Return the interpreter whose pip does the installing.

    It is the one that runs us. Without a usable pip there, root on Debian installs one; anybody
    else is told what to type on this system.
    """
    version = version_of(sys.executable)
    if new_enough(version):
        return sys.executable
    if version is None and belongs_to_system() and can_install():
        apt_install(["python3-pip"])
        if new_enough(version_of(sys.executable)):
            return sys.executable
    raise SetupError(what_to_do(version))


def belongs_to_system() -> bool:
    """Tell whether the interpreter is the one that system packages extend."""
    return Path(sys.base_prefix) == Path("/usr") and shutil.which("python3") is not None


def what_to_do(version: tuple[int, ...] | None) -> str:
    """Say which pip is wanted and the exact way to it from here."""
    wanted = ".".join(str(part) for part in OLDEST_PIP)
    if version is not None:
        have = ".".join(str(part) for part in version)
        upgrade = as_typed((sys.executable, "-m", "pip", "install", "--upgrade", "pip"))
        return (
            f"pip {have} of {sys.executable} is too old (needs {wanted} or newer): run\n"
            f"    {upgrade}\nor start dev.py with a Python that has a newer pip."
        )
    manager = manager_here()
    if belongs_to_system() and manager is not None:
        package = {"pacman": "python-pip"}.get(manager.program, "python3-pip")
        remedy = as_root(manager.command_for([package]))
    else:
        remedy = as_typed((sys.executable, "-m", "ensurepip", "--upgrade"))
    return f"{sys.executable} has no pip (needs {wanted} or newer): run\n    {remedy}"


def install(environment: Path, arguments: tuple[str, ...], *, constraints: Path) -> bool:
    """Install into the environment; tell whether it worked. pip's own words go to the terminal."""
    command: tuple[str | Path, ...] = (
        provider(),
        "-m",
        "pip",
        "--python",
        environment,
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-input",
        "-c",
        constraints,
        *arguments,
    )
    return call(command) == 0
