"""The numbers of a node, in the words of Prometheus.

What happens often is only added up here. All else, such as how many tables there are, is looked up
when somebody asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from rummy500.protocol.errors import CloseReason
from rummy500_server.net.meter import Outcome
from rummy500_server.net.ratelimit import Family
from rummy500_server.ops.tally import Tally


CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_SHORT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_THOUGHTS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


@dataclass(frozen=True, slots=True)
class Census:
    """What stands at a node at one moment."""

    tables: dict[str, int]
    """By status, those that are awake."""
    seats: dict[str, int]
    """By who holds them."""
    connections: int
    sessions: int
    """Connections that have greeted."""


class Metrics(Collector):
    """All numbers. To connections it is their ``Meter``."""

    def __init__(self, node: str, version: str, census: Callable[[], Census]) -> None:
        self._about = {"node": node, "version": version}
        self._census = census
        self._answers: dict[Family, dict[Outcome, int]] = {
            family: dict.fromkeys(Outcome, 0) for family in Family
        }
        self._took = {family: Tally(_SHORT) for family in Family}
        self._ends = dict.fromkeys(CloseReason, 0)
        self._failures: Counter[str] = Counter()
        self._news = Tally(_SHORT)
        self._lag = Tally(_SHORT)
        self._commits = Tally(_SHORT)
        self._thoughts = Tally(_THOUGHTS)
        self.waiting = 0
        """Moves that computer players have been asked for."""
        self.told = self._news.add
        self.lagged = self._lag.add
        self.committed = self._commits.add
        self.thought = self._thoughts.add
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._registry.register(self)

    def page(self) -> str:
        """Return all numbers as they stand."""
        return generate_latest(self._registry).decode()

    # --- counting --------------------------------------------------------------------------------

    def answered(self, family: Family, outcome: Outcome, seconds: float) -> None:
        """Note the answer to a command that came so long ago."""
        self._answers[family][outcome] += 1
        self._took[family].add(seconds)

    def closed(self, reason: CloseReason) -> None:
        """Note that the server has ended a connection."""
        self._ends[reason] += 1

    def store_failed(self, what: str) -> None:
        """Note that the store could not do something."""
        self._failures[what] += 1

    # --- showing ---------------------------------------------------------------------------------

    def describe(self) -> Iterator[Metric]:
        """Name nothing in advance: the parts are not together yet."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Show all that is counted, and count what is there."""
        yield InfoMetricFamily("rummy500", "This node.", value=self._about)
        yield from self._there()
        yield from self._done()
        yield GaugeMetricFamily(
            "rummy500_thoughts_waiting", "Moves asked of computer players.", self.waiting
        )
        for name, text, tally in (
            ("news_wait", "How long news wait for their connection.", self._news),
            ("loop_lag", "How late the loop comes to what is due.", self._lag),
            ("commit", "How long the store takes for an entry.", self._commits),
            ("thought", "From the question to a computer player's move.", self._thoughts),
        ):
            family = HistogramMetricFamily(f"rummy500_{name}_seconds", text, labels=())
            family.add_metric((), tally.buckets(), tally.total)
            yield family

    def _there(self) -> Iterator[Metric]:
        census = self._census()
        yield _labelled("rummy500_tables", "Tables that are awake.", "status", census.tables)
        yield _labelled("rummy500_seats", "Seats at those tables.", "holder", census.seats)
        yield GaugeMetricFamily(
            "rummy500_connections", "Connections, greeted or not.", census.connections
        )
        yield GaugeMetricFamily("rummy500_sessions", "Those that have greeted.", census.sessions)

    def _done(self) -> Iterator[Metric]:
        answers = CounterMetricFamily(
            "rummy500_commands", "Commands answered.", labels=("family", "result")
        )
        took = HistogramMetricFamily(
            "rummy500_command_seconds", "From a command to its answer.", labels=("family",)
        )
        for family, tally in self._took.items():
            name = family.name.lower()
            took.add_metric((name,), tally.buckets(), tally.total)
            for outcome, number in self._answers[family].items():
                answers.add_metric((name, outcome.value), number)
        yield answers
        yield took
        ends = CounterMetricFamily(
            "rummy500_closed_connections",
            "Connections that the server has ended.",
            labels=("reason",),
        )
        for reason, number in self._ends.items():
            ends.add_metric((reason.value,), number)
        yield ends
        failures = CounterMetricFamily(
            "rummy500_store_errors", "What the store could not do.", labels=("what",)
        )
        for what, number in self._failures.items():
            failures.add_metric((what,), number)
        yield failures


def _labelled(name: str, text: str, label: str, numbers: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=(label,))
    for value, number in numbers.items():
        family.add_metric((value,), number)
    return family
