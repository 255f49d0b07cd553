"""Fresh processes that do not import the program that started them."""

from __future__ import annotations

import sys
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType


class BareProcess(SpawnProcess):
    """A spawned process that leaves the main module of its parent alone.

    ``multiprocessing`` would run the parent's main script again in the child, so that functions
    defined there can be found. Ours are all in modules, and the script is the whole server: to
    import it would cost memory and time, and bring into the worker what a player must not reach.
    """

    def start(self) -> None:
        """Start the process while the main module has neither a file nor a name to import."""
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            super().start()
        finally:
            sys.modules["__main__"] = main


class BareContext(SpawnContext):
    """The spawn method with bare processes."""

    Process = BareProcess
