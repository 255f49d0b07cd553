"""``rummy500-server``: the command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rummy500.protocol.version import PROGRAM_VERSION
from rummy500_server import app
from rummy500_server.config import ConfigError, from_machine
from rummy500_server.log import set_up
from rummy500_server.store.ports import StoreBusyError, StoreError
from rummy500_server.workers.crew import run_workers


EXIT_CONFIG: Final = 2
EXIT_STORE: Final = 3
EXIT_PORT: Final = 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server and return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        settings = from_machine(given, PROGRAM_VERSION)
    except ConfigError as error:
        return _fail(EXIT_CONFIG, f"{error}\n'rummy500-server --help' tells what can be set.")
    set_up(settings.log_style, settings.log_level)
    try:
        if settings.workers > 1:
            return run_workers(settings, given)
        app.run(settings)
    except StoreBusyError as error:
        return _fail(EXIT_STORE, f"{error}.\nEnd that one, or give this one its own --data folder.")
    except StoreError as error:
        return _fail(EXIT_STORE, f"the store can't be opened: {error}")
    except OSError as error:
        where = f"{settings.host} port {settings.port}"
        return _fail(EXIT_PORT, f"can't listen at {where}: {error.strerror or error}")
    return 0


def _fail(code: int, text: str) -> int:
    sys.stderr.write(f"rummy500-server: {text}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
