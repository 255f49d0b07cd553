"""Print the constraints: all that members and groups lead to, in the versions installed here.

Runs inside the full environment (``dev.py lock``), because only there is everything to be asked.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.dev.environments import ALL_MEMBERS, BUILD, CONSTRAINTS, dependency_groups
from tools.dev.shell import ROOT


OURS = {"rummy500", "rummy500-server", "rummy500-client"}
# The pythons and systems that the lines are for. An environment marker that is true for one of
# them makes the requirement count, so that a lock written on Linux serves Windows as well.
TARGETS = tuple(
    {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        **system,
    }
    for python in ("3.11", "3.12", "3.13")
    for system in (
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    )
)


def main() -> int:
    """Print the lines; those that only another system needs are kept as they stand."""
    versions, absent = closure(named())
    kept = standing()
    for name in sorted(absent - kept.keys()):
        text = f"lock: another system needs {name}: add its line to the constraints by hand"
        print(text, file=sys.stderr)
    versions |= {name: kept[name] for name in absent & kept.keys()}
    for name in sorted(versions):
        print(f"{name}=={versions[name]}")
    return 1 if absent - kept.keys() else 0


def standing() -> dict[str, str]:
    """Return the versions that the constraints hold now."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").split()
    return dict(line.split("==", maxsplit=1) for line in lines)


def named() -> Iterator[str]:
    """Yield every requirement that the workspace names itself."""
    for member in ALL_MEMBERS:
        project = tomllib.loads((ROOT / member / "pyproject.toml").read_text("utf-8"))["project"]
        yield from project["dependencies"]
        for extra in project.get("optional-dependencies", {}).values():
            yield from extra
    for group in dependency_groups().values():
        yield from (entry for entry in group if isinstance(entry, str))
    yield from BUILD


def closure(requirements: Iterable[str]) -> tuple[dict[str, str], set[str]]:
    """Follow requirements to their end: versions by name, and names that aren't installed."""
    versions: dict[str, str] = {}
    absent: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        key = (name, frozenset(wanted.extras))
        if name in OURS or key in seen:
            continue
        seen.add(key)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            absent.add(name)
            continue
        versions[name] = found.version
        further = [Requirement(text) for text in found.requires or ()]
        waiting += [need for need in further if counts(need, wanted.extras)]
    return versions, absent


def counts(requirement: Requirement, extras: Iterable[str]) -> bool:
    """Tell whether a requirement holds on any target, given the extras that were asked for."""
    marker = requirement.marker
    if marker is None:
        return True
    return any(
        marker.evaluate({**target, "extra": extra}) for target in TARGETS for extra in ("", *extras)
    )


if __name__ == "__main__":
    sys.exit(main())
