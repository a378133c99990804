"""How hard a puzzle is: the weakest part of the ladder that finishes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.engine import Limits, Verdict
from engines.ladder import SEARCH, Ladder
from models.puzzle import Puzzle


@dataclass(frozen=True)
class Grade:
    """``name`` is the dearest rung needed, ``probe``, or ``search``; with search, ``nodes`` were tried.

    None where there is nothing to grade: several answers, a board that is impossible at first sight
    (``reason``), or a ``limit`` that ended the work.
    """

    name: str | None
    nodes: int
    verdict: Verdict
    limit: str | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "grade": self.name,
            "nodes": self.nodes,
            "verdict": str(self.verdict),
            "limit": self.limit,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        if self.name is None:
            return f"no grade: {self.reason or self.limit or self.verdict}"
        return f"{self.name} ({self.nodes} nodes)" if self.nodes else self.name


def grade(puzzle: Puzzle, limits: Limits | None = None) -> Grade:
    """Climb, probe and search until it is known whether the answer is the only one."""
    outcome = Ladder(probing=True).solve(puzzle, limits or Limits())
    limit = outcome.limit if outcome.verdict is Verdict.UNDECIDED else None
    return Grade(outcome.grade, outcome.nodes, outcome.verdict, limit, outcome.reason)


def grade_unique(puzzle: Puzzle, limits: Limits) -> str | None:
    """The grade of a board known to have one answer: what climb and probe do not finish takes search."""
    outcome = Ladder(probing=True).solve(puzzle, replace(limits, nodes=0))
    return SEARCH if outcome.limit == "nodes" else outcome.grade
