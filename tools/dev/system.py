"""The system's own package manager: which it is, what to type, and typing it when root."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tools.dev.libraries import Need
from tools.dev.shell import as_typed, call_quietly, is_root, say


@dataclass(frozen=True, slots=True)
class PackageManager:
    """How one family of systems installs packages."""

    program: str
    install: tuple[str, ...]
    name_of: Callable[[Need], str]

    def command_for(self, packages: Iterable[str]) -> tuple[str, ...]:
        """Return the command that installs the packages, as root would type it."""
        return (*self.install, *dict.fromkeys(packages))


APT = PackageManager(
    "apt-get", ("apt-get", "install", "-y", "--no-install-recommends"), lambda need: need.apt
)
MANAGERS = (
    APT,
    PackageManager("dnf", ("dnf", "install", "-y"), lambda need: need.dnf),
    PackageManager("pacman", ("pacman", "-S", "--needed"), lambda need: need.pacman),
    PackageManager("zypper", ("zypper", "install", "-y"), lambda need: need.zypper),
)


def manager_here() -> PackageManager | None:
    """Return the manager of this system, or None when it is one we don't know."""
    return next((manager for manager in MANAGERS if shutil.which(manager.program)), None)


def advice(needs: tuple[Need, ...]) -> str:
    """Name each missing thing, and the exact command that brings it on this system."""
    names = ", ".join(need.probe for need in needs)
    manager = manager_here()
    if manager is None:
        return f"missing on this system: {names} (install them with its package manager)"
    command = manager.command_for(manager.name_of(need) for need in needs)
    return f"missing on this system: {names}. Install with:\n    {as_root(command)}"


def as_root(command: tuple[str, ...]) -> str:
    """Return the command as this user has to type it. Not every system has sudo."""
    if is_root():
        return as_typed(command)
    if shutil.which("sudo") is None:
        return as_typed(("su", "-c", as_typed(command)))
    return as_typed(("sudo", *command))


def can_install() -> bool:
    """Tell whether packages can be installed without asking: root, on Debian or its kin."""
    return is_root() and manager_here() is APT


def apt_install(packages: Iterable[str]) -> bool:
    """Install packages without a question; tell whether it worked.

    The lists are fetched first: on a fresh image there are none, and old ones name files that are
    gone.
    """
    command = APT.command_for(packages)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    say(f"installing system packages: {as_typed(command)}")
    if not call_quietly(("apt-get", "update"), env=quiet):
        say("apt-get update failed; trying with the package lists that are there")
    return call_quietly(command, env=quiet)


def provide(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Install what is missing where that needs no asking; return what is missing still."""
    lacking = tuple(need for need in needs if not need.is_met())
    if not lacking or not can_install():
        return lacking
    apt_install(need.apt for need in lacking)
    return tuple(need for need in lacking if not need.is_met())
