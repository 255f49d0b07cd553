"""Clocks and absences in words and rings, from what the server told and what has passed since."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from tests.client.little_table import LittleTable

from rummy500.engine.actions import Action, Decline, DiscardCard, DrawStock
from rummy500.engine.cards import card_list
from rummy500.engine.ids import Seat
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import Phase
from rummy500.engine.views import view_for
from rummy500.protocol import happenings as did
from rummy500.protocol.tables import AwayTime, TimesNow, TurnTime
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.log_words import last_turn, log_of
from rummy500_client.presenters.results import hand_result
from rummy500_client.presenters.status import status_of
from rummy500_client.presenters.table import seat_plates
from rummy500_client.presenters.times import (
    Ring,
    away_words,
    ring_of,
    runs,
    seconds_left,
    warning_of,
)
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


CLOCK = replace(RUMMY500, turn_seconds=40, reserve_seconds=30)
BRUNO = did.Person("Bruno", here=True)
LOST = did.Person("Bruno", here=False, gone=did.Gone.LINE)
FALLEN = did.Person("Bruno", here=False, gone=did.Gone.SERVER)
HELD = did.Person("Bruno", here=False, gone=did.Gone.LINE, held=True)


def at_table(
    times: TimesNow | None,
    *happened: did.AnyHappening,
    bruno: did.AnyOccupant = BRUNO,
    elapsed: float = 0.0,
    language: str = "en",
) -> Glance:
    """Return a look at a table of two people whose clock stands as it is told."""
    table = LittleTable(options=CLOCK)
    state = reduce(ClientState(), table.deal())
    table.seats = (table.seats[0], bruno)
    news = msgspec.structs.replace(table.news(*happened), times=times)
    state = reduce(state, news)
    assert state.table is not None
    return replace(look(state.table, LocalTable(), words_for(language)), elapsed=elapsed)


def mine(left: int, reserve: int = 30_000, *, runs: bool = True) -> TimesNow:
    return TimesNow(TurnTime(0, left, reserve, runs))


@pytest.mark.parametrize(
    ("times", "elapsed", "ring"),
    [
        (mine(40_000), 0.0, Ring(1.0)),
        (mine(40_000), 10.0, Ring(0.75)),
        (mine(40_000), 30.0, Ring(0.25, "10")),
        (mine(40_000), 30.5, Ring(0.2375, "10")),
        (mine(40_000), 39.9, Ring(0.0025, "1")),
        (mine(40_000), 40.0, Ring(0.25, "30")),
        (mine(40_000), 55.0, Ring(0.125, "15")),
        (mine(0, 6_000), 1.0, Ring(0.25 * 5 / 30, "5")),
        (mine(0, 0), 5.0, Ring(0.0, "0")),
        (mine(20_000, runs=False), 99.0, Ring(0.5)),
        (mine(43_000), 0.0, Ring(1.0)),
        (None, 0.0, None),
    ],
)
def test_the_ring_shows_what_is_left_of_a_turn(
    times: TimesNow | None, elapsed: float, ring: Ring | None
) -> None:
    """First the turn's own time, then the reserve, whose seconds are always told."""
    glance = at_table(times, elapsed=elapsed)
    assert ring_of(glance, 0) == ring
    assert ring_of(glance, 1) is None


def test_a_plate_has_the_clock_of_its_seat_alone() -> None:
    plates = seat_plates(at_table(mine(40_000), elapsed=35.0))
    assert [(plate.clock, plate.clock_text) for plate in plates] == [(0.125, "5"), (None, "")]


@pytest.mark.parametrize(
    ("elapsed", "left", "warns"), [(0.0, 45, False), (34.9, 11, False), (35.0, 10, True)]
)
def test_the_viewer_is_warned_when_ten_seconds_are_left(
    elapsed: float, left: int, *, warns: bool
) -> None:
    """T22: reserve included."""
    glance = at_table(mine(40_000, 5_000), elapsed=elapsed)
    assert seconds_left(glance) == left
    assert bool(warning_of(glance)) == warns


def test_nobody_is_warned_of_somebody_elses_time() -> None:
    glance = at_table(TimesNow(TurnTime(1, 1_000, 0, runs=True)))
    assert warning_of(glance) == ""


@pytest.mark.parametrize(
    ("bruno", "away", "elapsed", "words"),
    [
        (BRUNO, (), 0.0, ""),
        (LOST, (AwayTime(1, 0, 20_000),), 0.0, "Away · 0:20"),
        (LOST, (AwayTime(1, 0, 20_000),), 7.2, "Away · 0:13"),
        (LOST, (AwayTime(1, 0, 20_000),), 99.0, "Away · 0:00"),
        (LOST, (AwayTime(1, 0, 65_000),), 0.0, "Away · 1:05"),
        (LOST, (AwayTime(1, 0, None),), 0.0, "Away"),
        (LOST, (), 0.0, "Away"),
        (HELD, (AwayTime(1, 25_000, None),), 0.0, "Computer plays"),
    ],
)
def test_a_plate_says_how_long_one_waits_for_who_is_away(
    bruno: did.AnyOccupant, away: tuple[AwayTime, ...], elapsed: float, words: str
) -> None:
    glance = at_table(TimesNow(None, away), bruno=bruno, elapsed=elapsed)
    assert away_words(glance, 1) == words
    assert seat_plates(glance)[1].away_text == words


def test_plates_say_it_to_the_ear_too() -> None:
    assert "away" in seat_plates(at_table(None, bruno=LOST))[1].accessible
    assert "computer player" in seat_plates(at_table(None, bruno=HELD))[1].accessible


@pytest.mark.parametrize(
    ("times", "ticks"),
    [
        (None, False),
        (TimesNow(), False),
        (mine(1_000), True),
        (mine(1_000, runs=False), False),
        (TimesNow(None, (AwayTime(1, 0, 500),)), True),
        (TimesNow(None, (AwayTime(1, 0, None),)), False),
    ],
)
def test_only_what_runs_is_painted_anew(times: TimesNow | None, *, ticks: bool) -> None:
    assert runs(times) == ticks


# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("happening", "line"),
    [
        (did.SeatChanged(1, LOST), "Bruno has lost the connection"),
        (did.SeatChanged(1, FALLEN), "The server has lost the connection of Bruno"),
        (did.SeatHeld(1, HELD), "A computer player plays for Bruno, who keeps the seat"),
        (did.SeatHeld(0, HELD), "A computer player plays for you until you are back"),
        (did.SeatGivenBack(1, BRUNO), "Bruno plays again"),
        (did.SeatGivenBack(0, BRUNO), "You play again yourself"),
        (did.TimeRanOut(1), "Runs out of time"),
        (did.TimeRanOut(0), "Your time is up: this was played for you"),
    ],
)
def test_the_log_says_why(happening: did.AnyHappening, line: str) -> None:
    glance = at_table(None, happening)
    assert log_of(glance).groups[-1].lines[-1] == line
    spanish = log_of(at_table(None, happening, language="es")).groups[-1].lines[-1]
    assert spanish != line


def test_what_the_clock_played_is_one_turn_in_the_log() -> None:
    deeds = (did.TimeRanOut(1), did.DrewStock(1), did.CardDiscarded(1, 5))
    glance = at_table(None, *deeds)
    assert last_turn(glance) == "Bruno: runs out of time, draws from the stock, discards 6♣"


def test_who_did_nothing_sees_why_something_was_done() -> None:
    deeds = (did.TimeRanOut(0), did.DrewStock(0), did.CardDiscarded(0, 5))
    assert last_turn(at_table(None, *deeds)) == "Your time is up: this was played for you"
    assert last_turn(at_table(None, did.DrewStock(0))) == "You draw from the stock"


def test_the_status_says_who_plays() -> None:
    table = LittleTable(options=CLOCK)
    table.deal()
    table.play(DrawStock())
    own = view_for(table.hand, Seat(0)).own
    state = reduce(ClientState(), table.play(DiscardCard(card_list(own)[0])))
    for bruno, text in (
        (BRUNO, "Bruno is playing"),
        (LOST, "Bruno is away"),
        (HELD, "A computer player plays for Bruno"),
    ):
        table.seats = (table.seats[0], bruno)
        state = reduce(state, table.news())
        assert state.table is not None
        glance = look(state.table, LocalTable(), words_for("en"))
        assert status_of(glance).headline == text


def test_who_is_back_in_the_middle_of_a_held_turn_has_nothing_to_press() -> None:
    table = LittleTable(options=CLOCK)
    table.deal()
    for held, buttons in ((True, 0), (False, 2)):
        table.seats = (did.Person("Ana", here=True, held=held), BRUNO)
        state = reduce(ClientState(), table.news())
        assert state.table is not None
        status = status_of(look(state.table, LocalTable(), words_for("en")))
        assert len(status.buttons) == buttons
        assert (status.headline == "A computer player finishes this turn for you") == held


def test_of_the_cards_of_the_day_it_is_said_why_they_are_not_verified() -> None:
    table = LittleTable(options=replace(RUMMY500, daily=True))
    state = reduce(ClientState(), table.deal())
    played_out(table)
    news = table.news()
    assert news.now.hand is not None
    assert news.now.hand.end is not None
    end = msgspec.structs.replace(news.now.hand.end, seed=b"")
    hand = msgspec.structs.replace(news.now.hand, end=end)
    now = msgspec.structs.replace(news.now, hand=hand)
    state = reduce(state, msgspec.structs.replace(news, now=now))
    assert state.table is not None
    result = hand_result(look(state.table, LocalTable(), words_for("en")))
    assert result is not None
    assert result.verification.head == "Cards of the day"


def played_out(table: LittleTable) -> None:
    """Draw and discard until the hand is over."""
    while table.hand.end is None:
        seat = table.hand.turn.seat
        if table.hand.turn.phase is Phase.DRAW:
            action: Action = DrawStock() if table.hand.stock else Decline()
        else:
            action = DiscardCard(card_list(table.hand.hands[seat])[-1])
        table.play(action)


def test_somebody_for_whom_the_computer_plays_is_waited_for_no_more() -> None:
    """Between hands: only people who play themselves must be ready."""
    table = LittleTable(options=CLOCK)
    state = reduce(ClientState(), table.deal())
    played_out(table)
    for bruno, marks in ((LOST, 1), (HELD, 0)):
        table.seats = (table.seats[0], bruno)
        state = reduce(state, table.news())
        assert state.table is not None
        result = hand_result(look(state.table, LocalTable(), words_for("en")))
        assert len(result.ready) == marks
