"""``rummy500-load``: the command."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Final

from rummy500_server.clock import SystemClock
from rummy500_server.load.errors import LoadError
from rummy500_server.load.options import parse
from rummy500_server.load.proc import ProcessGoneError


EXIT_UNCLEAN: Final = 1
EXIT_OPTIONS: Final = 2
EXIT_NO_SERVER: Final = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Do a run, print its report and return the exit code."""
    wish = parse(sys.argv[1:] if arguments is None else arguments)
    try:
        from rummy500_server.load.run import report, run  # noqa: PLC0415 - may not be installed
    except ModuleNotFoundError as error:
        return _fail(EXIT_OPTIONS, f"{error}. It comes with: pip install rummy500-server[load]")
    try:
        outcome = asyncio.run(run(wish, SystemClock()))
    except LoadError as error:
        return _fail(EXIT_NO_SERVER, f"{error}\nStart one with: rummy500-server --unlimited-rate")
    except ProcessGoneError as error:
        return _fail(EXIT_OPTIONS, f"the server can't be watched: {error}")
    sys.stdout.write(json.dumps(report(outcome), indent=2) + "\n")
    return 0 if outcome.tally.clean else EXIT_UNCLEAN


def _fail(code: int, text: str) -> int:
    sys.stderr.write(f"rummy500-load: {text}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
