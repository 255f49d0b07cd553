"""What the nodes report, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy500_server.ops import orders
from rummy500_server.ops.channel import Told


def show(told: Told) -> str:
    """Return reports as text."""
    return "".join(f"{line}\n" for line in _lines(told))


def _lines(told: Told) -> Iterator[str]:
    if told.number:
        yield f"done to {told.number} in the store"
    for report in told.reports:
        match report:
            case orders.Listed():
                yield from _listed(report)
            case orders.Done():
                yield f"node {report.node}: done to {report.number}"
            case orders.Failed():
                yield f"node {report.node}: failed: {report.why}"


def _listed(report: orders.Listed) -> Iterator[str]:
    yield f"node {report.node}"
    guests = [
        (guest.player, guest.name, guest.address or "this machine", f"{guest.seconds} s")
        for guest in report.guests
    ]
    yield from _block("people", ("PLAYER", "NAME", "ADDRESS", "FOR"), guests)
    tables = [
        (
            table.table,
            table.status,
            "private" if table.private else "open",
            f"{table.computers} computers",
            ", ".join(table.people),
        )
        for table in report.tables
    ]
    yield from _block("tables", ("TABLE", "STATUS", "KIND", "WITH", "PEOPLE"), tables)
    bans = [(ban.subject, f"{ban.minutes} min", ban.reason) for ban in report.bans]
    yield from _block("bans", ("SUBJECT", "LEFT", "REASON"), bans)


def _block(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"  {title}: {len(rows)}"
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"    {'  '.join(cells)}".rstrip()
