"""The match of the day on the first screen: offered by date, and how it first ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.client.little_table import LittleTable, words

from rummy500.engine.options import RUMMY500
from rummy500_client.presenters.daily import begun, daily_tile, day_words, noted
from rummy500_client.settings import Daily, Settings
from rummy500_client.state.model import ClientState, TableState
from rummy500_client.state.reduce import reduce


TODAY = date(2026, 12, 1)
OF_THE_DAY = replace(RUMMY500, daily=True)


def told(totals: tuple[int, int], *, over: bool, daily: bool = True) -> TableState:
    table = LittleTable(options=OF_THE_DAY if daily else RUMMY500)
    table.deal()
    winners = (0,) if over else None
    table.match = table.match._replace(totals=totals, winners=winners)
    state = reduce(ClientState(), table.news())
    assert state.table is not None
    return state.table


def sub(settings: Settings, language: str = "en") -> str:
    return daily_tile(settings, TODAY, words(language), enabled=True).sub


@pytest.mark.parametrize(
    ("day", "english", "spanish"),
    [
        (date(2026, 1, 31), "31 January", "31 de enero"),
        (date(2026, 12, 1), "1 December", "1 de diciembre"),
    ],
)
def test_a_day_is_said_as_people_say_it(day: date, english: str, spanish: str) -> None:
    assert day_words(day, words("en")) == english
    assert day_words(day, words("es")) == spanish


def test_the_tile_tells_the_date_and_then_how_it_ended() -> None:
    fresh = begun(Settings(), TODAY)
    assert sub(fresh) == "1 December · the same cards all day"
    assert noted(fresh, told((310, 240), over=False)) is fresh
    won = noted(fresh, told((512, 430), over=True))
    assert sub(won) == "1 December · won, 512 to 430"
    lost = noted(fresh, told((430, 512), over=True))
    assert sub(lost, "es") == "1 de diciembre · perdida, 430 a 512"


def test_the_first_result_of_a_day_is_the_one_that_is_kept() -> None:
    won = noted(begun(Settings(), TODAY), told((512, 430), over=True))
    again = begun(won, TODAY)
    assert again is won
    assert noted(again, told((90, 505), over=True)) is won
    assert begun(won, date(2026, 12, 2)).daily == Daily("2026-12-02")


def test_another_match_is_not_of_the_day() -> None:
    fresh = begun(Settings(), TODAY)
    assert noted(fresh, told((512, 430), over=True, daily=False)) is fresh
