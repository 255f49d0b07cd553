"""Logging: one line for one fact, to stderr, with names and numbers and never a card or a token.

Everything goes through the standard library's logging, so that one place decides what is shown.
"""

from __future__ import annotations

import logging
import sys
from typing import Final

import structlog


_SHARED: Final[list[structlog.typing.Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def use_standard_logging() -> None:
    """Send what the server logs to the standard library's logging."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def set_up(style: str, level: str) -> None:
    """Write lines of ``level`` and above to stderr: ``json`` for programs, else for people."""
    use_standard_logging()
    for_people = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        # Not the pretty one: it prints local variables, and those are cards and tokens.
        exception_formatter=structlog.dev.plain_traceback,
    )
    renderer = structlog.processors.JSONRenderer() if style == "json" else for_people
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.processors.format_exc_info],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
