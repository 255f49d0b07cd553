"""What a table allows, as pure values: no loop, no store, no socket."""

from __future__ import annotations

from functools import reduce

import pytest
from tests.server.tables import Sandbox, asker, begun

from rummy500.engine.actions import DrawStock
from rummy500.engine.cards import Card, card_set
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.ids import next_seat
from rummy500.protocol import acts, commands
from rummy500.protocol.errors import ErrorCode
from rummy500_server.store import records
from rummy500_server.table.decide import Plan, arrive, decide, lose, lose_all_but
from rummy500_server.table.evolve import JournalError, _shown, blank, evolve, fold, fold_all
from rummy500_server.table.state import (
    REMEMBERED_REFS,
    Computer,
    Nobody,
    Person,
    Stage,
    unpacked,
)


def names(box: Sandbox) -> list[str]:
    return [getattr(holder, "name", "-") for holder in box.state.seats]


# --- coming and going -----------------------------------------------------------------------------


def test_who_makes_a_table_sits_first_and_is_its_host() -> None:
    box = Sandbox(3, "Ana", computers=("easy",))
    assert names(box) == ["Ana", "Rita", "-"]
    assert box.state.host == "ana"
    assert box.state.stage is Stage.WAITING


def test_who_joins_gets_the_first_empty_seat_once() -> None:
    box = Sandbox(3)
    for _ in range(2):
        box.do("Beto", commands.JoinTable)
        assert names(box) == ["Ana", "Beto", "-"]


def test_people_of_one_name_get_numbers() -> None:
    box = Sandbox(4, "Ana")
    for player in ("two", "three"):
        decision = decide(
            box.state, asker("ANA")._replace(player=player), commands.JoinTable(ref=1), box.dice
        )
        assert isinstance(decision, Plan)
        box.add(decision)
    assert names(box) == ["Ana", "ANA 2", "ANA 3", "-"]


def test_a_full_table_takes_nobody() -> None:
    box = Sandbox(2, computers=("easy",))
    assert box.code("Beto", commands.JoinTable) == ErrorCode.TABLE_FULL


def test_before_the_match_a_seat_that_is_left_is_free() -> None:
    box = Sandbox(3)
    box.do("Beto", commands.JoinTable)
    box.do("Ana", commands.Leave)
    assert names(box) == ["-", "Beto", "-"]
    assert box.state.host == "beto"


def test_with_its_last_person_a_table_ends() -> None:
    box = begun("Ana", "Beto")
    box.do("Beto", commands.Leave)
    assert not box.state.ended
    box.do("Ana", commands.Leave)
    assert box.state.ended


@pytest.mark.parametrize("leaver", ["Ana", "Beto", "Eva"])
def test_in_a_match_a_computer_goes_on_for_who_leaves(leaver: str) -> None:
    """T16: also in the middle of his turn."""
    box = begun("Ana", "Beto", "Eva")
    box.play(DrawStock())
    before = box.state.match
    box.do(leaver, commands.Leave)
    assert sum(isinstance(s, Computer) for s in box.state.seats) == 1
    assert box.state.match == before
    assert box.state.seat_of(leaver.lower()) is None
    assert box.state.host == ("beto" if leaver == "Ana" else "ana")
    assert box.code("Gil", commands.JoinTable) == ErrorCode.MATCH_RUNNING


def test_the_host_passes_on_to_somebody_who_is_here() -> None:
    box = Sandbox(4)
    for name in ("Beto", "Eva"):
        box.do(name, commands.JoinTable)
    beto = box.state.seats[1]
    assert isinstance(beto, Person)
    lost = lose(box.state, box.state.seat_of("beto") or 1, beto.since)  # type: ignore[arg-type] - a seat
    assert lost is not None
    box.add(lost)
    box.do("Ana", commands.Leave)
    assert box.state.host == "eva"


def test_nobody_waits_for_who_has_left() -> None:
    """T17: the last one awaited leaves, and the next hand is dealt."""
    box = begun("Ana", "Beto", "Eva")
    box.play_out()
    box.do("Ana", commands.Ready)
    box.do("Eva", commands.Ready)
    facts = box.do("Beto", commands.Leave)
    assert any(isinstance(fact, records.Dealt) for fact in facts)
    assert box.state.stage is Stage.HAND


def test_a_late_close_of_an_old_connection_hits_nobody() -> None:
    """T31."""
    box = begun("Ana", "Beto")
    old = box.state.seats[0]
    assert isinstance(old, Person)
    box.add(arrive(box.state, box.state.people()[0][0], "other node"))
    assert lose(box.state, box.state.people()[0][0], old.since) is None
    now = box.state.seats[0]
    assert isinstance(now, Person)
    plan = lose(box.state, box.state.people()[0][0], now.since)
    assert plan is not None
    box.add(plan)
    assert not box.state.people()[0][1].here
    assert lose(box.state, box.state.people()[0][0], now.since) is None


def test_after_a_restart_all_connections_of_the_old_life_are_lost() -> None:
    box = begun("Ana", "Beto")
    assert lose_all_but(box.state, "node") is None
    plan = lose_all_but(box.state, "new life")
    assert plan is not None
    step = box.state.step
    box.add(plan)
    assert not box.state.anybody_here
    assert box.state.step == step
    assert lose_all_but(box.state, "new life") is None


# --- computer players -----------------------------------------------------------------------------


def test_the_host_adds_and_removes_computers_before_the_match() -> None:
    box = Sandbox(3)
    box.do("Beto", commands.JoinTable)
    box.do("Ana", commands.AddComputer, seat=2, level="steady")
    assert names(box) == ["Ana", "Beto", "Rita"]
    assert box.code("Ana", commands.AddComputer, seat=2, level="easy") == ErrorCode.SEAT_TAKEN
    assert box.code("Ana", commands.AddComputer, seat=3, level="easy") == ErrorCode.NO_SUCH_SEAT
    assert box.code("Ana", commands.RemoveComputer, seat=1) == ErrorCode.NO_COMPUTER_THERE
    assert box.code("Ana", commands.RemoveComputer, seat=3) == ErrorCode.NO_SUCH_SEAT
    assert box.code("Beto", commands.RemoveComputer, seat=2) == ErrorCode.NOT_HOST
    box.do("Ana", commands.RemoveComputer, seat=2)
    assert isinstance(box.state.seats[2], Nobody)
    assert box.code("Ana", commands.AddComputer, seat=2, level="god") == ErrorCode.OPTION_INVALID


def test_without_an_idle_limit_no_computer_may_play() -> None:
    box = Sandbox(2, options={"idle_rounds": "0"})
    assert box.code("Ana", commands.AddComputer, seat=1, level="easy") == ErrorCode.OPTION_INVALID


# --- the match ------------------------------------------------------------------------------------


def test_a_match_needs_all_seats_and_its_host() -> None:
    box = Sandbox(2)
    assert box.code("Ana", commands.Start) == ErrorCode.SEATS_EMPTY
    box.do("Beto", commands.JoinTable)
    assert box.code("Beto", commands.Start) == ErrorCode.NOT_HOST
    assert box.code("Ana", commands.Play, act=acts.Stock()) == ErrorCode.MATCH_NOT_RUNNING
    assert box.code("Ana", commands.Ready) == ErrorCode.MATCH_NOT_RUNNING
    assert box.code("Ana", commands.Rematch) == ErrorCode.MATCH_NOT_OVER
    facts = box.do("Ana", commands.Start)
    assert [type(fact) for fact in facts] == [records.MatchBegun, records.Dealt]
    assert box.code("Ana", commands.Start) == ErrorCode.MATCH_RUNNING


def test_the_pack_of_a_hand_follows_from_its_seed() -> None:
    box = begun("Ana", "Beto")
    match = box.state.match
    assert match is not None
    assert match.hand is not None
    (deal,) = [
        fact
        for stored in box.journal
        for fact in records.read_entry(stored.entry).facts
        if isinstance(fact, records.Dealt)
    ]
    assert deal.seed == match.hand.seed
    assert deal.pack == pack_from_seed(deal.seed)


def test_the_next_hand_is_dealt_when_all_people_are_ready() -> None:
    box = begun("Ana", "Beto")
    assert box.code("Ana", commands.Ready) == ErrorCode.HAND_NOT_OVER
    box.play_out()
    first = box.state.match
    assert first is not None
    box.do("Beto", commands.Ready)
    box.do("Beto", commands.Ready)
    assert box.state.ready == (1,)
    box.do("Ana", commands.Ready)
    assert box.state.ready == ()
    second = box.state.match
    assert second is not None
    assert second.number == first.number + 1
    assert second.dealer == next_seat(first.dealer, 2)


def test_a_rematch_begins_when_all_want_it_and_the_deal_moves_on() -> None:
    box = begun("Ana", "Beto", options={"target_score": "1"})
    box.play_match(["Ana", "Beto"])
    over = box.state.match
    assert over is not None
    assert over.winners
    assert box.code("Ana", commands.Ready) == ErrorCode.MATCH_OVER
    assert box.code("Ana", commands.Start) == ErrorCode.MATCH_OVER
    box.do("Ana", commands.Rematch)
    box.do("Ana", commands.Rematch)
    assert box.state.stage is Stage.OVER
    box.do("Beto", commands.Rematch)
    again = box.state.match
    assert again is not None
    assert (box.state.stage, again.number, again.totals) == (Stage.HAND, 1, (0, 0))
    assert again.dealer == next_seat(over.dealer, 2)
    assert box.state.matches == 2


def test_after_a_match_a_seat_may_change_hands_and_the_rest_wait_for_it() -> None:
    box = begun("Ana", "Beto", options={"target_score": "1"})
    box.play_match(["Ana", "Beto"])
    box.do("Ana", commands.Rematch)
    box.do("Beto", commands.Leave)
    assert box.state.stage is Stage.OVER
    assert names(box) == ["Ana", "-"]
    box.do("Eva", commands.JoinTable)
    assert box.state.stage is Stage.OVER
    box.do("Eva", commands.Leave)
    facts = box.do("Ana", commands.AddComputer, seat=1, level="easy")
    assert [type(fact) for fact in facts][1:] == [records.MatchBegun, records.Dealt]


def test_a_move_for_a_position_that_is_gone_is_stale() -> None:
    """T36: ``seen`` is the news on which it was chosen."""
    box = begun("Ana", "Beto")
    match = box.state.match
    assert match is not None
    assert match.hand is not None
    mover = ["Ana", "Beto"][match.hand.turn.seat]
    seen = box.state.version
    draw = acts.Stock()
    box.add(arrive(box.state, box.state.people()[0][0], "node"))  # somebody came back: no step
    box.do(mover, commands.Play, act=draw, seen=seen)
    assert box.code(mover, commands.Play, act=draw, seen=seen) == ErrorCode.STALE
    assert box.code(mover, commands.Play, act=draw) == "ALREADY_DREW"


# --- the journal ----------------------------------------------------------------------------------


def test_a_table_is_what_its_journal_says() -> None:
    box = begun("Ana", "Beto", options={"target_score": "50"})
    box.play_match(["Ana", "Beto"])
    assert fold_all("t", box.journal) == box.state
    assert reduce(fold, box.journal[5:], fold_all("t", box.journal[:5])) == box.state


def test_a_journal_without_a_table_is_a_fault() -> None:
    with pytest.raises(JournalError):
        fold_all("t", [])


def test_the_last_answers_of_each_person_are_remembered() -> None:
    box = begun("Ana", "Beto")
    seat = box.state.seat_of("ana")
    for _ in range(REMEMBERED_REFS + 3):
        box.do("Ana", commands.JoinTable)
    last = box.state.version
    answers = unpacked(box.state.refs["ana"])
    kept = [answer.version for answer in answers]
    assert kept == list(range(last - REMEMBERED_REFS + 1, last + 1))
    newest = answers[-1]
    assert box.state.answer_to("ana", newest.ref) == newest
    assert newest.sat == seat
    assert box.state.answer_to("ana", answers[0].ref) == answers[0]
    assert box.state.answer_to("ana", 1) is None
    assert box.state.answer_to("beto", newest.ref) is None


def test_what_was_taken_before_all_eyes_is_known_until_it_leaves_the_hand() -> None:
    box = begun("Ana", "Beto")
    seen = box.state.shown
    for fact, shown in (
        (records.Taken(0, (5, 6), 5), (5, 6)),
        (records.Laid(0, 1, records.MeldKind.RUN, (6, 7, 8), None), (5, 6, 7, 8)),
        (records.TakenBack(0), (5, 6, 7, 8)),
        (records.Thrown(0, 5), (6, 7, 8)),
        (records.Turned(1, (6, 9)), (7, 8)),
    ):
        seen = _shown(seen, fact, 2)
        assert seen[0] == card_set(map(Card, shown))


@pytest.mark.parametrize("bad", [b"", b"\x01", b"\x93\x01\xc0\x91\x91\xa5never", b"\xc1"])
def test_what_is_no_entry_is_not_folded(bad: bytes) -> None:
    with pytest.raises(records.RecordError):
        records.read_entry(bad)


def test_an_entry_of_another_format_says_so() -> None:
    data = records.write_entry(records.Entry(2, None, ()))
    with pytest.raises(records.RecordError, match="format 2"):
        records.read_entry(data)


def test_facts_of_the_hand_without_a_match_change_nothing() -> None:
    assert evolve(blank("t"), records.Drawn(0, 5)) == blank("t")
