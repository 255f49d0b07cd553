"""What every source file of the house keeps to, beyond what the linter can say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import ROOT, files


MOST_LINES = 400
"""A file longer than this isn't read in a sitting, and soon nobody dares to split it."""

CLIENT = sorted((ROOT / "client" / "src").rglob("*.py"))
NESTED_LOOP = re.compile(r"\.exec\(|\.exec_\(|\bprocessEvents\b|\.waitSignal\(")

IMPORTED = """
import sys
before = set(sys.modules)
import pkgutil, rummy500.engine
for module in pkgutil.walk_packages(rummy500.engine.__path__, "rummy500.engine."):
    __import__(module.name)
roots = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(roots - sys.stdlib_module_names - {"rummy500"}))
"""


def test_no_source_file_is_longer_than_one_sitting() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in files(".py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }

    assert long == {}


def test_the_engine_needs_the_standard_library_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == []


def test_computer_players_take_from_the_state_only_what_their_view_is_made_of() -> None:
    """The state of a hand holds everybody's cards; phase and turn are on the table for all."""
    taken = {
        alias.name
        for path in sorted((ROOT / "server" / "src" / "rummy500_server" / "bots").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ImportFrom) and node.module == "rummy500.engine.state"
        for alias in node.names
    }

    assert taken <= {"Phase", "Turn"}


def test_the_client_never_runs_an_event_loop_inside_another() -> None:
    """One such call inside a coroutine loses the wake-ups of every other task for good."""
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in CLIENT
        for line in path.read_text(encoding="utf-8").splitlines()
        if NESTED_LOOP.search(line)
    ]

    assert found == []


def test_no_coroutine_test_waits_the_way_that_stops_the_loop() -> None:
    """In a coroutine one awaits; qtbot.wait and its kin run a loop of their own."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in files(".py")
        if path.is_relative_to(ROOT / "tests")
        for call in calls_in_coroutines(path)
        if is_qtbot_wait(call)
    ]

    assert found == []


def test_no_test_sleeps() -> None:
    """A sleep is either too short on a busy machine or too long on an idle one.

    To look again and again until something holds is no sleep; where no event tells of it, as with
    files, there is no other way.
    """
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files(".py")
        if path.is_relative_to(ROOT / "tests")
        for node in outside_of_polls(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and is_sleep(node)
    ]

    assert found == []


def calls_in_coroutines(path: Path) -> Iterator[ast.Call]:
    for function in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(function, ast.AsyncFunctionDef):
            yield from (node for node in ast.walk(function) if isinstance(node, ast.Call))


def outside_of_polls(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that is not in the body of a loop with a condition."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.While) and not isinstance(node.test, ast.Constant)):
            yield node
            yield from outside_of_polls(node)


def is_qtbot_wait(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="qtbot"), attr=name):
            return name.startswith("wait")
    return False


def is_sleep(call: ast.Call) -> bool:
    """A sleep of some length; sleep(0) only lets the others have their turn."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="time" | "asyncio"), attr="sleep"):
            return not (call.args and ast.unparse(call.args[0]) == "0")
    return False
