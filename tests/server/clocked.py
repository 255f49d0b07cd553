"""A table with a clock: what is done there, and what is told of its times."""

from __future__ import annotations

from tests.server.fakes import Onlooker
from tests.server.house import House

from rummy500.engine.state import HandState
from rummy500.protocol import acts, commands
from rummy500.protocol.tables import TurnTime
from rummy500_server.table.actor import Table


CLOCK = {"turn_seconds": "15", "reserve_seconds": "10"}


async def draw(house: House, who: Onlooker, table: Table) -> object:
    return await house.do(who, table, commands.Play, table="t", act=acts.Stock())


async def discard(house: House, who: Onlooker, table: Table, place: int = 0) -> object:
    own = who.news[-1].own
    assert own is not None
    act = acts.Discard(own.cards[place])
    return await house.do(who, table, commands.Play, table="t", act=act)


def turn_time(who: Onlooker) -> TurnTime | None:
    times = who.news[-1].times
    return None if times is None else times.turn


def deeds(who: Onlooker) -> list[type]:
    """Return what the last news told, kind by kind."""
    return [type(deed) for deed in who.news[-1].happened]


def hand_of(table: Table) -> HandState:
    match = table.state.match
    assert match is not None
    assert match.hand is not None
    return match.hand
