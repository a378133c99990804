"""The ladder: rungs to a fixpoint, probe, and a resumable depth-first search, once for all puzzles.

``Ascent`` holds a board's arrays and the rungs that are switched on; the compiled machine of
engines/probe.py and engines/search.py works on these in slices, so that deadline and cancellation
are looked at between slices. Nothing here knows a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engines.descent import Descent
from engines.engine import (
    UNKNOWN,
    Limits,
    Outcome,
    Pace,
    Watch,
    checked,
    impossible_outcome,
    off_the_clock,
)
from engines.probe import (
    ALL_ON,
    CONFLICTS,
    CONTROLS,
    DEEPEST,
    DEPTH,
    ENOUGH,
    EXHAUSTED,
    FOUND,
    LAST,
    LIMIT,
    NODES,
    NODES_LEFT,
    NODES_SPENT,
    NOGOODS,
    OPEN,
    OWN_WORDS,
    PAUSED,
    PER_RUNG,
    PIVOTS,
    PROBE_NODES,
    PROBE_ROOT,
    PROBES,
    SETTLED,
    STACK_FULL,
    TO_REST,
    TOO_DEEP,
    TRIED,
    WORK,
    climb,
)
from engines.steps import PROBE as PROBE
from engines.steps import SEARCH as SEARCH
from models.kernel import CURSOR, FRESH, HEAD, LENGTH, call_rung, kernel, rung_table, trailing_zeros
from models.puzzle import HOLE, Grid, Ints, Puzzle

if TYPE_CHECKING:
    from engines.learner import Learner

SLICE = 1_000
"""Work units (rung calls and removed candidates) before the first look at the clock: 0.05 to 70 ms."""
FEW = 8
"""Search learns where no more solutions than these are wanted: each is blocked by a nogood of its own."""
SMALL = 64
"""With so few open cells, depth-first search has ended before the arrays for learning are made."""
NO_LIMIT = np.iinfo(np.int64).max
_ENDS = {EXHAUSTED: None, ENOUGH: "solutions", NODES_SPENT: "nodes", TOO_DEEP: "memory"}


@kernel
def measure(candidates, sizes):  # type: ignore[no-untyped-def]
    """Fill ``sizes`` from the bitset rows; how many candidates there are."""
    total = 0
    for cell in range(candidates.shape[0]):
        count = 0
        weight = 0
        for word in range(candidates.shape[1]):
            left = candidates[cell, word]
            while left != np.uint64(0):
                weight += (word << 6) + trailing_zeros(left)
                left &= left - np.uint64(1)
                count += 1
        sizes[cell, 0] = count
        sizes[cell, 1] = weight
        total += count
    return total


@dataclass
class Ascent:
    """A board's arrays and the rungs that are switched on; the compiled machine runs on these.

    ``rungs`` names a subset of the puzzle's (None: all, in their order); ``probing`` switches the
    engine's own rung, ``learns`` whether search learns where the puzzle lets it (None: where it pays).
    Switching a rung off is passing a shorter table, so it is off in probe too.
    """

    puzzle: Puzzle
    rungs: tuple[str, ...] | None = None
    probing: bool = True
    learns: bool | None = None
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        view = self.puzzle.ladder_view()
        named = dict(zip(self.puzzle.rungs, view.rungs, strict=True))
        wanted = self.puzzle.rungs if self.rungs is None else self.rungs
        unknown = [name for name in wanted if name not in named]
        if unknown:
            raise ValueError(f"{self.puzzle.kind} has no rung {unknown[0]!r}")
        self.names = tuple(name for name in self.puzzle.rungs if name in wanted)
        self.table = rung_table(tuple([named[name] for name in self.names]))
        self.every = rung_table(view.rungs)
        self.candidates, self.state = view.candidates, view.state
        cells = len(self.candidates)
        self.sizes: Ints = np.empty((cells, 2), np.int32)
        total = int(measure(self.candidates, self.sizes))
        self.trail: Ints = np.empty((HEAD + total + 1, 2), np.int32)
        self.trail[LENGTH] = HEAD, -1
        self.trail[CURSOR:HEAD] = FRESH
        self.control = np.zeros(CONTROLS, np.int64)
        self.control[PROBE_ROOT] = self.probing
        self.control[PROBE_NODES] = self.probing and self.puzzle.probe_nodes
        self.control[ALL_ON] = len(self.names) == len(self.puzzle.rungs)
        self.control[LAST] = self.control[TRIED] = -1
        self.control[PIVOTS] = view.pivots
        if self.rungs is None and view.lasting is not None:
            self.control[TO_REST] = sum(
                1 << index for index, name in enumerate(self.names) if name not in view.lasting
            )
        self.learning = (
            None if self.learns is False or self.rungs is not None or not self.probing else view.learning
        )
        self.counted = view.counted, view.scratch[: 2 * len(view.counted)].view(np.int64)
        self.control[OWN_WORDS] = 2 * len(view.counted)
        self.counters = np.zeros(2 * (PER_RUNG + 3 * len(view.rungs) + 2 * len(view.counted)), np.int64)
        self.board = (
            view.tables,
            self.candidates,
            self.sizes,
            self.trail,
            self.state,
            view.scratch,
        )
        self.zones = view.zones

    def climb(self) -> int:
        """To the fixpoint of the rungs: the highest rung (from 1) that removed something, or -1."""
        result: int = climb(self.table, self.board, self.control, self.counters)
        return result

    def step(self, index: int) -> int:
        """Call one of the rungs that are on, once."""
        result: int = call_rung(self.table, index, *self.board)
        return result

    def search(
        self, limits: Limits, watch: Watch, known: Grid | None = None
    ) -> tuple[npt.NDArray[np.int16], str | None]:
        """Climb, probe and search in slices; the kept grids (int16[kept, cells]) and the limit hit.

        Below the root search is depth first, or learns (engines/learning.py). Grids beyond ``FOUND`` are
        unset, holes are not marked. With a known answer the other values are tried first.
        """
        cells, control = len(self.sizes), self.control
        control[LIMIT] = NO_LIMIT if limits.solutions is None else min(limits.solutions, NO_LIMIT)
        control[NODES_LEFT] = NO_LIMIT if limits.nodes is None else min(limits.nodes, NO_LIMIT)
        grids = np.empty((limits.kept_of(cells), cells), np.int16)
        if limits.solutions == 0:
            return grids, "solutions"
        hint = np.full(cells, -1, np.int16) if known is None else known.reshape(-1)
        descent = Descent(self, hint, grids)
        status = self._in_slices(watch, descent.begin)
        if status == SETTLED and control[ALL_ON]:
            grids[:1] = self.sizes[:, 1]
            control[FOUND] = 1
            return grids, None if control[LIMIT] > 1 else "solutions"
        if status == OPEN and control[NODES_LEFT] == 0:
            return grids, "nodes"
        pays = self.learns or np.count_nonzero(self.sizes[:, 0] > 1) > SMALL
        if status == OPEN and self.learning is not None and pays and control[LIMIT] <= min(FEW, len(grids)):
            learner = self._learner(grids)
            learner.prefer(hint, descent.gains)
            status = self._in_slices(watch, learner.run)
            learner.rest()
        elif status in (OPEN, SETTLED):
            self._load(descent.go_on)
            status = self._in_slices(watch, descent.go_on)
        return grids, _ENDS[status] if isinstance(status, int) else status

    def _in_slices(self, watch: Watch, work: Callable[[], int]) -> int | str:
        """Work in slices of ``control[WORK]`` units: why the machine ended, or the limit that was hit."""
        pace = Pace(SLICE)
        while (limit := watch.hit()) is None:
            self.control[WORK] = pace.size
            started = watch.elapsed()
            status = work()
            pace.took(watch.elapsed() - started)
            if status not in (PAUSED, STACK_FULL):
                return status
        return limit

    def _load(self, work: Callable[[], int]) -> None:
        """Load a machine's kernels, or compile them, off the clock: without work units it only does that."""
        self.control[WORK] = 0
        with off_the_clock():
            work()

    def _learner(self, grids: npt.NDArray[np.int16]) -> Learner:
        """The learning search, its kernels loaded, or compiled, off the clock."""
        assert self.learning is not None
        self.control[WORK] = 0
        with off_the_clock():
            from engines.learner import Learner  # with kernels that most boards do not need

            learner = Learner(self.learning(), self.board, self.control, self.counters, grids)
            learner.run()
        return learner

    def load_search(self) -> None:
        """Load the kernels of both searches, or compile them, whether or not this board needs any."""
        cells = len(self.sizes)
        hint, grids = np.full(cells, -1, np.int16), np.empty((0, cells), np.int16)
        descent = Descent(self, hint, grids)
        self._in_slices(Watch(Limits()), descent.begin)
        self._load(descent.go_on)
        if self.learning is not None:
            self._learner(grids)

    def settled(self) -> Grid:
        """int16[rows, cols]: the value of each settled cell, UNKNOWN elsewhere, HOLE in holes."""
        grid = np.where(
            self.sizes[:, 0] == 1,
            self.sizes[:, 1],
            np.where((self.candidates != 0).any(axis=1), UNKNOWN, HOLE),
        )
        return grid.astype(np.int16).reshape(self.puzzle.shape)

    def is_finished(self) -> bool:
        """Whether no cell has two candidates left."""
        return bool((self.sizes[:, 0] <= 1).all())


class Ladder:
    """The ladder as an engine. Nodes: one value tried for one cell.

    ``probing`` switches probe on or off; None leaves it to the puzzle (``Puzzle.probe_root``).
    ``learning``: search learns where it pays (None), wherever it can, or nowhere; a ladder without one of
    its rungs, or without probe, learns nothing, so that what a rung is worth shows in its nodes.
    """

    name = "ladder"

    def __init__(
        self,
        rungs: tuple[str, ...] | None = None,
        probing: bool | None = None,
        learning: bool | None = None,
    ) -> None:
        self.rungs = rungs
        self.probing = probing
        self.learning = learning

    def solve(self, puzzle: Puzzle, limits: Limits, known: Grid | None = None) -> Outcome:
        """Look for solutions; with a known answer the other values are tried first."""
        watch = Watch(limits)
        reason = puzzle.impossible()
        if reason is not None:
            return impossible_outcome(self.name, reason)
        probing = puzzle.probe_root if self.probing is None else self.probing
        ascent = Ascent(puzzle, self.rungs, probing, self.learning)
        holes = ascent.sizes[:, 0] == 0
        outcome = Outcome(engine=self.name, build_seconds=watch.elapsed())
        grids, outcome.limit = ascent.search(limits, watch, known)
        outcome.solve_seconds = watch.elapsed() - outcome.build_seconds
        outcome.exhausted = outcome.limit is None
        outcome.count = int(ascent.control[FOUND])
        if np.count_nonzero(holes):
            grids[:, holes] = HOLE
        outcome.solutions = [
            checked(puzzle, grid.reshape(puzzle.shape), self.name) for grid in grids[: outcome.count]
        ]
        outcome.nodes = int(ascent.counters[NODES])
        outcome.counters = named_counters(ascent)
        is_graded = probing or self.probing is not None or not outcome.nodes
        outcome.grade = grade_of(ascent) if outcome.exhausted and is_graded else None
        if not outcome.exhausted and ascent.control[DEPTH] == 0 and not outcome.count:
            # Once a solution is found and passed by, the root says what holds in the others.
            outcome.settled = ascent.settled()
        return outcome


def warm(puzzle: Puzzle) -> None:
    """Load the compiled kernels of the puzzle's kind, or compile them, by one slice of work on it.

    What is timed or limited afterwards is solving alone; compiling takes seconds, once. Those of search are
    loaded where a board needs them first, off the clock.
    """
    looks = iter([False])
    Ladder().solve(puzzle, Limits(cancelled=lambda: next(looks, True)))


def named_counters(ascent: Ascent) -> dict[str, int]:
    """The counters of an ascent by name: nodes, probes, conflicts, three per rung, and the rungs' own."""
    counters: list[int] = ascent.counters.tolist()
    named = {
        "nodes": counters[NODES],
        "probes": counters[PROBES],
        "conflicts": counters[CONFLICTS],
        "deepest": counters[DEEPEST],
        "nogoods": counters[NOGOODS],
    }
    for index, name in enumerate(ascent.names):
        at = PER_RUNG + 3 * index
        named[f"{name}_calls"] = counters[at]
        named[f"{name}_removed"] = counters[at + 1]
        named[f"{name}_conflicts"] = counters[at + 2]
    names, counts = ascent.counted
    return named | dict(zip(names, counts.tolist(), strict=True))


def grade_of(ascent: Ascent) -> str | None:
    """The weakest rung prefix that finished the board: a rung's name, ``probe`` or ``search``.

    A rung only ever ran with the cheaper ones at their fixpoint, so the highest rung that removed
    something, or that met the contradiction, ends the weakest prefix that gets as far. None if no rung
    is on.
    """
    counters: list[int] = ascent.counters.tolist()
    if counters[NODES]:
        return SEARCH
    if counters[PROBES]:
        return PROBE
    removed, conflicts = counters[PER_RUNG + 1 :: 3], counters[PER_RUNG + 2 :: 3]
    fired = [name for name, *fires in zip(ascent.names, removed, conflicts, strict=False) if any(fires)]
    if fired:
        return fired[-1]
    return ascent.names[0] if ascent.names else None
