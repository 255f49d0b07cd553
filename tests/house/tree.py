"""The project's own files, as the tests of the house walk over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "shared",
    "server",
    "client",
    "tests",
    "tools",
    "benchmarks",
    "docs",
    "requirements",
    ".ci",
)
MEMBERS = ("shared", "server", "client")
NOT_OURS = {"__pycache__", "build", "dist"}


def files(*suffixes: str) -> Iterator[Path]:
    """Every file of the project with one of the suffixes, or every file at all without any."""
    yield from (path for path in sorted(ROOT.iterdir()) if matches(path, suffixes))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if matches(path, suffixes) and NOT_OURS.isdisjoint(path.relative_to(ROOT).parts):
                yield path


def matches(path: Path, suffixes: tuple[str, ...]) -> bool:
    return path.is_file() and (not suffixes or path.suffix in suffixes)


def pyproject(folder: str = ".") -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def constraints() -> dict[str, str]:
    lines = (ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines)
