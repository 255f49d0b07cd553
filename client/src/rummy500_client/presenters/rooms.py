"""The list of tables and the waiting room, from the state of the client."""

from __future__ import annotations

from datetime import date
from typing import Final

from rummy500.protocol.commands import JoinTable
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.happenings import AnyOccupant, Computer, Nobody, Person
from rummy500.protocol.tables import TableRow
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.buttons import copy_button, settings_button
from rummy500_client.presenters.daily import daily_line
from rummy500_client.presenters.errors import explain
from rummy500_client.presenters.glance import Glance, initial_of, occupant_name, table_options
from rummy500_client.presenters.help import HELP, RULES_OF, help_button
from rummy500_client.presenters.home import NEW_TABLE, level_name, offered_targets
from rummy500_client.presenters.home_model import Choice, Notice, Option
from rummy500_client.presenters.new_table import door_choice
from rummy500_client.presenters.option_use import chosen_options
from rummy500_client.presenters.option_words import rules_summary
from rummy500_client.presenters.room_model import LobbyModel, SeatLine, TableLine, WaitingModel
from rummy500_client.presenters.table_model import Button, Look, Tone
from rummy500_client.presenters.times import away_words
from rummy500_client.settings import (
    LEVEL_CHOICES,
    SEAT_CHOICES,
    Settings,
)
from rummy500_client.state.model import ClientState, Rejection


JOIN: Final = "join:"
"""Followed by the id of a table."""
JOIN_CODE: Final = "join_code"
CREATE: Final = "create"
QUICK: Final = "quick"
BACK: Final = "back"
ADD: Final = "add:"
REMOVE: Final = "remove:"
"""Followed by the number of a seat."""
START: Final = "start"
LEAVE: Final = "leave"
COPY_CODE: Final = "copy_code"


def lobby_model(
    state: ClientState,
    settings: Settings,
    door: str,
    words: Words,
    today: date,
    *,
    code_missing: bool = False,
) -> LobbyModel:
    """Return the list of tables.

    ``today`` is the date by UTC, ``door`` is whether a new table is open or private,
    ``code_missing`` whether somebody wanted to join by a code and typed none.
    """
    say = words.say
    rows = state.rows or ()
    waiting = state.rows is None
    return LobbyModel(
        title=say("Tables"),
        sub=say("Sit down at a table, or open your own."),
        lines=tuple(_line(row, words) for row in rows),
        empty=say("Asking for the tables…")
        if waiting
        else say("No tables are open. Open the first one."),
        choices=(
            Choice(
                "seats",
                say("Players"),
                tuple(Option(str(n), str(n)) for n in SEAT_CHOICES),
                str(settings.seats),
            ),
            Choice(
                "target",
                say("Target"),
                tuple(Option(str(n), str(n)) for n in offered_targets(settings)),
                str(settings.target),
            ),
        ),
        door=door_choice(door, words),
        quick=Button(
            QUICK,
            say("Any free seat"),
            "play",
            Look.GOLD,
            accessible=say("Sit down at any table with these rules, or at a new one"),
        ),
        create=Button(CREATE, say("Open a table"), "plus"),
        terms=rules_summary(chosen_options(settings, 0), settings.seats, words),
        new_table=Button(NEW_TABLE, say("Choose the rules…"), "log"),
        daily=daily_line(today, words),
        code_label=say("Code of a table"),
        join_code=Button(JOIN_CODE, say("Join"), "next"),
        settings=settings_button(words),
        help=help_button(words),
        back=Button(BACK, say("Leave the server"), "back"),
        notice=_lobby_notice(state, words),
        code_notice=_code_notice(state, words, missing=code_missing),
    )


def _lobby_notice(state: ClientState, words: Words) -> Notice | None:
    rejection = state.rejection
    if rejection is not None and not _by_code(rejection):
        told = explain(rejection.code, dict(rejection.params), words)
        return Notice(f"{told.head}. {told.reason}", Tone.BAD)
    if state.closed:
        return Notice(words.say("That table is closed."), Tone.BAD)
    return None


def _by_code(rejection: Rejection) -> bool:
    """Return whether a refusal answers a code that was typed."""
    return isinstance(rejection.command, JoinTable) and bool(rejection.command.code)


def _code_notice(state: ClientState, words: Words, *, missing: bool) -> Notice | None:
    rejection = state.rejection
    if missing:
        return Notice(words.say("Type the code that you were given."), Tone.BAD)
    if rejection is None or not _by_code(rejection):
        return None
    if rejection.code == ErrorCode.NO_SUCH_TABLE:
        return Notice(words.say("No table has this code. Check how it is spelled."), Tone.BAD)
    told = explain(rejection.code, dict(rejection.params), words)
    return Notice(f"{told.head}. {told.reason}", Tone.BAD)


def _line(row: TableRow, words: Words) -> TableLine:
    say = words.say
    free = sum(isinstance(seat, Nobody) for seat in row.seats)
    people = ", ".join(occupant_name(s, words) for s in row.seats if not isinstance(s, Nobody))
    seats = words.count("{n} free seat", "{n} free seats", free)
    detail = say("A match is being played") if row.playing else seats if free else say("Full")
    name = row.name or say("Rummy 500")
    terms = rules_summary(table_options(row), len(row.seats), words)
    rules = Button(
        RULES_OF + row.table,
        say("Rules"),
        "help",
        accessible=say("Rules of {table}", table=name),
    )
    open_seat = free > 0 and not row.playing
    join = Button(
        JOIN + row.table,
        say("Join"),
        "next",
        Look.PLAIN if open_seat else Look.DASHED,
        accessible=say("Join {table}", table=name),
    )
    said = f"{name}. {detail}. {terms}. {people}"
    taken = tuple(not isinstance(seat, Nobody) for seat in row.seats)
    return TableLine(name, f"{detail} · {terms}", people, join, said, taken, rules)


# --- the waiting room ----------------------------------------------------------------------------


def waiting_model(glance: Glance, settings: Settings, *, copied: bool = False) -> WaitingModel:
    """Return a table before its match. ``copied`` is whether its code has just been copied."""
    words = glance.words
    say = words.say
    now = glance.now
    host = glance.is_me(now.host)
    free = sum(isinstance(seat, Nobody) for seat in now.seats)
    levels = tuple(Option(level, level_name(level, words)) for level in LEVEL_CHOICES)
    return WaitingModel(
        title=now.name or say("Rummy 500"),
        sub=rules_summary(glance.options, len(now.seats), words),
        seats=tuple(_seat(glance, seat, now.seats[seat], host=host) for seat in glance.seats()),
        code_label=say("Code to invite with") if now.code else "",
        code=now.code,
        copy=copy_button(COPY_CODE, say("Copy"), words, done=copied) if now.code else None,
        level=Choice("level", say("Level of computer players"), levels, settings.level)
        if host and free
        else None,
        start=_start(words, free) if host else None,
        leave=Button(LEAVE, say("Leave the table"), "back"),
        rules=Button(HELP, say("Rules"), "help", accessible=say("Rules and help")),
        note=_note(glance, free)
        or ("" if host else say("{name} starts the match", name=glance.name(now.host))),
    )


def _note(glance: Glance, free: int) -> str:
    """Return why the last press led to nothing, as long as that holds."""
    complaint = glance.local.complaint
    if complaint is None or (complaint.code == ErrorCode.SEATS_EMPTY and not free):
        return ""
    told = explain(complaint.code, dict(complaint.params), glance.words)
    return f"{told.head}. {told.reason}"


def _start(words: Words, free: int) -> Button:
    if free:
        text = words.count("{n} seat is free", "{n} seats are free", free)
        return Button(START, text, "play", Look.DASHED)
    return Button(START, words.say("Start the match"), "play", Look.GOLD)


def _seat(glance: Glance, seat: int, occupant: AnyOccupant, *, host: bool) -> SeatLine:
    words = glance.words
    say = words.say
    name = glance.name(seat)
    note, button, initial = "", None, initial_of(name)
    match occupant:
        case Nobody():
            note, initial = say("Waiting for somebody"), ""
            if host:
                spoken = say("Add a computer player to seat {number}", number=seat + 1)
                button = Button(
                    f"{ADD}{seat}", say("Add a computer player"), "bot", accessible=spoken
                )
        case Computer(level=level):
            note = say("Computer player, {level}", level=level_name(level, words).lower())
            if host:
                spoken = say("Remove {name}", name=name)
                button = Button(f"{REMOVE}{seat}", say("Remove"), "close", accessible=spoken)
        case Person():
            note = away_words(glance, seat)
            if seat == glance.now.host:
                note = note or say("Host")
    return SeatLine(
        glance.mark(seat),
        initial,
        name,
        note,
        button,
        f"{name}. {note}" if note else name,
        free=isinstance(occupant, Nobody),
        away=isinstance(occupant, Person) and not occupant.here,
    )
