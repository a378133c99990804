"""OR-Tools CP-SAT with one worker. Nodes: branches.

One run enumerates all solutions, which is right as long as the answer fixes every auxiliary
variable; the first answer that comes twice shows that it does not, and from there on (and whenever
a puzzle adds cuts) the engine solves, blocks the answer literals, and solves again. The solver runs
in a thread of its own: the caller's thread looks at the limits and receives Ctrl-C.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engines.engine import BadStatement, Limits, Outcome, Watch
from engines.harvest import Harvest, gather
from models.puzzle import HOLE, NO_LITERAL, CpsatView, Grid, Puzzle

POLL = 0.01
"""Seconds between two looks at the limits while the solver runs."""
SEED = 1
OVERHEAD = 2.5e-6
"""Seconds that a run takes for each constraint, before it looks at its deadline and after."""


class CpSat:
    """The constraint model of a puzzle under CP-SAT."""

    name = "cpsat"

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Look for solutions until a limit; an outcome, never an error, when one is hit."""
        return gather(self.name, puzzle, limits, self._run)

    def _run(self, puzzle: Puzzle, harvest: Harvest, watch: Watch, outcome: Outcome) -> str | None:
        """Build, then search; the limit that ended it, None once there are no more solutions."""
        import ortools.sat.python.cp_model  # noqa: F401 - so that loading it is not building time

        start = watch.elapsed()
        view = puzzle.cpsat_view(watch.look)
        built = watch.elapsed()
        outcome.build_seconds = built - start
        hunt = Hunt(puzzle, view, harvest, watch)
        limit = hunt.run()
        outcome.solve_seconds = watch.elapsed() - built
        outcome.counters = dict(hunt.counters)
        outcome.nodes = hunt.counters["branches"]
        return limit


class Hunt:
    """One model: enumerating in one run where that is sound, else blocking and cutting."""

    def __init__(self, puzzle: Puzzle, view: CpsatView, harvest: Harvest, watch: Watch) -> None:
        self.shape = puzzle.shape
        self.view = view
        self.harvest = harvest
        self.watch = watch
        self.answers = Answers(view)
        self.seen: set[bytes] = set()
        self.counters = dict.fromkeys(("branches", "conflicts", "runs", "cuts"), 0)

    def run(self) -> str | None:
        """The limit that ended the search, None at the end of the space."""
        if self.view.cuts is None:
            limit, complete = self._enumerate()
            if limit is not None or complete:
                return limit
            for answer in self.seen:
                self._exclude(self.answers.block(np.frombuffer(answer, np.int16)))
        return self._solve_and_block()

    def _enumerate(self) -> tuple[str | None, bool]:
        """All solutions in one run: (limit, whether the run is complete), up to an answer that repeats."""

        def take(solution: npt.NDArray[np.int64]) -> bool:
            values = self.answers.read(solution)
            known = len(self.seen)
            self.seen.add(values.tobytes())
            if len(self.seen) == known:
                return False
            self.harvest.add(values.reshape(self.shape))
            return not self.harvest.is_enough

        limit, run = self._call(take)
        if self.harvest.is_enough:
            return "solutions", False
        return limit, run is not None and run.is_complete

    def _solve_and_block(self) -> str | None:
        """One run per answer; the limit that ended it, None at the end of the space."""
        while True:
            found: list[npt.NDArray[np.int64]] = []
            limit, _ = self._call(found.append, every=False)
            if not found:
                return limit
            values = self.answers.read(found[0])
            grid = values.reshape(self.shape)
            if self.view.cuts is not None and (cuts := self.view.cuts(grid)):
                self._cut(cuts, found[0])
                continue
            self.harvest.add(grid)
            if self.harvest.is_enough:
                return "solutions"
            self._exclude(self.answers.block(values))

    def _cut(self, cuts: list[list[int]], solution: npt.NDArray[np.int64]) -> None:
        """Add clauses that the assignment breaks; BadStatement if it breaks none of them."""
        if any(all(not is_true(literal, solution) for literal in clause) for clause in cuts):
            for clause in cuts:
                self._exclude(clause)
            self.counters["cuts"] += len(cuts)
        else:
            raise BadStatement("the cuts for an assignment do not exclude it")

    def _exclude(self, clause: list[int]) -> None:
        """Add one clause of literal indices to the model."""
        self.view.model.proto.constraints.add().bool_or.literals.extend(clause)

    def _call(self, take: Callable[[Any], object], every: bool = True) -> tuple[str | None, Run | None]:
        """One run of the solver: (limit hit, the run). ``take`` gets each solution, False ends the run."""
        limit = self.watch.hit() or self._nodes_spent()
        if limit is not None:
            return limit, None
        seconds = self.watch.remaining()
        if seconds is not None:
            seconds -= OVERHEAD * len(self.view.model.proto.constraints)
            if seconds <= 0:
                return "time", None
        run = Run(self.view, take, every, self._nodes_left(), seconds)
        limit = run.wait(self.watch)
        self.counters["runs"] += 1
        self.counters["branches"] += run.solver.num_branches
        self.counters["conflicts"] += run.solver.num_conflicts
        if run.status == "MODEL_INVALID":
            raise BadStatement(f"CP-SAT rejects the model: {self.view.model.validate()}")
        if run.is_complete:
            limit = None
        elif limit is None and not run.is_enough:
            limit = self._cause(run)
        return limit, run

    def _cause(self, run: Run) -> str:
        """The limit on which the solver itself ended a run; it may stop a little before the watch."""
        spent = max(run.solver.num_branches, run.solver.num_conflicts)
        if run.nodes is not None and spent >= run.nodes:
            return "nodes"
        return "memory" if self.watch.limits.seconds is None else "time"

    def _nodes_left(self) -> int | None:
        nodes = self.watch.limits.nodes
        return None if nodes is None else max(1, nodes - self.counters["branches"])

    def _nodes_spent(self) -> str | None:
        nodes = self.watch.limits.nodes
        return "nodes" if nodes is not None and self.counters["branches"] >= nodes else None


class Run(threading.Thread):
    """One run of the solver in a thread of its own."""

    def __init__(
        self,
        view: CpsatView,
        take: Callable[[Any], object],
        every: bool,
        nodes: int | None,
        seconds: float | None,
    ) -> None:
        super().__init__(name="cp-sat", daemon=True)
        from ortools.sat.python import cp_model

        self.view = view
        self.take = take
        self.nodes = nodes
        self.status = "UNKNOWN"
        self.is_enough = False
        """Whether ``take`` ended the run."""
        self.is_spent = False
        """Whether the nodes were used up when a solution was found."""
        self.fault: BaseException | None = None
        # Not join(timeout): a Ctrl-C inside it marks a thread that still runs as ended.
        self.done = threading.Event()
        self.solver = cp_model.CpSolver()
        settings = self.solver.parameters
        settings.num_workers = 1
        settings.random_seed = SEED
        settings.catch_sigint_signal = False
        settings.linearization_level = 0
        settings.cp_model_probing_level = 0
        settings.max_presolve_iterations = 1
        settings.enumerate_all_solutions = every
        if nodes is not None:
            # CP-SAT limits conflicts, not branches; the former are about as many or fewer.
            settings.max_number_of_conflicts = nodes
        if seconds is not None:
            settings.max_time_in_seconds = seconds

    @property
    def is_complete(self) -> bool:
        """Whether the run went through the whole space: all solutions, or the one it was to find."""
        return self.status in ("OPTIMAL", "INFEASIBLE") and not (self.is_enough or self.is_spent)

    def run(self) -> None:
        """The thread's work: solve, and keep what went wrong for the caller."""
        from ortools.sat.python import cp_model

        outer = self

        class Taker(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                try:
                    go_on = outer.take(np.array(self.response_proto.solution, np.int64))
                except BaseException as fault:
                    outer.fault = fault
                    go_on = False
                if go_on is False:
                    outer.is_enough = True
                elif outer.nodes is not None and self.num_branches >= outer.nodes:
                    outer.is_spent = True
                if outer.is_enough or outer.is_spent:
                    self.stop_search()

        try:
            self.status = self.solver.solve(self.view.model, Taker()).name
        except BaseException as fault:
            self.fault = fault
        finally:
            self.done.set()

    def wait(self, watch: Watch) -> str | None:
        """Run to the end or until a limit is hit, which it returns; raises what went wrong inside."""
        limit = None
        self.start()
        try:
            while not self.done.wait(POLL):
                limit = limit or watch.hit()
                if limit is not None:
                    self.solver.stop_search()
        except BaseException:
            while not self.done.wait(POLL):
                self.solver.stop_search()
            raise
        self.join()
        if self.fault is not None:
            raise self.fault
        return limit


def is_true(literal: int, solution: npt.NDArray[np.int64]) -> bool:
    """Whether a literal index holds in a solution."""
    return bool(solution[literal]) if literal >= 0 else not solution[-literal - 1]


class Answers:
    """Reads solutions of a model as values of cells, and blocks them."""

    def __init__(self, view: CpsatView) -> None:
        self.present = view.literals != NO_LITERAL
        self.literals = np.where(self.present, view.literals, 0)
        self.negated = self.literals < 0
        self.index = np.where(self.negated, -self.literals - 1, self.literals)
        possible = self.present.sum(axis=1)
        self.holes = possible == 0
        self.open = np.flatnonzero(possible > 1)

    def read(self, solution: npt.NDArray[np.int64]) -> Grid:
        """int16[cells]: each cell's value in a solution; BadStatement if one has no value or two."""
        true = self.present & ((solution[self.index] != 0) != self.negated)
        if not ((true.sum(axis=1) == 1) | self.holes).all():
            raise BadStatement("a solution leaves a cell without a value or with two")
        values: Grid = true.argmax(axis=1).astype(np.int16)
        values[self.holes] = HOLE
        return values

    def block(self, values: Grid) -> list[int]:
        """The clause that excludes these values of the cells that had a choice."""
        clause: list[int] = (-self.literals[self.open, values[self.open]] - 1).tolist()
        return clause
