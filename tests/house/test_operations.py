"""The page for those who run a server names all that they can set, measure and read in the log."""

from __future__ import annotations

import re
from dataclasses import fields

from tests.house.tree import ROOT

from rummy500.protocol.errors import CloseReason
from rummy500_server.config import Settings
from rummy500_server.ops.metrics import Census, Metrics


PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SERVER = ROOT / "server" / "src" / "rummy500_server"
EVENT = re.compile(r"log\.(?:warning|error|exception)\(\s*\"(\w+)\"")


def test_every_option_is_told() -> None:
    options = [f"| `--{setting.name.replace('_', '-')}` |" for setting in fields(Settings)]

    assert [option for option in options if option not in PAGE] == []


def test_every_warning_of_the_server_is_told() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    events = set(EVENT.findall(sources))

    assert len(events) > 10
    assert sorted(event for event in events if f"`{event}`" not in PAGE) == []


def test_every_number_is_told() -> None:
    metrics = Metrics("node", "0", lambda: Census({}, {}, 0, 0))
    names = {metric.name for metric in metrics.collect()} - {"rummy500"}

    assert sorted(name for name in names if f"`{name}" not in PAGE) == []


def test_every_limit_names_what_happens() -> None:
    limits = PAGE[PAGE.index("## Limits") : PAGE.index("## Health")]
    told = {CloseReason.TOO_BIG, CloseReason.VIOLATION, CloseReason.HELLO_LATE}
    told |= {CloseReason.FLOOD, CloseReason.SLOW_READER}

    assert [reason for reason in told if f"`{reason}`" not in limits] == []
