"""What a run is to be, from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, fields

from rummy500.protocol.version import PROGRAM_VERSION


_EPILOG = """\
examples:
  rummy500-server --unlimited-rate &
  rummy500-load --tables 100 --server-pid $!
                                  100 tables, each move sent when the last one has been seen
  rummy500-load --tables 500 --rate 1 --server-pid $!
                                  500 tables, one move a second at each
  rummy500-load --tables 1000 --playing 10 --rate 1 --server-pid $!
                                  1,000 tables with a hand begun, moves at 10 of them

Without --rate the server must run with --unlimited-rate, or it refuses what comes too fast. A run
ends by itself. It prints one JSON object: docs/operations.md says what its fields mean.

exit status:
  0 all went well, 1 something was refused, lost or left undone, 2 bad options, 3 no server there
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A run."""

    url: str = "ws://127.0.0.1:8500"
    tables: int = 10
    seats: int = 4
    playing: int | None = None
    """Tables at which moves are made; None: all."""
    bare: int = 0
    """Connections that only greet."""
    rate: float = 0.0
    """Moves in a second at each table that plays; 0: each as soon as the last one has been seen."""
    seconds: float = 10.0
    """How long is measured,"""
    warm_up: float = 1.0
    """after so many seconds of play."""
    processes: int = 1
    seed: int = 1
    server_pid: tuple[int, ...] = ()
    """The processes of the server, if they run here."""

    @property
    def moving(self) -> int:
        """Return at how many tables moves are made."""
        return self.tables if self.playing is None else min(self.playing, self.tables)


def parse(arguments: Sequence[str]) -> Wish:
    """Return the run that a command line asks for.

    Raises:
        SystemExit: help or version was asked for, or an option can't be used.

    """
    given = _parser().parse_args(arguments)
    given.server_pid = tuple(given.server_pid)
    return Wish(**{field.name: getattr(given, field.name) for field in fields(Wish)})


def _parser() -> argparse.ArgumentParser:
    plain = Wish()
    parser = argparse.ArgumentParser(
        prog="rummy500-load",
        description="Play whole hands at many tables of a running server, and measure it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    parser.add_argument("--version", action="version", version=f"%(prog)s {PROGRAM_VERSION}")
    add("--url", default=plain.url, help="the server (default: %(default)s)")
    add("--tables", type=_count, default=plain.tables, help="tables to fill (default: %(default)s)")
    add("--seats", type=int, choices=(2, 3, 4), default=plain.seats, help="at each (default: 4)")
    add("--playing", type=_count, metavar="N", help="tables at which moves are made (default: all)")
    add("--bare", type=_count, default=0, metavar="N", help="connections that only greet, besides")
    add("--rate", type=_span, default=0.0, help="moves in a second at each table (default: no end)")
    add("--seconds", type=_span, default=plain.seconds, help="to measure (default: %(default)g)")
    add(
        "--warm-up",
        type=_span,
        default=plain.warm_up,
        metavar="SECONDS",
        help="before (default: 1)",
    )
    add(
        "--processes", type=_some, default=1, metavar="N", help="that share the tables (default: 1)"
    )
    add("--seed", type=int, default=plain.seed, help="of all choices (default: %(default)s)")
    add(
        "--server-pid",
        type=_some,
        nargs="+",
        default=(),
        metavar="PID",
        help="the server's processes, if they run here",
    )
    return parser


def _count(text: str) -> int:
    return _least(int(text), 0)


def _some(text: str) -> int:
    return _least(int(text), 1)


def _least(number: int, least: int) -> int:
    if number < least:
        msg = f"must be {least} or more"
        raise argparse.ArgumentTypeError(msg)
    return number


def _span(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        msg = "must be 0 or more"
        raise argparse.ArgumentTypeError(msg)
    return number
