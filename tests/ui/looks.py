"""Every state in which the program can be seen: pages, sheets, questions and errors.

Each is reached as a person would reach it, against a network that only remembers. The tests of
fitting go through them, and so do the pictures.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from PySide6.QtWidgets import QWidget
from tests.client.little_table import LittleTable, position
from tests.ui.desk import Desk, seated
from tests.ui.looks_rooms import (
    Look,
    many_tables,
    no_tables,
    server_full,
    table_closed,
    table_full,
    tables,
    waiting,
    waits,
    wrong_code,
)

from rummy500.engine.actions import MeldCards
from rummy500.engine.notation import parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.protocol.happenings import Computer, Nobody, Person
from rummy500.protocol.updates import TableNews
from rummy500_client.presenters.errors import settings_lost
from rummy500_client.presenters.home import Trouble
from rummy500_client.settings import Daily
from rummy500_client.state.model import Away, ConnectionChanged, Failed, OtherVersion


def keep(it: Desk, **changes: object) -> None:
    """Let the program remember something else."""
    it.bridge.session.set_settings(replace(it.bridge.session.settings, **changes))


async def home(it: Desk) -> QWidget:
    keep(it, unfinished="t1", last_server="example.org")
    await it.shown()
    return it.window.home


async def trouble(it: Desk) -> QWidget:
    it.bridge.session.doing = Trouble(it.bridge.words.say("The address has no host"))
    await it.shown()
    return it.window.home


async def connect_sheet(it: Desk) -> QWidget:
    it.bridge.on_home("connect")
    await it.shown()
    return it.window.connect_view


def help_tab(tab: str) -> Look:
    async def look(it: Desk) -> QWidget:
        it.window.rules.on_intent("help")
        it.window.rules.on_intent(f"help_tab:{tab}")
        await it.shown()
        return it.window.rules.help

    return look


async def new_table(it: Desk) -> QWidget:
    it.window.rules.on_intent("new_table")
    await it.shown()
    return it.window.rules.new_table


async def new_table_unfolded(it: Desk) -> QWidget:
    it.window.rules.on_intent("new_table")
    it.window.rules.on_intent("customise")
    await it.shown()
    return it.window.rules.new_table


async def settings(it: Desk) -> QWidget:
    it.window.preferences.open()
    await it.shown()
    return it.window.preferences.sheet


async def lost(it: Desk) -> QWidget:
    await seated(it, solo=False)
    it.bridge.session.change(ConnectionChanged(Away(3, 4.0, "dropped")))
    it.wires.pass_time()
    await it.shown()
    return it.window.notice


async def version(it: Desk) -> QWidget:
    it.bridge.session.reach("example.org")
    it.bridge.session.change(ConnectionChanged(OtherVersion(9, "2.0.0")))
    await it.shown()
    return it.window.notice


async def leaving(it: Desk) -> QWidget:
    await seated(it, solo=False)
    it.bridge.on_table("leave")
    await it.shown()
    return it.window.notice


async def hand_result(it: Desk) -> QWidget:
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    return it.window.table.result


async def match_result(it: Desk) -> QWidget:
    await seated(it)
    table = LittleTable(options=replace(RUMMY500, target_score=30))
    table.seq = 10
    it.bridge.session.told(table.deal())
    it.bridge.session.told(table.put(position("QS KS AS", options=table.match.options)))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    await it.press(it.window.table.result, "match_result")
    return it.window.table.result


# --- the first screen, in trouble ----------------------------------------------------------------


async def running(it: Desk) -> QWidget:
    keep(it, unfinished="t1")
    await it.shown()
    return it.window.home


async def giving_up(it: Desk) -> QWidget:
    """Another match would end the one that waits."""
    await running(it)
    await it.press(it.window.home, "play")
    return it.window.home


async def day_played(it: Desk) -> QWidget:
    today = it.bridge.today().isoformat()
    keep(it, daily=Daily(today, 512, 430, over=True))
    await it.shown()
    return it.window.home


async def starting(it: Desk) -> QWidget:
    it.bridge.session.play_now()
    await it.shown()
    return it.window.home


async def settings_gone(it: Desk) -> QWidget:
    it.bridge.session.doing = Trouble(settings_lost(it.bridge.words))
    await it.shown()
    return it.window.home


def failing(fault: str, detail: str = "") -> Look:
    """A server that could not be reached, on the panel to connect."""

    async def look(it: Desk) -> QWidget:
        it.bridge.on_connect("play.example.org", "Ana")
        await it.shown()
        it.bridge.session.change(ConnectionChanged(Failed(fault, detail)))
        await it.shown()
        return it.window.connect_view

    return look


async def connecting(it: Desk) -> QWidget:
    it.bridge.on_connect("play.example.org", "Ana")
    await it.shown()
    return it.window.connect_view


# --- panels over the table -----------------------------------------------------------------------


def ended(fault: str, detail: str = "") -> Look:
    """The connection was ended for good while a match runs."""

    async def look(it: Desk) -> QWidget:
        await seated(it, solo=False)
        it.bridge.session.change(ConnectionChanged(Failed(fault, detail)))
        await it.shown()
        return it.window.notice

    return look


async def solo_lost(it: Desk) -> QWidget:
    """The server on this computer has ended and starts again."""
    await seated(it)
    it.bridge.session.change(ConnectionChanged(Away(1, 0.0, "dropped")))
    it.wires.pass_time()
    await it.shown()
    return it.window.notice


# --- results -------------------------------------------------------------------------------------


async def rematch_wanted(it: Desk) -> QWidget:
    """The other one wants a rematch."""
    shown = await match_result(it)
    state = it.bridge.session.state.table
    assert state is not None
    assert state.own is not None
    people = (Person("Ana", here=True), Person("Bruno", here=True))
    now = msgspec.structs.replace(state.now, ready=(1,), seats=people)
    it.bridge.session.told(TableNews("t1", state.seq + 1, (), now, state.own))
    await it.shown()
    return shown


async def broken_deal(it: Desk) -> QWidget:
    """A deal that does not match its promise."""
    table = await seated(it)
    it.bridge.session.told(table.put(replace(position("QS KS AS"), seed=bytes(32))))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    await it.shown()
    return it.window.table.result


LOOKS: dict[str, Look] = {
    "home": home,
    "home with a match": running,
    "home giving up": giving_up,
    "home after the day": day_played,
    "home starting": starting,
    "trouble": trouble,
    "settings gone": settings_gone,
    "connect": connect_sheet,
    "connecting": connecting,
    "unreachable": failing("nobody_there"),
    "no such address": failing("address_unknown"),
    "not ours": failing("not_ours"),
    "insecure": failing("insecure"),
    "banned": failing("turned_away", "BANNED"),
    "no room": failing("turned_away", "SERVER_FULL"),
    "help rules": help_tab("rules"),
    "help marks": help_tab("marks"),
    "help tips": help_tab("tips"),
    "help about": help_tab("about"),
    "new table": new_table,
    "new table unfolded": new_table_unfolded,
    "settings": settings,
    "tables": tables,
    "no tables": no_tables,
    "many tables": many_tables,
    "table full": table_full,
    "server full": server_full,
    "wrong code": wrong_code,
    "table closed": table_closed,
    "waiting": waiting,
    "waiting host": waits(
        Person("Ana", here=True), Person("Bo", here=True), Computer("Rita", "easy"), Nobody()
    ),
    "waiting away": waits(
        Person("Bo", here=True), Person("Ana", here=True), Person("Carla", here=False), viewer=1
    ),
    "waiting ready": waits(Person("Ana", here=True), Person("Bo", here=True), code=""),
    "connection lost": lost,
    "server starts again": solo_lost,
    "other version": version,
    "superseded": ended("superseded"),
    "kicked": ended("kicked"),
    "gone for good": ended("turned_away", "TOKEN_UNKNOWN"),
    "leaving": leaving,
    "hand result": hand_result,
    "match result": match_result,
    "rematch wanted": rematch_wanted,
    "broken deal": broken_deal,
}


TOLD_ONCE = frozenset(
    {
        "trouble",
        "settings gone",
        "unreachable",
        "no such address",
        "not ours",
        "insecure",
        "banned",
        "no room",
    }
)
"""Trouble is told in the language of its moment; who chooses another one has read it."""
