"""The numbers of a node, in the words of Prometheus.

Whatever is counted often is bound to its labels here, once; counting then is an addition. What can
be looked up, such as how many tables there are, is looked up only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from rummy500.protocol.errors import CloseReason
from rummy500_server.net.meter import Outcome
from rummy500_server.net.ratelimit import Family


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


class Metrics:
    """All numbers. To connections it is their ``Meter``."""

    def __init__(self, node: str, version: str, census: Callable[[], Census]) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        registry.register(_Counted(census))
        info = Gauge("rummy500_info", "Always 1.", ("node", "version"), registry=registry)
        info.labels(node, version).set(1)
        answers = Counter(
            "rummy500_commands", "Commands answered.", ("family", "result"), registry=registry
        )
        self._answers = {
            (family, outcome): answers.labels(family.name.lower(), outcome.value).inc
            for family in Family
            for outcome in Outcome
        }
        took = Histogram(
            "rummy500_command_seconds",
            "From a command to its answer.",
            ("family",),
            buckets=_SHORT,
            registry=registry,
        )
        self._took = {family: took.labels(family.name.lower()).observe for family in Family}
        ends = Counter(
            "rummy500_closed_connections",
            "Connections that the server has closed.",
            ("reason",),
            registry=registry,
        )
        self._ends = {reason: ends.labels(reason.value).inc for reason in CloseReason}
        self._told = self._histogram(
            "rummy500_news_wait_seconds", "How long news wait for their connection.", _SHORT
        )
        self._lag = self._histogram(
            "rummy500_loop_lag_seconds", "How late the loop comes to what is due.", _SHORT
        )
        self._commits = self._histogram(
            "rummy500_commit_seconds", "How long the store takes for an entry.", _SHORT
        )
        self._thoughts = self._histogram(
            "rummy500_thought_seconds", "From the question to a computer player's move.", _THOUGHTS
        )
        self._failures = Counter(
            "rummy500_store_errors", "What the store could not do.", ("what",), registry=registry
        )
        self.waiting = Gauge(
            "rummy500_thoughts_waiting",
            "Moves that computer players have been asked for.",
            registry=registry,
        )

    def page(self) -> str:
        """Return all numbers as they stand."""
        return generate_latest(self._registry).decode()

    # --- for connections -------------------------------------------------------------------------

    def answered(self, family: Family, outcome: Outcome, seconds: float) -> None:
        """Note the answer to a command that came so long ago."""
        self._answers[family, outcome]()
        self._took[family](seconds)

    def told(self, seconds: float) -> None:
        """Note how long news have waited until their connection took them."""
        self._told(seconds)

    def closed(self, reason: CloseReason) -> None:
        """Note that the server has ended a connection."""
        self._ends[reason]()

    # --- for the rest ----------------------------------------------------------------------------

    def lagged(self, seconds: float) -> None:
        """Note how late the loop was."""
        self._lag(seconds)

    def committed(self, seconds: float) -> None:
        """Note how long an entry took."""
        self._commits(seconds)

    def store_failed(self, what: str) -> None:
        """Note that the store could not do something."""
        self._failures.labels(what).inc()

    def thought(self, seconds: float) -> None:
        """Note how long a computer player took."""
        self._thoughts(seconds)

    def _histogram(
        self, name: str, text: str, buckets: tuple[float, ...]
    ) -> Callable[[float], None]:
        made = Histogram(name, text, buckets=buckets, registry=self._registry)
        observe: Callable[[float], None] = made.observe
        return observe


class _Counted(Collector):
    """What is counted when somebody asks."""

    def __init__(self, census: Callable[[], Census]) -> None:
        self._census = census

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Name nothing in advance: counting begins when the parts are together."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count."""
        census = self._census()
        tables = GaugeMetricFamily("rummy500_tables", "Tables that are awake.", labels=("status",))
        for status, number in census.tables.items():
            tables.add_metric((status,), number)
        yield tables
        seats = GaugeMetricFamily("rummy500_seats", "Seats at those tables.", labels=("holder",))
        for holder, number in census.seats.items():
            seats.add_metric((holder,), number)
        yield seats
        yield GaugeMetricFamily(
            "rummy500_connections", "Connections, greeted or not.", census.connections
        )
        yield GaugeMetricFamily("rummy500_sessions", "People who have greeted.", census.sessions)
