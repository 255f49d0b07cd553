"""What the modules of the computer players may not even name.

The import contracts keep whole modules away; these are the names inside allowed modules, and the
libraries that only the pool may use.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy500_server import bots


SOURCES = sorted(Path(*bots.__path__).glob("*.py"))
PUBLIC_TURN = {"Turn", "Phase", "Drew"}


def imports(source: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of everything that a source imports."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_no_player_names_the_full_truth_or_the_loop(source: Path) -> None:
    for module, name in imports(source):
        if module == "rummy500.engine.state":
            assert name in PUBLIC_TURN
        if module == "rummy500.engine.views":
            assert name == "HandView"
        if module.split(".")[0] in {"asyncio", "concurrent"}:
            assert source.stem == "pool"
        assert module not in {"time", "datetime", "secrets", "socket"}
        assert (module, name) != ("random", "")
