"""From a wish to the table and back, without a socket and without a window."""

from __future__ import annotations

from dataclasses import replace

from tests.client.little_table import LittleTable, position
from tests.client.wires import Wires, accept, connect, refuse

from rummy500.engine.actions import DiscardCard, MeldCards
from rummy500.engine.cards import PACK, Card
from rummy500.engine.notation import parse_cards
from rummy500.protocol import acts
from rummy500.protocol.commands import (
    CreateTable,
    JoinTable,
    Leave,
    Play,
    Resume,
    Start,
    UnwatchTables,
    WatchTables,
)
from rummy500.protocol.updates import SatDown, TablesListed
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.daily import daily_order
from rummy500_client.presenters.gesture_model import (
    MoveInHand,
    PickSort,
    PressButton,
    PressHand,
    PressStock,
)
from rummy500_client.presenters.home import Idle, Starting, Trouble
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.wishes import Page
from rummy500_client.settings import KeptOrder, Settings
from rummy500_client.state.arrange import SortMode, by_suit
from rummy500_client.state.local import ResultShown
from rummy500_client.state.model import Away, ConnectionChanged, Failed, OtherVersion, Trying


class Kept:
    def __init__(self) -> None:
        self.settings: list[Settings] = []
        self.changes = 0

    def keep(self, settings: Settings) -> None:
        self.settings.append(settings)

    def changed(self) -> None:
        self.changes += 1


def session(settings: Settings | None = None) -> tuple[Session, Wires, Kept]:
    kept = Kept()
    made = Session(
        settings or Settings(name="Ana"), words_for("en"), keep=kept.keep, changed=kept.changed
    )
    wires = Wires()
    made.network = wires
    return made, wires, kept


def at_a_table(settings: Settings | None = None) -> tuple[Session, Wires, LittleTable]:
    """Return a session in a match on this computer."""
    made, wires, _ = session(settings)
    made.play_now()
    connect(made)
    accept(made, wires.sent[0], SatDown("t1", 0))
    accept(made, wires.sent[1])
    table = LittleTable()
    made.told(table.deal())
    return made, wires, table


def test_one_press_leads_to_a_match_on_this_computer() -> None:
    made, wires, kept = session(Settings(name="Ana", seats=3, level="easy", target=200))
    made.play_now()
    assert isinstance(made.doing, Starting)
    assert wires.asked == ["play here as Ana"]
    connect(made)
    create = wires.sent[0]
    assert isinstance(create, CreateTable)
    assert (create.seats, create.computers) == (3, ("easy", "easy"))
    assert create.options == {"target_score": "200"}
    assert create.private
    accept(made, create, SatDown("t1", 0))
    assert wires.sent[1] == Start(ref=101, table="t1")
    assert made.page is Page.HOME
    made.told(LittleTable().deal())
    assert made.page is Page.TABLE
    assert isinstance(made.doing, Idle)
    assert kept.settings[-1].unfinished == "t1"


def test_matches_that_nobody_plays_on_are_left() -> None:
    made, wires, _ = session()
    made.play_now()
    connect(made, "old1", "old2")
    assert [type(c) for c in wires.sent] == [Leave, Leave, CreateTable]


def test_a_match_that_waits_is_played_on() -> None:
    made, wires, _ = session(Settings(name="Ana", unfinished="t1"))
    made.play_on()
    connect(made, "t1")
    assert wires.asked == ["play here as Ana", "follow t1"]
    made.told(LittleTable().deal())
    assert made.page is Page.TABLE


def test_a_match_that_is_gone_is_said_so() -> None:
    made, _, kept = session(Settings(name="Ana", unfinished="t1"))
    made.play_on()
    connect(made)
    refuse(made, Resume(ref=9, table="t1"), "NO_SUCH_TABLE")
    assert isinstance(made.doing, Trouble)
    assert made.page is Page.HOME
    assert kept.settings[-1].unfinished == ""


def test_the_match_of_the_day_is_one_against_the_computer() -> None:
    made, wires, kept = session(Settings(name="Ana", seats=4, level="easy", target=200))
    made.play_the_day()
    connect(made, "old")
    accept(made, wires.sent[1], SatDown("t1", 0))

    leave, create, start = wires.sent
    assert isinstance(leave, Leave)
    assert isinstance(create, CreateTable)
    assert (create.seats, create.options) == (2, {"daily": "on"})
    assert (create.computers, create.private) == (("steady",), True)
    assert start == Start(ref=start.ref, table="t1")
    assert kept.settings[-1].unfinished == "t1"


def test_a_table_that_waits_for_nobody_starts_on_a_server_too() -> None:
    made, wires, _ = session()
    made.reach("example.org")
    connect(made)
    made.send(daily_order(made.words))
    accept(made, wires.sent[-1], SatDown("t1", 0))
    assert isinstance(wires.sent[-1], Start)
    assert not made.settings.unfinished
    made.open_table(private=True)
    accept(made, wires.sent[-1], SatDown("t2", 0))
    assert isinstance(wires.sent[-1], CreateTable)


def test_leaving_a_match_on_this_computer_keeps_it() -> None:
    made, wires, _ = at_a_table()
    made.leave_table()
    assert made.page is Page.HOME
    assert made.settings.unfinished == "t1"
    assert wires.asked[-1] == "hang up"
    assert not any(isinstance(c, Leave) for c in wires.sent)


def test_a_server_shows_its_tables_and_lets_join_and_leave() -> None:
    made, wires, _ = session()
    made.reach("example.org")
    assert made.page is Page.HOME
    connect(made)
    assert made.page is Page.LOBBY
    accept(made, wires.sent[0], TablesListed(()))
    assert made.state.rows == ()
    made.join(code="ABC123")
    join = wires.sent[-1]
    assert join == JoinTable(ref=join.ref, code="ABC123")
    accept(made, join, SatDown("t1", 0))
    made.told(LittleTable().news())
    assert made.page is Page.WAITING
    assert isinstance(wires.sent[-1], UnwatchTables)
    made.leave_table()
    leave = wires.sent[-1]
    assert isinstance(leave, Leave)
    accept(made, leave)
    assert made.page is Page.LOBBY
    assert isinstance(wires.sent[-1], WatchTables)


def test_who_sits_at_a_table_of_the_server_is_led_back_to_it() -> None:
    made, wires, _ = session()
    made.reach("example.org")
    connect(made, "t1")
    assert "follow t1" in wires.asked


def test_no_connection_is_said_on_the_first_screen() -> None:
    made, _, _ = session()
    made.reach("example.org")
    made.change(ConnectionChanged(Trying(1)))
    made.change(ConnectionChanged(Failed("nobody_there")))
    assert made.doing == Trouble("No server answers there. Is it running, and is the port right?")
    assert made.page is Page.HOME


def test_another_version_is_shown_at_once() -> None:
    made, _, _ = session()
    made.reach("example.org")
    made.change(ConnectionChanged(OtherVersion(9, "2.0")))
    assert made.overdue


def test_a_short_loss_is_not_shown_and_a_long_one_is() -> None:
    made, wires, _ = at_a_table()
    made.change(ConnectionChanged(Away(1, 0.1, "dropped")))
    connect(made)
    wires.pass_time()
    assert not made.overdue
    made.change(ConnectionChanged(Away(1, 0.1, "dropped")))
    wires.pass_time()
    assert made.overdue
    assert made.page is Page.TABLE
    connect(made)
    assert not made.overdue


# --- playing -------------------------------------------------------------------------------------


def test_a_gesture_is_sent_with_what_was_seen() -> None:
    made, wires, table = at_a_table()
    made.told(table.put(position("7C 7D 7H KS", stock="3C", pile="2C")))
    made.gesture(PressHand(parse_cards("KS")[0]))
    made.gesture(PressButton("discard"))
    made.gesture(PressButton("discard"))
    play = wires.sent[-1]
    assert isinstance(play, Play)
    assert play.act == acts.Discard(parse_cards("KS")[0])
    assert play.seen == table.seq
    assert made.state.table is not None
    assert made.state.table.pending == play


def test_nothing_is_sent_twice_and_waiting_shows() -> None:
    made, wires, table = at_a_table()
    assert table.hand.turn.seat == 0
    made.gesture(PressStock())
    count = len(wires.sent)
    made.gesture(PressStock())
    assert len(wires.sent) == count
    wires.pass_time()
    assert made.local.slow


def test_nothing_is_sent_without_a_connection() -> None:
    made, wires, _ = at_a_table()
    made.change(ConnectionChanged(Away(1, 0.1, "dropped")))
    count = len(wires.sent)
    made.gesture(PressStock())
    assert len(wires.sent) == count


def test_a_refusal_of_the_server_is_explained_once() -> None:
    made, wires, _ = at_a_table()
    made.gesture(PressStock())
    refuse(made, wires.sent[-1], "STALE")
    assert made.local.complaint is not None
    assert made.local.complaint.code == "STALE"
    serial = made.local.complaint.serial
    made.gesture(PressStock())
    refuse(made, wires.sent[-1], "STALE")
    assert made.local.complaint is not None
    assert made.local.complaint.serial != serial


def test_a_selection_stays_while_others_play() -> None:
    made, _, table = at_a_table()
    hand = position("7C 7D 7H KS")
    other = replace(hand, turn=replace(hand.turn, seat=type(hand.turn.seat)(1)))
    made.told(table.put(other))
    made.gesture(PressHand(parse_cards("7C")[0]))
    made.told(table.news())
    assert made.local.selected == parse_cards("7C")
    made.told(table.put(position("7D 7H KS")))
    assert made.local.selected == ()


def test_a_selection_ends_with_its_hand() -> None:
    """The same card may come again; nobody has selected it then."""
    made, _, table = at_a_table()
    made.told(table.put(position("QS KS AS 7C")))
    made.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    for card in parse_cards("QS KS AS 7C"):
        made.gesture(PressHand(card))
    assert made.local.selected == parse_cards("7C")
    made.told(table.play(DiscardCard(parse_cards("7C")[0])))
    made.local = replace(made.local, selected=tuple(PACK))
    made.told(table.deal(3))
    assert made.local.selected == ()


def test_the_result_comes_after_a_look_at_the_last_play() -> None:
    made, wires, table = at_a_table()
    made.told(table.put(position("QS KS AS")))
    made.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    assert made.local.result is ResultShown.NOT_YET
    wires.pass_time()
    assert made.local.result is ResultShown.HAND
    made.told(table.deal(3))
    assert made.local.result is ResultShown.NOT_YET


def put_in_order(made: Session) -> tuple[Card, ...]:
    """Bring the last card of the hand to the front, as a drag does; return the order."""
    glance = made.glance()
    assert glance is not None
    made.gesture(MoveInHand(glance.hand[-1], 0))
    return (glance.hand[-1], *glance.hand[:-1])


def test_the_own_order_of_the_hand_outlives_the_program() -> None:
    made, _, table = at_a_table()
    order = put_in_order(made)
    assert made.settings.order == KeptOrder("t1", 1, tuple(order))
    made.leave_table()
    assert made.settings.order.cards == order
    again, _, _ = session(made.settings)
    again.play_on()
    connect(again, "t1")
    again.told(table.news())
    seen = again.glance()
    assert seen is not None
    assert (seen.local.sort, seen.hand) == (SortMode.OWN, order)


def test_the_own_order_is_of_one_hand_and_ends_with_another_way_to_sort() -> None:
    made, _, table = at_a_table()
    put_in_order(made)
    other, _, _ = session(replace(made.settings, order=replace(made.settings.order, hand=2)))
    other.play_on()
    connect(other, "t1")
    other.told(table.news())
    seen = other.glance()
    assert seen is not None
    assert (seen.local.sort, seen.hand) == (SortMode.SUIT, by_suit(seen.hand))
    made.gesture(PickSort(SortMode.RANK))
    assert made.settings.order == KeptOrder()


def test_another_language_changes_nothing_but_the_words() -> None:
    made, _, _ = at_a_table()
    before = made.glance()
    made.set_words(words_for("es"))
    after = made.glance()
    assert before is not None
    assert after is not None
    assert after.view == before.view
    assert after.name(0) == "Tú"


def test_a_token_is_kept_by_server() -> None:
    made, _, kept = session()
    made.remember("here", "a word")
    made.remember("here", "a word")
    assert len(kept.settings) == 1
    assert made.settings.tokens == {"here": "a word"}


def test_the_way_to_sort_outlives_the_program() -> None:
    made, _, _ = at_a_table()
    made.gesture(PickSort(SortMode.MELDS))
    put_in_order(made)  # for this hand only
    assert made.settings.sort == "melds"
    again, _, _ = session(replace(made.settings, order=KeptOrder()))
    connect(again, "t2")
    again.told(LittleTable().deal(5))
    seen = again.glance()
    assert seen is not None
    assert seen.local.sort is SortMode.MELDS
