"""Clause learning through PySAT: one incremental solver, blocking on the answer literals alone.

Nodes: decisions. The solver works in slices of a propagation budget without holding Python's lock
and without a signal handler of its own, so deadline, cancellation and Ctrl-C are honoured between
slices by Python itself. Refuses nothing but a formula that contradicts its own contract.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from engines.engine import BadStatement, Limits, Outcome, Watch
from engines.harvest import Harvest, gather
from models.deadline import alarm
from models.puzzle import HOLE, CnfView, Grid, Puzzle
from models.statement import no_cycles

SOLVER = "minisat-gh"
"""Its budgets are exact to the conflict; Glucose looks at them only when it restarts (measured: up
to 3 s late), and CaDiCaL catches Ctrl-C itself and jumps out of its own frames."""
PROPAGATIONS = 100_000
"""Budget of one slice: 10 to 30 ms."""
DESCENTS = 2
"""A slice is at least so many propagations per variable, or a large formula would never reach a
conflict before its slice ends."""
CHUNK = 10_000
"""Clauses handed over between two looks at the clock: about 3 ms."""
CLAUSE_SECONDS = 2e-7
"""What a clause takes to be handed over at the least; what cannot be done in time is not begun."""


class Sat:
    """The clauses of a puzzle under an incremental solver."""

    name = "sat"

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Look for solutions until a limit; an outcome, never an error, when one is hit."""
        return gather(self.name, puzzle, limits, self._run)

    def _run(self, puzzle: Puzzle, harvest: Harvest, watch: Watch, outcome: Outcome) -> str | None:
        """Build, then search; the limit that ended it, None once there are no more solutions."""
        from pysat.solvers import Solver

        start = watch.elapsed()

        def look(ahead: float = 0.0) -> None:
            # To give back what was built takes a tenth of the time that it took to build.
            watch.look(ahead + (watch.elapsed() - start) / 10)

        with Solver(SOLVER) as solver:
            with no_cycles():
                hunt = Hunt(puzzle.cnf_view(look), solver, watch)
                limit = hunt.load()
            built = watch.elapsed()
            outcome.build_seconds = built - start
            if limit is None:
                limit = hunt.enumerate(puzzle, harvest)
            outcome.solve_seconds = watch.elapsed() - built
            outcome.counters = hunt.counters()
            outcome.nodes = outcome.counters["decisions"]
        return limit


class Hunt:
    """One formula in one solver: loading, solving in slices, blocking and cutting."""

    def __init__(self, view: CnfView, solver: Any, watch: Watch) -> None:
        self.view = view
        self.solver = solver
        self.watch = watch
        self.clauses = len(view.clauses)
        self.cuts = 0
        self.answers = Answers(view)
        self.budget = max(PROPAGATIONS, DESCENTS * view.variables)

    def load(self) -> str | None:
        """Hand over the clauses, chunk by chunk, and keep none; the limit hit on the way, if any.

        The first clause is a tautology: it makes every variable known, so that models are complete.
        """
        top = max(1, self.view.variables)
        self.solver.add_clause([top, -top])
        add = adder(self.solver)
        clauses = self.view.clauses
        left = self.watch.remaining()
        limit = "time" if left is not None and left < len(clauses) * CLAUSE_SECONDS else None
        for start in range(0, len(clauses) if limit is None else 0, CHUNK):
            part = clauses[start : start + CHUNK]
            add(part)
            clauses[start : start + CHUNK] = [[]] * len(part)
            limit = self.watch.hit()
            if limit is not None:
                break
        clauses.clear()
        return limit

    def enumerate(self, puzzle: Puzzle, harvest: Harvest) -> str | None:
        """Solve, cut or block, and again; the limit that ended it, None at the end of the space."""
        while True:
            limit, sat = self.search()
            if limit is not None or not sat:
                return limit
            model = np.array(self.solver.get_model(), np.int32)
            values = self.answers.read(model)
            grid = values.reshape(puzzle.shape)
            if self.view.cuts is not None and (cuts := self.view.cuts(grid)):
                self.cut(cuts, model)
                continue
            harvest.add(grid)
            if harvest.is_enough:
                return "solutions"
            self.solver.add_clause(self.answers.block(values))

    def search(self) -> tuple[str | None, bool]:
        """Solve in slices: (limit hit or None, whether a model was found)."""
        while True:
            limit = self.watch.hit() or self._nodes_spent()
            if limit is not None:
                return limit, False
            self.solver.prop_budget(self.budget)
            # Slices of a large formula take long.
            with alarm(self.solver, None if self.budget == PROPAGATIONS else self.watch.remaining()):
                status = self.solver.solve_limited(expect_interrupt=True)
            if status is not None:
                return None, bool(status)

    def _nodes_spent(self) -> str | None:
        """``nodes`` once the decisions are used up; else allow no more conflicts than are left."""
        nodes = self.watch.limits.nodes
        if nodes is None:
            return None
        left = nodes - self.solver.accum_stats()["decisions"]
        self.solver.conf_budget(max(1, left))
        return "nodes" if left <= 0 else None

    def cut(self, cuts: list[list[int]], model: npt.NDArray[np.int32]) -> None:
        """Add clauses that the assignment breaks; BadStatement if it breaks none of them."""
        if not any(all(model[abs(literal) - 1] == -literal for literal in clause) for clause in cuts):
            raise BadStatement("the cuts for an assignment do not exclude it")
        for clause in cuts:
            self.solver.add_clause(clause)
        self.cuts += len(cuts)

    def counters(self) -> dict[str, int]:
        """The solver's counters and the formula's size."""
        stats = self.solver.accum_stats()
        return {
            "decisions": stats["decisions"],
            "conflicts": stats["conflicts"],
            "propagations": stats["propagations"],
            "clauses": self.clauses,
            "variables": self.view.variables,
            "cuts": self.cuts,
        }


def adder(solver: Any) -> Callable[[list[list[int]]], object]:
    """What adds clauses: of the engine's own solver the extension's function, else PySAT's method.

    The method takes as long as what it calls, and so does every other call in between.
    """
    from pysat.solvers import MinisatGH
    from pysolvers import minisatgh_add_cl

    inner = solver.solver
    if isinstance(inner, MinisatGH):
        return lambda clauses: deque(map(minisatgh_add_cl, repeat(inner.minisat), clauses), maxlen=0)
    return lambda clauses: deque(map(inner.add_clause, clauses), maxlen=0)


class Answers:
    """Reads models of a formula as values of cells, and blocks them."""

    def __init__(self, view: CnfView) -> None:
        literals = view.literals
        self.literals = literals
        self.present = literals != 0
        self.index = np.abs(literals) - self.present
        possible = self.present.sum(axis=1)
        self.holes = possible == 0
        self.open = np.flatnonzero(possible > 1)

    def read(self, model: npt.NDArray[np.int32]) -> Grid:
        """int16[cells]: each cell's value in a model of all variables; BadStatement if it has not one."""
        true = self.present & (model.take(self.index) == self.literals)
        given = true.any(axis=1)
        given |= self.holes
        if not given.all() or np.count_nonzero(true) + np.count_nonzero(self.holes) > len(true):
            raise BadStatement("a model leaves a cell without a value or with two")
        values: Grid = true.argmax(axis=1).astype(np.int16)
        values[self.holes] = HOLE
        return values

    def block(self, values: Grid) -> list[int]:
        """The clause that excludes these values of the cells that had a choice."""
        clause: list[int] = (-self.literals[self.open, values[self.open]]).tolist()
        return clause
