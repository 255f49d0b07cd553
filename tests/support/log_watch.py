"""A quiet suite: whoever logs a warning in a test fails it, unless the test said that it would.

A line that nobody expects is how a swallowed exception, a task that was never awaited or a
fallback that should not have been taken makes itself known.
"""

from __future__ import annotations

import logging
from collections.abc import Generator

import pytest


class LogWatch(logging.Handler):
    """Keeps every record of WARNING or above that reaches the root logger during one test."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.expected = False

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def messages(self) -> list[str]:
        """The texts, for asserts."""
        return [record.getMessage() for record in self.records]

    def verdict(self) -> None:
        """Fail the test if something was logged that it didn't announce."""
        if self.expected or not self.records:
            return
        lines = "\n".join(
            f"  {record.levelname} {record.name}: {record.getMessage()}" for record in self.records
        )
        self.records.clear()  # told once; the later phases of the test need not repeat it
        pytest.fail(
            f"unexpected log lines (a test that means them takes the fixture expect_log):\n{lines}",
            pytrace=False,
        )


WATCH = pytest.StashKey[LogWatch]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    watch = item.stash[WATCH] = LogWatch()
    logging.getLogger().addHandler(watch)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    result = yield
    item.stash[WATCH].verdict()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    watch = item.stash[WATCH]
    try:
        result = yield
    finally:
        logging.getLogger().removeHandler(watch)
    watch.verdict()
    return result


@pytest.fixture
def expect_log(request: pytest.FixtureRequest) -> LogWatch:
    """Allow log lines in this test and hand them over: ``assert expect_log.messages == [...]``."""
    watch: LogWatch = request.node.stash[WATCH]
    watch.expected = True
    return watch
