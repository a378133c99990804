"""Several engines, one certificate. Disagreement is a verdict of its own, never a silent pick.

``unique`` and ``none`` need two engines that share no code and searched the space through; a reason
why a board is impossible is as good, but the other engines are asked all the same. ``multiple``
needs two different grids that the plain rules accept: they are the proof.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

import numpy as np

from engines import COUNTING, find_engine
from engines.engine import Limits, Outcome, Verdict, Watch
from engines.steps import SEARCH
from models.puzzle import Grid, Puzzle

LADDER_NODES = 5_000
PROBED_NODES = 32
LEARNING_NODES = 30_000
"""Search nodes the ladder may spend before another engine gives the second opinion; fewer where each is
probed, and so as dear as hundreds of others, more where search learns and so seldom runs wild."""
DEFAULT_ENGINES = ("ladder", "sat")
SECOND_OPINION = "cpsat"
WITNESSES = 2
"""Solutions a certificate holds at the most: one is the answer, two are the proof of several."""


@dataclass
class Certificate:
    """The verdict on one puzzle and what it rests on.

    ``solutions`` holds one grid (unique), two (multiple, and in a conflict) or none; ``difference``
    the cells where two of them differ; ``engines`` what each engine said; ``limit`` what kept the
    verdict from being known; ``grade`` the weakest rung prefix that finishes the board.
    """

    puzzle: Puzzle
    verdict: Verdict
    engines: dict[str, Outcome]
    solutions: list[Grid] = field(default_factory=list)
    reason: str | None = None
    limit: str | None = None
    grade: str | None = None
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def difference(self) -> list[tuple[int, int]]:
        """Cells (row, column from 0) where the first two solutions differ."""
        if len(self.solutions) < WITNESSES:
            return []
        rows, columns = np.nonzero(self.solutions[0] != self.solutions[1])
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Plain values, as the command line and the service print them."""
        return {
            "kind": self.puzzle.kind,
            "digest": self.puzzle.digest(),
            "verdict": str(self.verdict),
            "solutions": [grid.tolist() for grid in self.solutions],
            "difference": [list(cell) for cell in self.difference],
            "reason": self.reason,
            "limit": self.limit,
            "grade": self.grade,
            "warnings": list(self.warnings),
            "seconds": round(self.seconds, 6),
            "board": self.puzzle.to_json(),
            "engines": {name: outcome.to_json() for name, outcome in self.engines.items()},
        }

    def reproducer(self) -> str:
        """A JSON text that holds the board, pasteable into any command, and what each engine said."""
        said = {
            name: outcome.to_json() | {"grids": [grid.tolist() for grid in outcome.solutions]}
            for name, outcome in self.engines.items()
        }
        return json.dumps(self.puzzle.to_json() | {"id": "conflict", "engines": said}, indent=1)

    def _drawn(self) -> list[Grid | None]:
        """The answers to draw, or the bare board."""
        return [*self.solutions] or [None]

    def __str__(self) -> str:
        lines = [f"{self.puzzle.title}: {self.verdict}" + (f" ({self.grade})" if self.grade else "")]
        if self.reason:
            lines.append(self.reason)
        lines.extend(self.puzzle.draw_text(grid) for grid in self._drawn())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        drawn = [self.puzzle.draw_svg(grid, self.difference) for grid in self._drawn()]
        head = f"<b>{escape(self.puzzle.title)}</b>: {self.verdict}"
        notes = "; ".join(filter(None, [self.grade, self.reason, *self.warnings]))
        return f"<div><p>{head} {escape(notes)}</p>{' '.join(drawn)}</div>"


def certify(
    puzzle: Puzzle,
    engines: Sequence[str] | None = None,
    limits: Limits | None = None,
    ladder_nodes: int | None = None,
) -> Certificate:
    """Decide whether the puzzle has exactly one answer.

    Without ``engines`` the ladder (on a node budget, and half of the time) and SAT decide, and CP-SAT
    where the ladder's budget ran out. ``limits.seconds`` is for all engines together,
    ``limits.nodes`` for each.
    Interrupted (KeyboardInterrupt), what is known so far is the verdict, with limit ``cancelled``.
    ValueError on an engine that only counts: it has no grid to show.
    """
    if counting := COUNTING.intersection(engines or ()):
        raise ValueError(f"{min(counting)} only counts solutions, it cannot certify")
    asked = limits or Limits()
    limits = Limits(WITNESSES, WITNESSES, asked.seconds, asked.nodes, asked.cancelled)
    watch = Watch(limits)
    certificate = Certificate(puzzle, Verdict.UNDECIDED, {}, warnings=puzzle.warnings())
    said = certificate.engines
    certificate.warnings += alone(engines)
    if ladder_nodes is None:
        ladder_nodes = (
            LEARNING_NODES if puzzle.learns else PROBED_NODES if puzzle.probe_nodes else LADDER_NODES
        )
    try:
        for name in _schedule(engines, said):
            budget = limits.with_seconds(watch.remaining())
            if engines is None and name == "ladder":
                nodes = ladder_nodes if limits.nodes is None else min(ladder_nodes, limits.nodes)
                budget = replace(budget, nodes=nodes, seconds=budget.seconds and budget.seconds / 2)
            said[name] = find_engine(name).solve(puzzle, budget)
    except KeyboardInterrupt:
        certificate.limit = "cancelled"
    _judge(certificate)
    _grade(certificate, limits.with_seconds(watch.remaining()))
    certificate.seconds = watch.elapsed()
    return certificate


def alone(engines: Sequence[str] | None) -> tuple[str, ...]:
    """A warning, where a single engine is named."""
    if engines is None or len(set(engines)) != 1:
        return ()
    return (f"{engines[0]} alone was asked: no other engine has checked the verdict",)


def _schedule(engines: Sequence[str] | None, said: dict[str, Outcome]) -> Iterable[str]:
    """The engines to ask, one after the other; later ones may depend on what was said so far."""
    if engines is not None:
        yield from dict.fromkeys(engines)
        return
    yield from DEFAULT_ENGINES
    if said["ladder"].limit in ("nodes", "time"):
        yield SECOND_OPINION


def _judge(certificate: Certificate) -> None:
    """Set verdict, solutions, reason, limit and grade from what the engines said."""
    outcomes = list(certificate.engines.values())
    distinct = distinct_grids(grid for outcome in outcomes for grid in outcome.solutions)
    certificate.solutions = distinct[:WITNESSES]
    certificate.reason = next((outcome.reason for outcome in outcomes if outcome.reason), None)
    certificate.grade = next((outcome.grade for outcome in outcomes if outcome.grade), None)
    liar = contradiction(outcomes, len(distinct))
    if liar is not None:
        certificate.verdict = Verdict.CONFLICT
        certificate.reason = liar
        return
    certain = sum(outcome.exhausted for outcome in outcomes)
    if len(distinct) >= WITNESSES:
        certificate.verdict = Verdict.MULTIPLE
    elif certificate.reason or (certain >= min(2, max(1, len(outcomes))) and not certificate.limit):
        certificate.verdict = Verdict.UNIQUE if distinct else Verdict.NONE
    else:
        certificate.verdict = Verdict.UNDECIDED
        limits = (outcome.limit for outcome in outcomes if not outcome.exhausted)
        certificate.limit = certificate.limit or next(filter(None, limits), None)
        certificate.reason = _what_is_known(certificate)


def _grade(certificate: Certificate, limits: Limits) -> None:
    """Grade a board whose ladder went on to search without probing first, or ran out of nodes in it."""
    ladder = certificate.engines.get("ladder")
    if certificate.verdict is not Verdict.UNIQUE or ladder is None or ladder.grade:
        return
    if ladder.limit == "nodes" and ladder.counters.get("probes"):
        certificate.grade = SEARCH
    elif ladder.exhausted or ladder.limit == "nodes":
        from engines.grade import grade_unique  # with the ladder's kernels, which SAT alone does not need

        certificate.grade = grade_unique(certificate.puzzle, limits)


def _what_is_known(certificate: Certificate) -> str:
    """One sentence on an undecided board."""
    decided = [name for name, outcome in certificate.engines.items() if outcome.exhausted]
    found = len(certificate.solutions)
    known = f"{found} solution found" if found else "no solution found"
    if decided:
        known += f"; {decided[0]} alone says {certificate.engines[decided[0]].verdict}"
    return f"limit reached ({certificate.limit}): {known}"


def contradiction(outcomes: Sequence[Outcome], distinct: int) -> str | None:
    """How two engines contradict each other, given how many distinct solutions all found together.

    An engine that searched the space through has found every solution there is.
    """
    for outcome in outcomes:
        if outcome.exhausted and outcome.count < distinct:
            return f"{outcome.engine} says {outcome.count} solutions, all engines know {distinct}"
        for other in outcomes:
            if outcome.exhausted and other.count > outcome.count:
                return f"{outcome.engine} says {outcome.count} solutions, {other.engine} found {other.count}"
    return None


def distinct_grids(grids: Iterable[Grid]) -> list[Grid]:
    """The grids without repetitions, in order of their first appearance."""
    return list({grid.tobytes(): grid for grid in grids}.values())


@dataclass
class Comparison:
    """Several engines side by side on one board."""

    puzzle: Puzzle
    engines: dict[str, Outcome]
    disagreement: str | None

    @property
    def agree(self) -> bool:
        """Whether no engine contradicts another."""
        return self.disagreement is None

    def to_json(self) -> dict[str, Any]:
        """Plain values, as the command line and the service print them."""
        return {
            "agree": self.agree,
            "disagreement": self.disagreement,
            "engines": {
                name: outcome.to_json() | {"count": outcome.count} for name, outcome in self.engines.items()
            },
        }


def compare(
    puzzle: Puzzle,
    engines: Sequence[str],
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> Comparison:
    """Run every engine on the board, each with the same limits, and look for a contradiction."""
    limits = limits or Limits()
    said: dict[str, Outcome] = {}
    for name in dict.fromkeys(engines):
        if progress is not None:
            progress(name)
        said[name] = find_engine(name).solve(puzzle, limits)
    outcomes = list(said.values())
    distinct = distinct_grids(grid for outcome in outcomes for grid in outcome.solutions)
    return Comparison(puzzle, said, contradiction(outcomes, len(distinct)))
