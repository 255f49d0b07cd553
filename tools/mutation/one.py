"""Runs pytest with one module of the tree replaced: ``python -m tools.mutation.one NAME FILE ...``.

A process of its own for each change, so that an endless loop can be ended from outside and nothing
of one change is left for the next.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest


MOST_MEMORY = 2 << 30
"""Bytes. A change may make a list grow without end."""


class Replacement(MetaPathFinder):
    """Finds one module in another file than its own."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self.file = file

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the module is, or None for every other one."""
        del path, target
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.file)


class FirstCounterexample:
    """Leaves out the search for the smallest counterexample: any will do, and it takes long."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Set what the profile of the house, which the tests load next, stands on."""
        from hypothesis import Phase, settings  # noqa: PLC0415 - pytest must load it first

        settings.register_profile("mutation", phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutation")


def main(name: str, file: str, arguments: list[str]) -> int:
    """Replace the module and run the tests."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    sys.meta_path.insert(0, Replacement(name, Path(file)))
    return pytest.main(arguments, [FirstCounterexample()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
