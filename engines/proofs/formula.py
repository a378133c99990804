"""The formula of a certificate as DIMACS text: the rules, the cuts, and the clause that forbids the answer.

Whoever checks a certificate builds this text again from the board, the answer and the cuts, and compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from engines.sat import Answers
from models.puzzle import CnfView, Grid, Puzzle, cell_name
from models.statement import no_cycles

Candidate = tuple[int, int, int]
"""(row, column, value), counted from 0."""


@dataclass(frozen=True)
class Cut:
    """A clause beyond the rules' own: whatever holds all of ``held`` holds one of ``gates`` as well."""

    held: tuple[Candidate, ...]
    gates: tuple[Candidate, ...]

    def to_json(self) -> dict[str, list[list[int]]]:
        """Plain values, for JSON."""
        return {"held": [list(each) for each in self.held], "gates": [list(each) for each in self.gates]}


@dataclass
class Formula:
    """The clauses of a puzzle, with a name for every literal that a candidate has."""

    puzzle: Puzzle
    view: CnfView = field(init=False)

    def __post_init__(self) -> None:
        with no_cycles():
            self.view = self.puzzle.cnf_view()
        self.answers = Answers(self.view)

    def forbid(self, grid: Grid) -> list[int]:
        """The clause that excludes an answer."""
        return self.answers.block(grid.reshape(-1))

    def name_cuts(self, clauses: list[list[int]]) -> list[Cut]:
        """What cuts say, as candidates; ValueError on a literal that no candidate has."""
        wanted = {abs(literal) for clause in clauses for literal in clause}
        named: dict[int, Candidate] = {}
        places = np.argwhere(np.isin(np.abs(self.view.literals), list(wanted)))
        for cell, value in places.tolist():
            place = *divmod(cell, self.puzzle.shape[1]), value
            named.setdefault(int(self.view.literals[cell, value]), place)
        return [
            Cut(
                tuple(named[-literal] for literal in clause if -literal in named),
                tuple(named[literal] for literal in clause if -literal not in named),
            )
            for clause in clauses
        ]

    def clause_of(self, cut: Cut) -> list[int]:
        """The clause that a cut is; KeyError if a candidate has no literal."""
        return [-self._literal(*each) for each in cut.held] + [self._literal(*each) for each in cut.gates]

    def _literal(self, row: int, column: int, value: int) -> int:
        rows, columns = self.puzzle.shape
        if not (0 <= row < rows and 0 <= column < columns and 0 <= value < self.view.literals.shape[1]):
            raise KeyError(f"{cell_name(row, column)} = {value}")
        literal = int(self.view.literals[row * columns + column, value])
        if literal == 0:
            raise KeyError(f"{cell_name(row, column)} = {value}")
        return literal

    def clauses(self, cuts: list[Cut], forbidden: list[int] | None) -> list[list[int]]:
        """All clauses in the order of the text."""
        last = [] if forbidden is None else [forbidden]
        return [*self.view.clauses, *map(self.clause_of, cuts), *last]

    def text(self, clauses: list[list[int]], cuts: int) -> str:
        """DIMACS, with a comment on what every literal of a cell says and what the clauses are."""
        return "".join(f"{line}\n" for line in self.lines(clauses, cuts))

    def lines(self, clauses: list[list[int]], cuts: int) -> Iterator[str]:
        """The lines of the text, one at a time."""
        rules = len(self.view.clauses)
        yield f"c {self.puzzle.kind} {self.puzzle.digest()}"
        yield (
            f"c clauses 1 to {rules}: the rules; then {cuts} cuts; then {len(clauses) - rules - cuts} that "
            "forbids the answer"
        )
        yield "c value:literal of each cell; the other variables are auxiliary"
        yield from self._legend()
        yield f"p cnf {self.view.variables} {len(clauses)}"
        for each in clauses:
            yield f"{' '.join(map(str, each))} 0"

    def _legend(self) -> Iterator[str]:
        columns = self.puzzle.shape[1]
        for cell, row in enumerate(self.view.literals):
            values = np.flatnonzero(row)
            said = " ".join(f"{value}:{row[value]}" for value in values.tolist())
            yield f"c {cell_name(*divmod(cell, columns))} {said}".rstrip()
