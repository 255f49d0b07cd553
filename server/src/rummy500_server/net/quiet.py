"""The log of the socket library, without the noise that strangers make."""

from __future__ import annotations

import logging


def library_log() -> logging.Logger:
    """Return a log in which those who speak no WebSocket leave no line."""
    logger = logging.getLogger("rummy500_server.websockets")
    logger.setLevel(logging.WARNING)
    if _is_worth_a_line not in logger.filters:
        logger.addFilter(_is_worth_a_line)
    return logger


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("opening handshake failed")
