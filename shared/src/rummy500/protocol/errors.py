"""Codes of refusals that are not about the rules of the game, and violations of the protocol.

ProtocolViolationError      a frame that no honest client sends: the connection is closed
"""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a command is refused, rules aside (those codes are ``rummy500.engine.refusals.Code``)."""

    VERSION_MISMATCH = "VERSION_MISMATCH"
    NAME_INVALID = "NAME_INVALID"
    TOKEN_UNKNOWN = "TOKEN_UNKNOWN"  # noqa: S105 - a code, not a secret
    HELLO_FIRST = "HELLO_FIRST"
    ALREADY_GREETED = "ALREADY_GREETED"
    OPTION_INVALID = "OPTION_INVALID"
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NOT_SEATED = "NOT_SEATED"
    RESUME_FIRST = "RESUME_FIRST"
    """You sit there, but this connection has not resumed the table."""
    TABLE_FULL = "TABLE_FULL"
    SEAT_TAKEN = "SEAT_TAKEN"
    NO_COMPUTER_THERE = "NO_COMPUTER_THERE"
    NOT_HOST = "NOT_HOST"
    MATCH_RUNNING = "MATCH_RUNNING"
    MATCH_NOT_RUNNING = "MATCH_NOT_RUNNING"
    HAND_NOT_OVER = "HAND_NOT_OVER"
    MATCH_NOT_OVER = "MATCH_NOT_OVER"
    MATCH_OVER = "MATCH_OVER"
    """The match is over: ask for a rematch."""
    SEATS_EMPTY = "SEATS_EMPTY"
    STALE = "STALE"
    """The command was meant for a position that is gone."""
    TRY_AGAIN = "TRY_AGAIN"
    """Nothing was decided; the same command with the same ref may be sent again."""
    SERVER_FULL = "SERVER_FULL"
    BAD_COMMAND = "BAD_COMMAND"
    """The frame has a ref, but it is no command of this version."""


class CloseReason(StrEnum):
    """Why the server closes a connection, as the reason of the WebSocket close frame."""

    VIOLATION = "violation"
    TOO_BIG = "too_big"
    SLOW_READER = "slow_reader"
    SUPERSEDED = "superseded"
    VERSION = "version"
    HELLO_LATE = "hello_late"
    GOING_AWAY = "going_away"
    FLOOD = "flood"
    """Far more commands than anybody can mean."""
    FAULT = "fault"
    """The server has a fault; a new connection finds things as they are stored."""


class ProtocolViolationError(ValueError):
    """A frame that no honest client sends."""
