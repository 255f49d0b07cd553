"""The program ``rummy500-referee``."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rummy500.protocol.version import PROGRAM_VERSION
from rummy500.referee.places import NotationError, Place
from rummy500.referee.reader import read
from rummy500.referee.report import failure_lines, json_lines
from rummy500.referee.runner import Report, run, verify


ALL_HOLD: Final = 0
SOME_FAIL: Final = 1
UNREADABLE: Final = 2

_EXAMPLE: Final = """\
example:
  rummy500-referee match.rummy            judge a saved match
  rummy500-referee --verify match.rummy   check the fair deal of its hands too
  rummy500-referee --json < cases.rummy   tell every result as JSON lines

exit status:
  0 all holds, 1 something does not, 2 a file can't be read as notation
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the files that are named, or standard input; return the exit status."""
    wish = _parser().parse_args(arguments)
    try:
        _open_output()
        return _judge(wish)
    except NotationError as error:
        sys.stderr.write(f"{error}\n")
    except OSError as error:
        sys.stderr.write(f"rummy500-referee: {error.filename or 'output'}: {error.strerror}\n")
        if error.filename is None:
            _give_up_output()
    return UNREADABLE


def _judge(wish: argparse.Namespace) -> int:
    games = failed = 0
    for file, text in _texts(wish.files):
        for game in read(file, text):
            report = run(game)
            if wish.verify:
                report.failures += verify(game)
            games += 1
            failed += bool(report.failures)
            _tell(report, as_json=wish.json)
    if not wish.json:
        sys.stdout.write(f"{games} games, {failed} failed\n")
    sys.stdout.flush()
    return SOME_FAIL if failed else ALL_HOLD


def _open_output() -> None:
    """Make ready for any name of a game, whatever the terminal can show, and for no output."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Let what is left unwritten go nowhere, so that the end of the program does not fail too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rummy500-referee",
        description="Judge games of Rummy 500 in text notation.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="files; none: standard input")
    parser.add_argument("--json", action="store_true", help="tell every result as JSON lines")
    parser.add_argument("--verify", action="store_true", help="check commitments and seeds too")
    parser.add_argument("--version", action="version", version=f"%(prog)s {PROGRAM_VERSION}")
    return parser


def _texts(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    if not files:
        yield "<stdin>", _text("<stdin>", _standard_input())
    for file in files:
        yield file, _text(file, Path(file).read_bytes())


def _standard_input() -> bytes:
    if sys.stdin is None:
        return b""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        error.filename = "<stdin>"
        raise


def _text(file: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        place = Place(file, line, column)
        found = f"the byte {content[error.start]:#04x}"
        raise NotationError(place, "UTF-8 text", found) from None


def _tell(report: Report, *, as_json: bool) -> None:
    lines = json_lines(report) if as_json else failure_lines(report)
    for line in lines:
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
