"""How many tasks go together in one call, so that a call takes neither a moment nor forever."""

from __future__ import annotations

AIM = 0.5
"""Seconds of work in one call: what is spent on sending it, a few milliseconds, is then about a hundredth,
and a call that is lost with its worker, or has to be waited for at the end, costs no more than this."""
MOST = 500
GROWTH = 4
"""A call is at most so many times as large as any that was measured: the next boards may be harder."""
WEIGHT = 0.3
"""Of the last call in the mean: a kind of board that is twice as dear is noticed within three calls."""


class Pace:
    """The size of the next call, from what the last ones cost."""

    def __init__(self, most: int = MOST, aim: float = AIM) -> None:
        self.most = most
        self.aim = aim
        self._cost = 0.0
        """Mean seconds of a task; 0 while nothing is known."""
        self._largest = 0

    def size(self) -> int:
        """Tasks for the next call, at least one."""
        if self.most == 1 or not self._largest:
            return 1
        wanted = self.aim / max(self._cost, 1e-6)
        return max(1, min(self.most, int(wanted), GROWTH * self._largest))

    def took(self, tasks: int, seconds: float) -> None:
        """Learn what a call on so many tasks has cost."""
        if tasks:
            cost = seconds / tasks
            self._cost = cost if not self._largest else (1 - WEIGHT) * self._cost + WEIGHT * cost
            self._largest = max(self._largest, tasks)
