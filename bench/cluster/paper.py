"""On paper: what very many boards would take, and which limit comes next, from what was measured."""

from __future__ import annotations

from dataclasses import dataclass

from bench.cluster.trial import Trial

BOARDS = 10**9
LINK = 1e9 / 8
"""Bytes a second each way: a client on a gigabit link."""
WORKERS = 16, 64, 256, 1024
DAY = 86_400.0
TICK = 0.01
"""Seconds: the least that a processor's use is known to."""


@dataclass(frozen=True)
class Limit:
    """Something of which there is one, and how many boards a second it can serve."""

    name: str
    rate: float


@dataclass(frozen=True)
class Estimate:
    """``cost``: seconds of a worker for a board. ``limits``: the closest first."""

    cost: float
    limits: list[Limit]
    terabytes_in: float
    terabytes_out: float

    @property
    def reach(self) -> int:
        """How many workers are as many as the closest limit can serve."""
        return max(1, int(self.limits[0].rate * self.cost))

    def days(self, workers: int) -> float:
        """How long so many workers take, or the closest limit in their place."""
        return BOARDS / min(workers / self.cost, self.limits[0].rate) / DAY


def estimate(trial: Trial) -> Estimate:
    """From what client, scheduler and workers used for a board in a run on a cluster."""
    assert trial.scheduler is not None
    limits = [
        Limit("processor of the client", trial.timed / max(trial.client.seconds, TICK)),
        Limit("processor of the scheduler", trial.timed / max(trial.scheduler.seconds, TICK)),
        Limit("link of the client, sending", LINK * trial.lines / trial.bytes_in),
        Limit("link of the client, receiving", LINK * trial.lines / trial.bytes_out),
    ]
    limits.sort(key=lambda limit: limit.rate)
    terabytes = [BOARDS * size / trial.lines / 1e12 for size in (trial.bytes_in, trial.bytes_out)]
    return Estimate(trial.workers / trial.rate, limits, *terabytes)
