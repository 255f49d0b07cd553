"""``dev.py check``: what a machine can say about the code without running it."""

from __future__ import annotations

from collections.abc import Callable

from tools.dev import environments
from tools.dev.shell import call, heading


FULL = environments.FULL


def check(*, fix: bool) -> int:
    """Run every check, also after one has failed: all complaints in one go."""
    environments.ensure(FULL)
    steps: tuple[tuple[str, Callable[[], int]], ...] = (
        ("format", lambda: ruff("format", *([] if fix else ["--check"]))),
        ("lint", lambda: ruff("check", *(["--fix"] if fix else []))),
        ("types", lambda: call((FULL.python, "-m", "mypy"))),
        ("imports", lambda: call((FULL.scripts / "lint-imports",))),
    )
    failed = []
    for name, step in steps:
        heading(f"check: {name}")
        if step() != 0:
            failed.append(name)
    heading(f"check: {'failed: ' + ', '.join(failed) if failed else 'all well'}")
    return 1 if failed else 0


def ruff(*arguments: str) -> int:
    """Run ruff over the whole tree."""
    return call((FULL.python, "-m", "ruff", *arguments, "."))
