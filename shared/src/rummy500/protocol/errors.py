"""Codes of refusals that are not about the rules of the game, and violations of the protocol.

ProtocolViolationError      a frame that no honest client sends: the connection is closed
"""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a command is refused, rules aside (those codes are ``rummy500.engine.refusals.Code``)."""

    VERSION_MISMATCH = "VERSION_MISMATCH"
    """Another version of the protocol is spoken here; ``protocol`` and ``program`` say which."""
    NAME_INVALID = "NAME_INVALID"
    """Nothing readable is left of the name, or it is too long."""
    TOKEN_UNKNOWN = "TOKEN_UNKNOWN"  # noqa: S105 - a code, not a secret
    """The token is of nobody here; without one a new guest is made."""
    HELLO_FIRST = "HELLO_FIRST"
    """The connection has not greeted yet."""
    ALREADY_GREETED = "ALREADY_GREETED"
    """The connection has greeted; its person can't change."""
    OPTION_INVALID = "OPTION_INVALID"
    """``option`` can't be ``value``, alone or at this table; ``level`` and ``computers`` too."""
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    """There is no such table, or no longer, or it is private and that is not its code."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """The table has fewer seats."""
    NOT_SEATED = "NOT_SEATED"
    """You have no seat there."""
    RESUME_FIRST = "RESUME_FIRST"
    """You sit there, but this connection has not resumed the table."""
    TABLE_FULL = "TABLE_FULL"
    """All seats are taken."""
    SEAT_TAKEN = "SEAT_TAKEN"
    """Somebody sits there."""
    NO_COMPUTER_THERE = "NO_COMPUTER_THERE"
    """No computer player sits there."""
    NOT_HOST = "NOT_HOST"
    """Only the host may do that."""
    MATCH_RUNNING = "MATCH_RUNNING"
    """Not while a match runs."""
    MATCH_NOT_RUNNING = "MATCH_NOT_RUNNING"
    """There is no match yet."""
    HAND_NOT_OVER = "HAND_NOT_OVER"
    """The hand is still being played."""
    MATCH_NOT_OVER = "MATCH_NOT_OVER"
    """The match is still being played."""
    MATCH_OVER = "MATCH_OVER"
    """The match is over: ask for a rematch."""
    SEATS_EMPTY = "SEATS_EMPTY"
    """A match needs all seats taken."""
    SEAT_HELD = "SEAT_HELD"
    """You were away; a computer player finishes this turn for you, and then you play again."""
    STALE = "STALE"
    """The command was meant for a position that is gone."""
    TRY_AGAIN = "TRY_AGAIN"
    """Nothing was decided; the same command with the same ref may be sent again."""
    ELSEWHERE = "ELSEWHERE"
    """Another server of the house looks after the table: come back with ``at``, and ask again there
    with the same ref. Told to nobody who has come without such a word."""
    SERVER_FULL = "SERVER_FULL"
    """The server has as many tables as it can bear, or you sit at as many as one may."""
    TOO_MANY_TRIES = "TOO_MANY_TRIES"
    """After so many wrong codes no other one is looked at for ``seconds``."""
    BANNED = "BANNED"
    """The people who run the server don't let you in for ``minutes`` more."""
    BAD_COMMAND = "BAD_COMMAND"
    """The frame has a ref, but it is no command of this version."""


class CloseReason(StrEnum):
    """Why the server closes a connection, as the reason of the WebSocket close frame."""

    VIOLATION = "violation"
    """A frame that no honest client sends."""
    TOO_BIG = "too_big"
    """A frame that is larger than any command."""
    SLOW_READER = "slow_reader"
    """Too much waits to be read."""
    SUPERSEDED = "superseded"
    """The same person has resumed the table on another connection."""
    VERSION = "version"
    """Another version of the protocol is spoken here."""
    HELLO_LATE = "hello_late"
    """The greeting did not come in time."""
    GOING_AWAY = "going_away"
    """The server is ending; another one of the same house may go on, or it comes back."""
    KICKED = "kicked"
    """The people who run the server have ended the connection."""
    FLOOD = "flood"
    """Far more commands than anybody can mean."""
    FAULT = "fault"
    """The server has a fault; a new connection finds things as they are stored."""


class ProtocolViolationError(ValueError):
    """A frame that no honest client sends."""
