"""The documents point at things that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.house.tree import ROOT, files


DOCUMENTS = list(files(".md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    prose = FENCE.sub("", path.read_text(encoding="utf-8"))
    targets = [target for target in LINK.findall(prose) if "://" not in target]

    assert [target for target in targets if not is_there(path, target)] == []


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))]

    assert numbers == list(range(1, len(numbers) + 1))


def is_there(document: Path, target: str) -> bool:
    name, _, anchor = target.partition("#")
    file = document.parent / name if name else document
    if not file.exists():
        return False
    return not anchor or anchor in anchors(file)


def anchors(file: Path) -> set[str]:
    """The headings of a document, spelled as the web views of git spell them in links."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
