"""The document of the protocol and the pinned schema say what the message types say."""

from __future__ import annotations

from pathlib import Path

from rummy500.protocol.describe import renew, schema


DOCS = Path(__file__).resolve().parents[2] / "docs"
ADVICE = "run python -m rummy500.protocol.describe docs, and think of PROTOCOL_VERSION"


def test_the_document_is_up_to_date() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert renew(text) == text, ADVICE


def test_the_schema_is_pinned() -> None:
    """A change here is a change for every client that is out there."""
    assert schema() == (DOCS / "protocol.schema.json").read_text(encoding="utf-8"), ADVICE


def test_a_document_is_renewed_between_its_marks_only() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    old = text.replace("### `ping`", "### `pong`")
    assert old != text
    assert renew(old) == text
