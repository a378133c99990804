"""What Prometheus can ask for."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from service.pool import Pool
    from service.work.facts import Fact

disable_created_metrics()  # type: ignore[no-untyped-call]
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Deaths(Collector):
    """How workers ended, as the pool has counted it."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def collect(self) -> Iterator[CounterMetricFamily]:
        """One sample for each reason."""
        family = CounterMetricFamily("rungwise_worker_deaths", "Workers that were lost", labels=["why"])
        for why in ("crashed", "overdue", "cancelled", "memory"):
            family.add_metric([why], self.pool.deaths[why])
        yield family


class Metrics:
    """Counters of one service."""

    def __init__(self, pool: Pool) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "rungwise_requests", "Requests", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "rungwise_request_seconds",
            "Time to an answer",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.verdicts = Counter(
            "rungwise_verdicts", "Boards answered", ["action", "kind", "verdict"], registry=self.registry
        )
        self.engines = Counter(
            "rungwise_engine_seconds", "Seconds in engines", ["engine"], registry=self.registry
        )
        self.cache = Counter("rungwise_cache", "Boards looked up", ["result"], registry=self.registry)
        self.batches = Gauge("rungwise_batches_unfinished", "Batches in work", registry=self.registry)
        for name, about, value in (
            ("rungwise_queue", "Calls waiting for a worker", pool.waiting),
            ("rungwise_workers", "Workers that are there", lambda: len(pool.pids)),
            ("rungwise_workers_busy", "Workers at work", lambda: pool.busy),
        ):
            Gauge(name, about, registry=self.registry).set_function(value)
        self.registry.register(Deaths(pool))

    def count(self, action: str, facts: Iterable[Fact]) -> None:
        """Count answers: once for each label, since the labels of a thousand boards a second cost time."""
        verdicts: Tally[tuple[str, str]] = Tally()
        engines: defaultdict[str, float] = defaultdict(float)
        looked_up: Tally[str] = Tally()
        for fact in facts:
            verdicts[fact.kind, fact.verdict] += 1
            for engine, seconds in fact.engines.items():
                engines[engine] += seconds
            if fact.cached or fact.key is not None:
                looked_up["hit" if fact.cached else "miss"] += 1
        for (kind, verdict), number in verdicts.items():
            self.verdicts.labels(action, kind, verdict).inc(number)
        for engine, seconds in engines.items():
            self.engines.labels(engine).inc(seconds)
        for result, number in looked_up.items():
            self.cache.labels(result).inc(number)

    def exposition(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
