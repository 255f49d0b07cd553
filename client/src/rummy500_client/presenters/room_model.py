"""What the list of tables and the waiting room show, ready to paint."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500_client.presenters.home_model import Choice, Notice
from rummy500_client.presenters.table_model import Button


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of the list of tables. ``join`` is dashed where one cannot sit down."""

    name: str
    detail: str
    people: str
    join: Button
    accessible: str
    taken: tuple[bool, ...] = ()
    """By seat, whether somebody sits there."""
    rules: Button | None = None
    """Tells the rules before one sits down."""


@dataclass(frozen=True, slots=True)
class LobbyModel:
    """The open tables of a server, and how to make or join one."""

    title: str
    sub: str
    lines: tuple[TableLine, ...]
    empty: str
    """What is said instead of lines."""
    choices: tuple[Choice, ...]
    """For how many, and to what, one wants to play."""
    quick: Button
    """Leads to any table like that."""
    door: Choice
    """Whether a table of ours is to be in the list."""
    create: Button
    terms: str
    """What a table of ours would be played for, and how it differs from the standard game."""
    new_table: Button
    daily: TableLine
    code_label: str
    join_code: Button
    settings: Button
    help: Button
    back: Button
    notice: Notice | None = None
    code_notice: Notice | None = None
    """What is wrong with the code; it stands below the field."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a table that waits. ``button`` adds or removes a computer player."""

    mark: int
    initial: str
    name: str
    note: str
    button: Button | None
    accessible: str
    free: bool = False
    """Nobody sits there."""
    away: bool = False
    """Whoever sits there is not connected; the note tells for how long that is borne."""


@dataclass(frozen=True, slots=True)
class WaitingModel:
    """A table before its match."""

    title: str
    sub: str
    seats: tuple[SeatLine, ...]
    code_label: str
    code: str
    copy: Button | None
    level: Choice | None
    start: Button | None
    leave: Button
    rules: Button
    note: str = ""
