"""The server's caps on what a client may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from engines.engine import Limits
from service.work.stop import stopped


@dataclass(frozen=True)
class Caps:
    """``seconds`` where the client names none; the others are the most it gets."""

    seconds: float = 10
    max_seconds: float = 60
    max_nodes: int | None = None
    solutions: int = 1000

    def limits(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        solutions: int | None = 2,
        keep: int | None = None,
    ) -> Limits:
        """What an engine is told."""
        if self.max_nodes is not None:
            nodes = min(nodes or self.max_nodes, self.max_nodes)
        return Limits(solutions, keep=keep, seconds=self.time(seconds), nodes=nodes, cancelled=stopped)

    def time(self, seconds: float | None) -> float:
        """Seconds for one board."""
        return min(self.seconds if seconds is None else seconds, self.max_seconds)
