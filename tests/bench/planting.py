"""Faults to plant in a puzzle's views and rules, of sorts that engines themselves cannot notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from models import puzzle_class
from models.kernel import remove, rung, trailing_zeros
from models.puzzle import CnfView, Grid, LadderView, Puzzle, Violation


@rung
def liar(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Takes the lowest candidate from an open first cell once the last cell is settled."""
    if sizes[0, 0] < 2 or sizes[sizes.shape[0] - 1, 0] != 1:
        return 0
    return remove(candidates, sizes, trail, 0, trailing_zeros(candidates[0, 0]), 0)


def plant(monkeypatch: pytest.MonkeyPatch, kind: str, view: str, change: Callable[[Any], Any]) -> None:
    """Change whatever a method of the kind returns."""
    owner = puzzle_class(kind)
    honest = getattr(owner, view)

    def dishonest(puzzle: Puzzle, *arguments: Any) -> Any:
        return change(honest(puzzle, *arguments))

    monkeypatch.setattr(owner, view, dishonest)


def with_liar(view: LadderView) -> LadderView:
    """The ladder with its last rung replaced."""
    return replace(view, rungs=(*view.rungs[:-1], liar))


def with_false_clause(view: CnfView) -> CnfView:
    """The clauses and one more: first and last cell do not both take their lowest value."""
    first, last = int(view.literals[0, 0]), int(view.literals[-1, 0])
    if first == 0 or last == 0:
        return view
    return replace(view, clauses=[*view.clauses, [-first, -last]])


def lenient(broken: list[Violation]) -> list[Violation]:
    """All that is broken but the last."""
    return broken[:-1]


def strict(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Rules that refuse grids whose first and last cell have the lowest value."""
    owner = puzzle_class(kind)
    honest = owner.violations

    def dishonest(puzzle: Puzzle, grid: Grid) -> list[Violation]:
        if grid.flat[0] == 0 and grid.flat[-1] == 0:
            return [Violation("planted", "the corners are low")]
        return honest(puzzle, grid)

    monkeypatch.setattr(owner, "violations", dishonest)
