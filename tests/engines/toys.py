"""A puzzle made of bare clauses, to show what the engines do with statements no real puzzle makes.

One cell takes a value in both statements by the same numbering: CNF variable ``i + 1`` is CP-SAT
variable ``i``. The ladder and the raw walk are not for toys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from models.puzzle import (
    NO_LITERAL,
    CnfView,
    CpsatView,
    Firing,
    Grid,
    LadderView,
    Puzzle,
    RawWalk,
    Violation,
)
from models.statement import Look, unhurried

Clauses = list[list[int]]


@dataclass(frozen=True)
class Toy(Puzzle):
    """``literals[cell][value]``: the literal that says so, 0 for none; ``legal`` decides on a grid."""

    clauses: Clauses
    variables: int
    literals: list[list[int]]
    legal: Callable[[Grid], bool] = lambda grid: True
    cuts: Callable[[Grid], Clauses] | None = None

    kind: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rungs: ClassVar[tuple[str, ...]] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return 1, len(self.literals)

    @property
    def values(self) -> int:
        return len(self.literals[0])

    def impossible(self) -> str | None:
        return None

    def violations(self, grid: Grid) -> list[Violation]:
        return [] if self.legal(grid) else [Violation("illegal", "the toy says no")]

    def cnf_view(self, look: Look = unhurried) -> CnfView:
        return CnfView([*self.clauses], self.variables, np.array(self.literals, np.int32), self.cuts)

    def cpsat_view(self, look: Look = unhurried) -> CpsatView:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        for _ in range(self.variables):
            model.new_bool_var("")
        for clause in self.clauses:
            model.proto.constraints.add().bool_or.literals.extend(indices(clause))
        named = [[index_of(each) if each else NO_LITERAL for each in row] for row in self.literals]
        literals = np.array(named, np.int32)
        cuts = self.cuts
        return CpsatView(model, literals, None if cuts is None else lambda grid: [*map(indices, cuts(grid))])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "clauses": self.clauses}

    def ladder_view(self) -> LadderView:
        raise NotImplementedError

    def raw_walk(self) -> RawWalk:
        raise NotImplementedError

    def firing(self, rung: str, reason: int) -> Firing:
        raise NotImplementedError

    def value_name(self, value: int) -> str:
        return str(value)

    def to_text(self) -> str:
        raise NotImplementedError

    def draw_text(self, grid: Grid | None = None) -> str:
        raise NotImplementedError

    def draw_svg(self, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
        raise NotImplementedError


def index_of(literal: int) -> int:
    """A signed literal as a CP-SAT literal index."""
    return literal - 1 if literal > 0 else literal


def indices(clause: list[int]) -> list[int]:
    """A clause as CP-SAT literal indices."""
    return [index_of(literal) for literal in clause]


def binary(cells: int) -> list[list[int]]:
    """The literals of so many cells with the values 0 and 1."""
    return [[-cell, cell] for cell in range(1, cells + 1)]
