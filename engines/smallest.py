"""The fewest clues that settle a next cell: difficulty without any rung.

Cells are settled in rounds. In each, of all open cells those are taken for which the fewest clues, with what
is settled already, leave one value; which clues that are is exact. One incremental solver with a switch per
clue answers all questions. An assignment that has another value in a cell names the clues it breaks, of
which one at least is needed to settle the cell; a smallest set that meets all of these is tried next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from engines import find_engine
from engines.engine import LimitHit, Limits, Verdict, Watch
from engines.sat import PROPAGATIONS, SOLVER
from engines.steps import Explanation, Step, sentence, tell_changes
from models.puzzle import BadPuzzle, ClueView, Grid, Puzzle, cell_name
from models.statement import no_cycles


class _Stopped(Exception):  # noqa: N818 - a limit
    """A limit was hit."""


def explain_smallest(puzzle: Puzzle, limits: Limits | None = None) -> Explanation:
    """Explain by smallest sets of clues; the grade is the most clues that a step needs.

    Without steps if the board has not exactly one answer; BadPuzzle if it has no clues that can be taken
    one by one.
    """
    watch = Watch(limits or Limits())
    explanation = Explanation(puzzle, open_cells=int(np.prod(puzzle.shape)))
    try:
        with no_cycles():
            view = puzzle.clue_view(watch.look)
    except LimitHit as hit:
        explanation.limit = hit.limit
        return explanation
    if view is None:
        raise BadPuzzle(f"{puzzle.title} has no clues that can be left out one by one")
    found = find_engine("sat").solve(puzzle, (limits or Limits()).with_seconds(watch.remaining()))
    if found.limit in ("time", "nodes", "cancelled"):
        explanation.limit = found.limit
        return explanation
    if found.verdict != Verdict.UNIQUE:
        explanation.beyond = found.verdict
        return explanation
    from pysat.solvers import Solver

    with Solver(SOLVER, bootstrap_with=view.clauses) as solver:
        hunt = _Hunt(view, solver, found.solutions[0], watch)
        try:
            for size, taken in hunt.rounds():
                _tell(explanation, view, hunt, size, taken)
        except _Stopped:
            explanation.limit = watch.hit()
    explanation.open_cells = len(hunt.open)
    explanation.finished = not hunt.open
    explanation.grid = found.solutions[0] if explanation.finished else None
    if explanation.finished:
        sizes = [len(step.because) for step in explanation.steps]
        explanation.grade = _named(max(sizes, default=0))
    return explanation


def _tell(
    explanation: Explanation, view: ClueView, hunt: _Hunt, size: int, taken: dict[int, tuple[int, ...]]
) -> None:
    """A step for every set of clues of a round."""
    puzzle = explanation.puzzle
    together: dict[tuple[int, ...], list[int]] = {}
    for cell, chosen in taken.items():
        together.setdefault(chosen, []).append(cell)
    for chosen, cells in together.items():
        clues = tuple(clue for clue, selector in view.selectors if selector in chosen)
        settles = tuple((*divmod(cell, puzzle.shape[1]), int(hunt.values[cell])) for cell in cells)
        names = ", ".join(_pointed(clue.text, clue.row, clue.column) for clue in clues)
        why = (
            f"{names} {'leave' if len(clues) > 1 else 'leaves'} nothing else"
            if clues
            else "nothing else is left"
        )
        text = f"{tell_changes(puzzle, settles, ())}, because {why}"
        explanation.steps.append(Step(_named(size), clues, settles, (), sentence(text)))


def _pointed(text: str, row: int, column: int) -> str:
    """A clue in a sentence, on the board or at its rim."""
    if row < 0:
        return f"the {text} of column {column + 1}"
    return f"the {text} of row {row + 1}" if column < 0 else f"the {text} at {cell_name(row, column)}"


def _named(size: int) -> str:
    return "1 clue" if size == 1 else f"{size} clues"


@dataclass
class _Hunt:
    """What is settled, and the assignments met so far with the clues that each breaks."""

    view: ClueView
    solver: Any
    answer: Grid
    watch: Watch
    met: list[tuple[npt.NDArray[np.bool_], frozenset[int]]] = field(default_factory=list)
    """(per cell whether its value is the answer's, the selectors of the clues broken)"""

    def __post_init__(self) -> None:
        self.values = self.answer.reshape(-1)
        cells = np.flatnonzero(self.values >= 0)
        self.true = np.zeros(len(self.values), np.int32)
        self.true[cells] = self.view.literals[cells, self.values[cells]]
        self.selectors = [selector for _, selector in self.view.selectors]
        self.open: set[int] = set(cells.tolist())
        self.settled: list[int] = []

    def rounds(self) -> Iterator[tuple[int, dict[int, tuple[int, ...]]]]:
        """(clues needed, the cells of a round with theirs), until nothing is open."""
        while self.open:
            size, taken = self._round()
            for cell in taken:
                self.settled.append(int(self.true[cell]))
            self.open -= taken.keys()
            done = np.array(sorted(taken))
            self.met = [each for each in self.met if each[0][done].all()]
            yield size, taken

    def _round(self) -> tuple[int, dict[int, tuple[int, ...]]]:
        """The cells that need the fewest clues: whoever may need the fewest is asked first."""
        bounds = {cell: self._choose(cell) for cell in self.open}
        taken: dict[int, tuple[int, ...]] = {}
        size = len(self.selectors) + 1
        while True:
            cell = min(bounds, key=lambda each: (len(bounds[each]), each), default=-1)
            if cell < 0 or len(bounds[cell]) > size:
                return size, taken
            if self._settles(cell, bounds[cell]):
                taken[cell] = bounds.pop(cell)
                size = len(taken[cell])
            else:
                bounds[cell] = self._choose(cell)

    def _choose(self, cell: int) -> tuple[int, ...]:
        """A smallest set of clues that breaks every assignment met with another value in the cell."""
        from pysat.examples.hitman import Hitman

        sets: set[frozenset[int]] = {broken for right, broken in self.met if not right[cell]}
        if not sets:
            return ()
        if common := frozenset.intersection(*sets):
            return (min(common),)
        least = [each for each in sets if not any(other < each for other in sets)]
        with Hitman(bootstrap_with=[sorted(each) for each in least], htype="sorted") as hitman:
            return tuple(sorted(hitman.get()))

    def _settles(self, cell: int, clues: tuple[int, ...]) -> bool:
        """Whether the clues leave the cell its value; if not, the other assignment is kept.

        It is made to break as few clues as possible: each broken one in turn is asked for as well.
        """
        wrong = [*self.settled, -int(self.true[cell])]
        if not self._solve([*wrong, *clues]):
            return True
        kept = set(clues)
        model = np.array(self.solver.get_model(), np.int32)
        for selector in self.selectors:
            if selector not in kept and self._solve([*wrong, *kept, selector]):
                kept.add(selector)
                model = np.array(self.solver.get_model(), np.int32)
        literals = self.true != 0
        right = np.ones(len(self.true), bool)
        right[literals] = model[np.abs(self.true[literals]) - 1] == self.true[literals]
        self.met.append((right, frozenset(self.selectors) - kept))
        return False

    def _solve(self, assumed: list[int]) -> bool:
        """Whether there is an assignment; _Stopped at a limit."""
        while True:
            if self.watch.hit() is not None:
                raise _Stopped
            self.solver.prop_budget(PROPAGATIONS)
            status = self.solver.solve_limited(assumptions=assumed, expect_interrupt=True)
            if status is not None:
                return bool(status)
