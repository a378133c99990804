"""Taking clues away from a picture while it stays the only answer.

One incremental SAT solver holds all clues, each under a selector, and one clause that asks for a picture
other than the given one. A set of clues fixes the picture exactly when the solver refutes its selectors;
the refutation names clues that suffice, so one answer can free many. Only pictures without a twin can be
thinned: that all clues together fix the picture is where every way of thinning starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np

from models.deadline import Deadline, Unfinished
from models.fewest import fewest
from models.fillapix.board import INK
from models.fillapix.cnf import number_selectors, selectable_clauses
from models.puzzle import Grid, Ints, RungwiseError
from models.statement import SLICE, no_cycles

if TYPE_CHECKING:
    from pysat.solvers import Solver

SOLVER = "glucose4"
FEWEST = "minimum"
"""The name of the thinning that leaves the fewest clues there can be."""
CONFLICTS = 5_000
"""Conflicts between two looks at the clock: about a quarter of a second on large boards."""
LITTLE = 0.97
"""A core that leaves more than this part of the clues is not worth asking for again."""


class NotFixed(RungwiseError):  # noqa: N818 - a fault of this project, not of its input
    """All clues together do not fix the picture, although no twin was found."""


@dataclass
class Thinner:
    """The solver and what is settled so far; clues are named by their selectors.

    ``kept`` are needed for good, ``open`` are still shown but may go. Every clue in neither is gone.
    Use it as a context: the solver's memory is not Python's.
    """

    picture: Grid
    clues: Ints
    deadline: Deadline = field(default_factory=partial(Deadline, None, "thinning"))
    """Once it has passed, Unfinished ends the thinning; what is kept stays valid."""
    kept: list[int] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    calls: int = 0
    fewest: bool = False
    """Whether it is certain that no fewer clues fix the picture."""
    _solver: Solver | None = field(default=None, init=False, repr=False)

    def __enter__(self) -> Self:
        _, self.selectors, variables = number_selectors(self.clues)
        self._other = variables + 1
        self.open = self.selectors[self.selectors > 0].tolist()
        return self

    @property
    def solver(self) -> Solver:
        """The solver, loaded when it is first asked for."""
        if self._solver is not None:
            return self._solver
        from pysat.solvers import Solver

        cells = np.arange(1, self.picture.size + 1)
        differs = np.where(self.picture.ravel() == INK, -cells, cells)
        solver = Solver(name=SOLVER)
        try:
            with no_cycles():
                clauses, _, _ = selectable_clauses(self.clues, self.deadline)
                for start in range(0, len(clauses), SLICE):
                    solver.append_formula(clauses[start : start + SLICE], no_return=True)
                    self.deadline()
        except BaseException:
            solver.delete()
            raise
        solver.add_clause([-self._other, *differs.tolist()])
        solver.set_phases((-differs).tolist())
        self._solver = solver
        return solver

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._solver is not None:
            self._solver.delete()

    def sufficient(self, clues: Sequence[int]) -> set[int] | None:
        """Those of the clues that, with the kept ones, fix the picture; None if even all do not."""
        self.calls += 1
        while True:
            other = self.deadline.solve(self.solver, [*clues, self._other], CONFLICTS)
            if other is not None:
                return None if other else set(self.solver.get_core() or ())

    def shortfall(self, clues: list[int]) -> set[int] | None:
        """None if the clues fix the picture; else a set of clues of which one is needed.

        Another picture that keeps all clues but these shows it. Each of them in turn is asked for as well,
        so the set is one of the smallest of its kind.
        """
        if self.sufficient(clues) is not None:
            return None
        kept = self._met()
        for clue in sorted(set(self.selectors[self.selectors > 0].tolist()) - kept):
            if clue not in kept and self.sufficient([*kept, clue]) is None:
                kept |= self._met()
        return set(self.selectors[self.selectors > 0].tolist()) - kept

    def _met(self) -> set[int]:
        """The clues that the other picture found last shows as well."""
        model = np.array(self.solver.get_model()[: self.picture.size])
        other = (model > 0).reshape(self.picture.shape).astype(np.int32)
        padded = np.pad(other, 1)
        down = padded[:-2] + padded[1:-1] + padded[2:]
        seen = down[:, :-2] + down[:, 1:-1] + down[:, 2:]
        return set(self.selectors[(seen == self.clues) & (self.selectors > 0)].tolist())

    def keep(self, clue: int) -> None:
        """The clue is needed, whatever else goes."""
        self.kept.append(clue)
        self.solver.add_clause([clue])

    def drop(self, clues: Iterable[int]) -> None:
        """The clues are gone; their clauses only slow the solver down."""
        for clue in clues:
            self.solver.add_clause([-clue])

    def shown(self) -> Ints:
        """int32[rows, cols]: the clues that are left, -1 elsewhere."""
        left = np.isin(self.selectors, [*self.kept, *self.open]) & (self.selectors > 0)
        return np.where(left, self.clues, -1).astype(np.int32)


def thin_by_cores(thinner: Thinner, rng: np.random.Generator) -> None:
    """Keep the clues of one refutation after another, until none can go.

    The set is minimal but not drawn evenly: a refutation prefers clues that work well together.
    """
    while True:
        before = len(thinner.open)
        rng.shuffle(thinner.open)
        if not _shrink(thinner, thinner.open):
            raise NotFixed(f"all clues of {thinner.picture.tolist()} leave another picture")
        if len(thinner.open) >= LITTLE * before:
            break
    rng.shuffle(thinner.open)
    while thinner.open:
        clue, rest = thinner.open[-1], thinner.open[:-1]
        if not _shrink(thinner, rest):
            thinner.open = rest
            thinner.keep(clue)


def _shrink(thinner: Thinner, clues: list[int]) -> bool:
    """Leave only those of the clues that suffice open; False, and no change, if they do not suffice."""
    core = thinner.sufficient(clues)
    if core is None:
        return False
    thinner.drop(clue for clue in thinner.open if clue not in core)
    thinner.open = [clue for clue in clues if clue in core]
    return True


def thin_in_order(thinner: Thinner, rng: np.random.Generator) -> None:
    """Go through the clues once in random order; a clue goes exactly if the others fix the picture.

    A clue outside the last refutation needs no question: the refutation stands without it.
    """
    rng.shuffle(thinner.open)
    core = set(thinner.open)
    while thinner.open:
        clue, rest = thinner.open[-1], thinner.open[:-1]
        if clue in core:
            smaller = thinner.sufficient(rest)
            if smaller is None:
                thinner.open = rest
                thinner.keep(clue)
                continue
            core = smaller
        thinner.drop([clue])
        thinner.open = rest


def thin_not_at_all(thinner: Thinner, rng: np.random.Generator) -> None:
    """Show every clue."""


def thin_to_fewest(thinner: Thinner, rng: np.random.Generator) -> None:
    """Show as few clues as possible; when time is up, a set in which none can go or what has come of it."""
    every = list(thinner.open)
    with Thinner(thinner.picture, thinner.clues, thinner.deadline) as first:
        try:
            thin_by_cores(first, rng)
        finally:
            thinner.open = [*first.kept, *first.open]
            thinner.calls += first.calls
    try:
        thinner.open, thinner.fewest = fewest(every, thinner.open, thinner.shortfall, thinner.deadline.end)
    except Unfinished:
        return


THINNINGS: dict[str, Callable[[Thinner, np.random.Generator], None]] = {
    "core": thin_by_cores,
    "random": thin_in_order,
    "none": thin_not_at_all,
    FEWEST: thin_to_fewest,
}
