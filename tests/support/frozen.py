"""Makes the engine's values immutable at run time too, for tests; see ``rummy500.engine.lean``.

Imported before anything of the engine. Programs that tests start do not see it: they run as they
are.
"""

from __future__ import annotations

from typing import TypeVar

from rummy500.engine import lean as module


T = TypeVar("T")

quick = module.lean
"""What programs run with."""


def _kept(cls: type[T]) -> type[T]:
    """Leave a frozen dataclass as it is."""
    return cls


module.lean = _kept
