"""Makes the changes one by one, runs the tests of the rules on each, reports what they miss."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from tools.mutation.changes import Change, changes


ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = Path("shared") / "src"
ENGINE: Final = SOURCES / "rummy500" / "engine"
COPIED: Final = ("shared", "tests", "tools", "docs", "pyproject.toml")
"""What the tests read. It is copied first, so that work in the tree does not count as noticing."""
MODULES: Final = ("melds", "joining", "scoring", "decide", "usability", "rules")
FOLDERS: Final = ("tests/engine", "tests/referee")
FIRST: Final = ("test_vectors.py", "test_refusals.py", "test_melds.py")
"""They are quick and notice most."""
LAST: Final = ("test_turn_can_end.py", "test_timeout.py", "test_properties.py")
EXPLAINED: Final = Path(__file__).with_name("explained.txt")
LEAST: Final = 0.9
"""The share of changes that the tests must notice."""
LIMIT: Final = 120.0
"""Seconds for the tests of one change; an endless loop is noticed by running out of them."""
SEED: Final = 500


class Fate(StrEnum):
    """What became of a change."""

    NOTICED = "noticed"
    TIMED_OUT = "timed out"
    MISSED = "missed"


class Mutant(NamedTuple):
    """A change of one module."""

    module: str
    change: Change

    @property
    def place(self) -> str:
        """The file and the line, as editors take them."""
        return f"{(ENGINE / self.module).as_posix()}.py:{self.change.line}"

    @property
    def key(self) -> str:
        """What names the change as long as the code around it stays."""
        return f"{self.module}: {self.change.what}"


def copy(folder: Path) -> None:
    """Copy what the tests need into a folder."""
    leave = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, folder / name)


def mutants(tree: Path) -> list[Mutant]:
    """Return every change of every module that the check is about."""
    return [
        Mutant(module, change)
        for module in MODULES
        for change in changes((tree / ENGINE / f"{module}.py").read_text(encoding="utf-8"))
    ]


def tests(tree: Path) -> list[str]:
    """Return the files of tests, those that notice much in little time before the others."""
    files = [file for folder in FOLDERS for file in sorted((tree / folder).glob("test_*.py"))]
    files.sort(key=lambda file: (file.name not in FIRST) + (file.name in LAST))
    return [file.relative_to(tree).as_posix() for file in files]


def fate_of(mutant: Mutant, tree: Path, folder: Path) -> Fate:
    """Run the tests of a copied tree on one change."""
    file = folder / f"{mutant.module}.py"
    file.write_text(mutant.change.source, encoding="utf-8")
    name = f"rummy500.engine.{mutant.module}"
    quiet = ("-x", "-q", "--no-header", "--hypothesis-seed=0", "-p", "no:cacheprovider")
    one = (sys.executable, "-m", "tools.mutation.one", name, str(file))
    command = (*one, *quiet, *tests(tree))
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(tree / SOURCES),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder),
    }
    try:
        done = subprocess.run(
            command,
            cwd=tree,
            env=surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Fate.TIMED_OUT
    return Fate.NOTICED if done.returncode else Fate.MISSED


def explanations() -> dict[str, str]:
    """Read why some changes can't be noticed: the key of each, and the reason on the next line."""
    lines = [line for line in EXPLAINED.read_text(encoding="utf-8").splitlines() if line]
    lines = [line for line in lines if not line.startswith("#")]
    return {key: reason.strip() for key, reason in zip(lines[::2], lines[1::2], strict=True)}


def run(chosen: Sequence[Mutant], tree: Path, jobs: int) -> dict[Mutant, Fate]:
    """Try changes, several at a time, and tell of each that is missed as soon as it is known."""
    found: dict[Mutant, Fate] = {}
    why = explanations()

    def judge(mutant: Mutant) -> None:
        with tempfile.TemporaryDirectory() as folder:
            fate = fate_of(mutant, tree, Path(folder))
        found[mutant] = fate
        if len(found) % 50 == 0:
            print(f"({len(found)} tried)", flush=True)
        if fate is Fate.MISSED:
            print(f"{mutant.place}: {mutant.change.what}", flush=True)
            if mutant.key in why:
                print(f"    ({why[mutant.key]})", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(judge, chosen))
    return found


def sound(tree: Path) -> bool:
    """Return whether the tests hold on the code as it is: only then do they tell anything."""
    module = MODULES[0]
    whole = Change(0, "nothing", (tree / ENGINE / f"{module}.py").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        return fate_of(Mutant(module, whole), tree, Path(folder)) is Fate.MISSED


def check(sample: int | None, jobs: int) -> int:
    """Try all changes or a sample of them, report, and return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy(tree)
        if not sound(tree):
            print("the tests fail on the code as it is: mend that first")
            return 1
        every = mutants(tree)
        chosen = every
        if sample is not None and sample < len(every):
            chosen = random.Random(SEED).sample(every, sample)  # noqa: S311 - a sample, no secret
        print(f"{len(chosen)} of {len(every)} changes; those that no test notices:", flush=True)
        start = time.monotonic()
        found = run(chosen, tree, jobs)
    report(found)
    print(f"{time.monotonic() - start:.0f} s with {jobs} at a time")
    return 0 if share(found.values()) >= LEAST else 1


def report(found: Mapping[Mutant, Fate]) -> None:
    """Print the share of each module and of all."""
    for module in MODULES:
        fates = [fate for mutant, fate in found.items() if mutant.module == module]
        if fates:
            print(f"{module:10} {share(fates):6.1%} of {len(fates)} noticed")
    out = sum(fate is Fate.TIMED_OUT for fate in found.values())
    print(f"{'all':10} {share(found.values()):6.1%} of {len(found)} noticed, {out} by the clock")


def share(fates: Collection[Fate]) -> float:
    """Return the share of changes that were noticed."""
    missed = sum(fate is Fate.MISSED for fate in fates)
    return 1 - missed / max(1, len(fates))
