"""The numbers of a result count up, and whoever cannot wait for them need not."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tests.shots import screen_samples as samples

from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.result_sheet import ResultSheet


def sheet(qtbot: QtBot, motion: float) -> ResultSheet:
    made = ResultSheet(Theme())
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.set_motion(motion)
    made.show_model(samples.hand_result())
    return made


def texts(it: ResultSheet) -> list[str]:
    return [label.text() for row in it._figures for label in row]


def test_numbers_begin_at_zero_and_end_as_they_are(qtbot: QtBot) -> None:
    it = sheet(qtbot, 1)
    assert it._counting.running
    assert texts(it)[:4] == ["+0", "0", "+0", "0"]
    spoken = [label.accessibleName() for row in it._figures for label in row]
    assert spoken[:4] == ["+64", "0", "+64", "312"]
    it._counting._tick(300.0)
    assert 0 < int(texts(it)[0]) < 64
    it._counting.finish()
    assert texts(it)[:4] == ["+64", "0", "+64", "312"]
    assert texts(it)[5] == "\N{MINUS SIGN}34"


def test_without_motion_they_are_there_at_once(qtbot: QtBot) -> None:
    assert texts(sheet(qtbot, 0))[:4] == ["+64", "0", "+64", "312"]


def test_a_change_of_the_sheet_ends_the_counting(qtbot: QtBot) -> None:
    it = sheet(qtbot, 1)
    it.show_model(replace(samples.hand_result(), title="Another"))
    assert not it._counting.running
    assert texts(it)[:4] == ["+64", "0", "+64", "312"]


def test_a_press_on_a_button_needs_no_end_of_the_counting(qtbot: QtBot) -> None:
    it = sheet(qtbot, 1)
    with qtbot.waitSignal(it.intent) as told:
        button = it.gold_button()
        assert button is not None
        button.click()
    assert told.args == ["next_hand"]


def test_words_are_left_alone(qtbot: QtBot) -> None:
    it = sheet(qtbot, 1)
    word = QLabel("5/2", it)
    it._counting.begin([[word]])
    assert word.text() == "5/2"
