"""``@lean``: values that are made as fast as plain objects.

A frozen dataclass writes each field through ``object.__setattr__``, and that doubles the cost of
a step of the game. ``@lean`` above ``@dataclass(frozen=True, slots=True)`` writes the fields
directly. To the type checker the class is as frozen as before; for the tests, which put another
function in the place of this one, it is so at run time too.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar


T = TypeVar("T")


def lean(cls: type[T]) -> type[T]:
    """Give a frozen dataclass with slots a constructor that costs no more than it must."""
    parts = fields(cls)  # type: ignore[arg-type]  # a dataclass, as the next line would tell
    defaults = {f"_{part.name}": part.default for part in parts if part.default is not MISSING}
    arguments = ", ".join(["self", *map(_argument, parts)])
    body = "\n".join(f"    self.{part.name} = {part.name}" for part in parts) or "    pass"
    made: dict[str, Any] = {}
    exec(f"def __init__({arguments}):\n{body}", defaults, made)  # noqa: S102 - of our own names
    setattr(cls, "__init__", made["__init__"])  # noqa: B010 - not a method to the type checker
    del cls.__setattr__, cls.__delattr__
    return cls


def _argument(part: Field[Any]) -> str:
    return part.name if part.default is MISSING else f"{part.name}=_{part.name}"
