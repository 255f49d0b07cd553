"""The list of tables of a server, as it is watched and as a seat is found in it."""

from __future__ import annotations

from tests.client.little_table import LittleTable
from tests.client.test_session import session
from tests.client.wires import accept, connect, refuse

from rummy500.protocol.commands import QuickSeat, WatchTables
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.happenings import Nobody
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import SatDown, TablesChanged, TablesListed
from rummy500_client.presenters.new_match import quick_order
from rummy500_client.presenters.wishes import Page
from rummy500_client.settings import Settings
from rummy500_client.state.model import ConnectionChanged, Trying


def row(table: str, *, playing: bool = False) -> TableRow:
    return TableRow(table, table, "rummy500", {}, (Nobody(), Nobody()), playing)


def test_the_list_is_watched_once_on_each_connection() -> None:
    made, wires, _ = session()
    made.reach("example.org")
    connect(made)
    made.told(TablesChanged((), ()))  # nothing was listed yet
    assert made.state.rows is None
    accept(made, wires.sent[-1], TablesListed((row("a"), row("b"))))
    made.told(TablesChanged(("c", "b"), (row("c"), row("b", playing=True))))
    assert made.state.rows == (row("c"), row("b", playing=True))
    made.change(ConnectionChanged(Trying(1)))
    assert [type(command) for command in wires.sent] == [WatchTables]
    connect(made)
    assert [type(command) for command in wires.sent] == [WatchTables, WatchTables]


def test_a_list_that_could_not_be_had_is_asked_for_a_little_later() -> None:
    made, wires, _ = session()
    made.reach("example.org")
    connect(made)
    refuse(made, wires.sent[-1], ErrorCode.TRY_AGAIN)
    assert len(wires.sent) == 1
    wires.pass_time()
    assert [type(command) for command in wires.sent] == [WatchTables, WatchTables]


def test_any_free_seat_is_one_at_a_table_with_our_rules() -> None:
    made, wires, _ = session(Settings(seats=3, target=300))
    made.reach("example.org")
    connect(made)
    made.send(quick_order(made.settings))
    wish = wires.sent[-1]
    assert wish == QuickSeat(ref=wish.ref, seats=3, options={"target_score": "300"})
    accept(made, wish, SatDown("t1", 1))
    made.told(LittleTable().news())
    assert made.page is Page.WAITING
