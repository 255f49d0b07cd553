"""The suite's own fixtures do what the documents say of them."""

from __future__ import annotations

import asyncio
import logging

import pytest
from tests.support.log_watch import LogWatch


def test_an_unexpected_warning_fails_the_test() -> None:
    watch = LogWatch()
    watch.handle(logging.makeLogRecord({"levelno": logging.WARNING, "msg": "the stock is empty"}))

    with pytest.raises(pytest.fail.Exception, match="the stock is empty"):
        watch.verdict()


def test_an_announced_warning_is_handed_over(expect_log: LogWatch) -> None:
    logging.getLogger("rummy500.house").warning("seat %d is late", 2)

    assert expect_log.messages == ["seat 2 is late"]


async def test_a_coroutine_without_widgets_runs_on_the_plain_loop() -> None:
    assert not type(asyncio.get_running_loop()).__module__.startswith("qasync")


async def test_a_coroutine_with_widgets_runs_on_the_loop_of_qt(qtbot: object) -> None:
    assert type(asyncio.get_running_loop()).__module__.startswith("qasync")
