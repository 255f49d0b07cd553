"""The match of the day: how it is offered, what is asked of the server, what is remembered of it.

The cards follow from the date of the server (R49), in UTC like the date that is shown here. On this
computer they are the same all day; on a server they are the same for everybody there.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from rummy500.engine.options import MIN_PLAYERS, RUMMY500
from rummy500.protocol.commands import CreateTable
from rummy500.protocol.translate import score_from_wire
from rummy500_client.i18n.words import Words, marked
from rummy500_client.presenters.glance import table_options
from rummy500_client.presenters.home_model import Tile
from rummy500_client.presenters.room_model import TableLine
from rummy500_client.presenters.table_model import Button
from rummy500_client.presenters.wishes import UNNUMBERED
from rummy500_client.settings import Daily, Settings
from rummy500_client.state.model import TableState


DAILY: Final = "daily"
"""What begins the match of the day."""
LEVEL: Final = "steady"
"""Of the computer player, the same for everybody, or the matches could not be compared."""
_MONTHS: Final = (
    marked("January"),
    marked("February"),
    marked("March"),
    marked("April"),
    marked("May"),
    marked("June"),
    marked("July"),
    marked("August"),
    marked("September"),
    marked("October"),
    marked("November"),
    marked("December"),
)


def day_words(day: date, words: Words) -> str:
    """Return a day of this year in words."""
    return words.say("{day} {month}", day=day.day, month=words.say(_MONTHS[day.month - 1]))


def daily_tile(settings: Settings, today: date, words: Words, *, enabled: bool) -> Tile:
    """Return the tile of the first screen; once the match was played, with how it ended."""
    say = words.say
    day, played = day_words(today, words), settings.daily
    if played.day != today.isoformat() or not played.over:
        sub = say("{day} · the same cards all day", day=day)
    elif played.own > played.other:
        sub = say("{day} · won, {own} to {other}", day=day, own=played.own, other=played.other)
    else:
        sub = say("{day} · lost, {own} to {other}", day=day, own=played.own, other=played.other)
    return Tile(DAILY, say("Match of the day"), sub, "calendar", enabled=enabled)


def daily_line(today: date, words: Words) -> TableLine:
    """Return the row over the tables of a server."""
    say = words.say
    name, day = say("Match of the day"), day_words(today, words)
    detail = say(
        "{day} · the same cards for everybody on this server, against a computer player", day=day
    )
    play = Button(DAILY, say("Play"), "play", accessible=f"{say('Play')}: {name}")
    return TableLine(name, detail, "", play, f"{name}. {detail}")


def daily_order(words: Words) -> CreateTable:
    """Return what to ask the server for: the cards of the day against a computer player."""
    return CreateTable(
        ref=UNNUMBERED,
        name=words.say("Match of the day"),
        seats=MIN_PLAYERS,
        preset=str(RUMMY500.preset),
        options={DAILY: "on"},
        private=True,
        computers=(LEVEL,),
    )


def begun(settings: Settings, today: date) -> Settings:
    """Return the settings once the match of a day begins; how it ended first is kept all day."""
    day = today.isoformat()
    return settings if settings.daily.day == day else replace(settings, daily=Daily(day))


def noted(settings: Settings, table: TableState | None) -> Settings:
    """Return the settings with the end of the match of the day, if that is what has ended here."""
    if table is None or table.own is None or table.now.winners is None:
        return settings
    played = settings.daily
    if not played.day or played.over or not table_options(table.now).daily:
        return settings
    own = table.own.seat
    totals = [round(score_from_wire(total)) for total in table.now.totals]
    other = max(total for seat, total in enumerate(totals) if seat != own)
    return replace(settings, daily=replace(played, own=totals[own], other=other, over=True))
