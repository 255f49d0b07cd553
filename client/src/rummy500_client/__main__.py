"""The command ``rummy500``: the client, and in a frozen build the server too."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummy500.protocol.version import PROGRAM_VERSION


_NO_QT: Final = 3
_EXAMPLE: Final = """example:
  rummy500                                  play against the computer
  rummy500 --connect example.org --name Ana  join friends on a server
"""


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    made = argparse.ArgumentParser(
        prog="rummy500",
        description="Rummy 500: a card table for people and computer players.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--connect", metavar="ADDRESS", default="", help="connect to a server")
    made.add_argument("--play", action="store_true", help="begin a match against the computer")
    made.add_argument("--lang", choices=("es", "en"), default="", help="language of the words")
    made.add_argument("--name", default="", help="your name at the table")
    made.add_argument(
        "--data", metavar="DIR", type=Path, help="keep settings and matches in this folder"
    )
    made.add_argument(
        "--new-settings", action="store_true", help="set the present settings aside and begin anew"
    )
    made.add_argument("--version", action="version", version=f"rummy500 {PROGRAM_VERSION}")
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, 2 for wrong words, 3 without Qt."""
    given = parser().parse_args(words)
    try:
        from rummy500_client.app import Arguments, start  # noqa: PLC0415 - Qt may be missing
    except ImportError as error:
        sys.stderr.write(
            f"rummy500: the window cannot be opened: {error}\n"
            "A library of the system is missing. On Debian or Ubuntu this brings it:\n"
            "  apt-get install libgl1 libegl1 libxkbcommon0 libfontconfig1 libglib2.0-0 "
            "libdbus-1-3 libxcb-cursor0\n"
        )
        return _NO_QT
    return start(
        Arguments(
            connect=given.connect,
            language=given.lang,
            name=given.name,
            data=given.data,
            new_settings=given.new_settings,
            play=given.play,
        )
    )


if __name__ == "__main__":
    sys.exit(main())
