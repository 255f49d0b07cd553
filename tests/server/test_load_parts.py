"""The parts of the load generator that need neither a socket nor a server."""

from __future__ import annotations

import os
from random import Random

import pytest

from rummy500.engine.actions import Undo
from rummy500.engine.deal import pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import Seat
from rummy500.engine.match import next_hand, open_hand, start_match
from rummy500.engine.options import RUMMY500
from rummy500.engine.refusals import Refusal
from rummy500.engine.views import view_for
from rummy500_server.load.choice import choose
from rummy500_server.load.meter import Span, Tally, percentile, together
from rummy500_server.load.options import Wish, parse
from rummy500_server.load.proc import ProcessGoneError, cpu, rss, usage, usages


def test_a_share_of_the_values_is_not_above_its_percentile() -> None:
    values = [float(number) for number in range(1, 101)]

    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]
    assert percentile([7.0], 0.01) == 7
    assert percentile([], 0.5) is None


def test_a_span_has_its_beginning_and_not_its_end() -> None:
    span = Span(1.0, 2.0)

    assert [span.holds(moment) for moment in (0.9, 1.0, 1.9, 2.0)] == [False, True, True, False]


def test_the_tallies_of_processes_add_up() -> None:
    first = Tally(moves=2, all_moves=3, received=10, latencies=[0.1, 0.2])
    second = Tally(moves=1, all_moves=1, lost=1, latencies=[0.3])
    second.refused["STALE"] += 2
    total = together([first, second])

    assert (total.moves, total.all_moves, total.received, total.lost) == (3, 4, 10, 1)
    assert total.latencies == [0.1, 0.2, 0.3]
    assert total.refused == {"STALE": 2}
    assert (first.clean, total.clean) == (True, False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_choice_is_legal_and_brings_hands_to_their_end(players: int) -> None:
    rng = Random(players)
    for _ in range(20):
        seed = rng.randbytes(32)
        match = start_match(RUMMY500, players, Seat(0))
        hand = open_hand(match, next_hand(match, pack_from_seed(seed), seed))
        while hand.end is None:
            action = choose(view_for(hand, hand.turn.seat), rng)
            events = decide(hand, hand.turn.seat, action)
            assert not isinstance(events, Refusal), (action, events)
            assert not isinstance(action, Undo)
            for event in events:
                hand = evolve(hand, event)


def test_a_process_has_used_time_and_memory() -> None:
    found = usage(os.getpid())

    assert found.cpu > 0
    assert found.rss > 1_000_000


def test_a_process_that_does_not_exist_is_named() -> None:
    with pytest.raises(ProcessGoneError, match="No such file"):
        usage(2**22 + 1)  # above the largest id of a process


def test_the_processes_of_a_server_are_taken_together() -> None:
    once, twice = usages([os.getpid()]), usages([os.getpid(), os.getpid()])

    assert cpu(twice) >= 2 * cpu(once) > 0
    assert rss(twice) > 1.5 * rss(once)
    assert parse(["--server-pid", "12", "13"]).server_pid == (12, 13)


def test_without_options_all_tables_play_as_fast_as_they_can() -> None:
    assert parse([]) == Wish()
    assert (parse(["--tables", "5"]).moving, parse([]).rate) == (5, 0)


def test_only_some_tables_may_play() -> None:
    assert parse(["--tables", "9", "--playing", "2"]).moving == 2
    assert parse(["--tables", "9", "--playing", "20"]).moving == 9


@pytest.mark.parametrize(
    ("option", "value"),
    [("--tables", "-1"), ("--processes", "0"), ("--rate", "-1"), ("--seconds", "nan")],
)
def test_what_makes_no_run_is_refused(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        parse([option, value])

    assert caught.value.code == 2
    assert f"argument {option}: must be" in capsys.readouterr().err
