"""Codes of private tables can't be guessed."""

from __future__ import annotations

from tests.server.fakes import StillClock

from rummy500_server.lobby.guesses import (
    FORGIVEN_AFTER,
    FREE_FOR_A_PERSON,
    FREE_FOR_AN_ADDRESS,
    LONGEST_WAIT,
    Guesses,
)


def test_a_person_may_mistype_and_then_waits_longer_each_time(clock: StillClock) -> None:
    guesses = Guesses(clock)
    waits = []
    for _ in range(FREE_FOR_A_PERSON + 4):
        guesses.missed("ana", "")
        waits.append(guesses.wait("ana", ""))
        clock.time += waits[-1]
    assert waits == [0] * FREE_FOR_A_PERSON + [1, 2, 4, 8]
    assert guesses.wait("beto", "") == 0


def test_with_new_names_one_comes_no_further(clock: StillClock) -> None:
    guesses = Guesses(clock)
    for number in range(FREE_FOR_AN_ADDRESS):
        guesses.missed(f"guest {number}", "192.0.2.7")
    assert guesses.wait("somebody else", "192.0.2.7") == 0
    guesses.missed("another", "192.0.2.7")
    assert guesses.wait("somebody else", "192.0.2.7") == 1
    assert guesses.wait("somebody else", "192.0.2.8") == 0


def test_a_patient_guesser_has_a_few_hundred_tries_a_day(clock: StillClock) -> None:
    guesses = Guesses(clock)
    end = clock.now() + 86_400
    tries = 0
    while clock.now() < end:
        guesses.missed("ana", "192.0.2.7")
        tries += 1
        clock.time += guesses.wait("ana", "192.0.2.7")
    assert tries < 400


def test_misses_are_forgiven_one_by_one(clock: StillClock) -> None:
    guesses = Guesses(clock)
    for _ in range(FREE_FOR_A_PERSON):
        guesses.missed("ana", "")
    clock.time += 2 * FORGIVEN_AFTER
    guesses.missed("ana", "")
    guesses.missed("ana", "")
    assert guesses.wait("ana", "") == 0
    guesses.missed("ana", "")
    assert guesses.wait("ana", "") > 0


def test_no_wait_is_for_ever(clock: StillClock) -> None:
    guesses = Guesses(clock)
    for _ in range(2000):
        guesses.missed("ana", "")
    assert guesses.wait("ana", "") == LONGEST_WAIT
