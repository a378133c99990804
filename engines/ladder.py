"""The ladder: rungs to a fixpoint, probe, and a resumable depth-first search, once for all puzzles.

``climb`` runs the rungs that are switched on, cheap to dear, and restarts at the cheapest after any
progress. ``probe`` assumes one candidate at a time and climbs the same rungs. ``run`` is the whole
machine: climb, probe, search; it works in slices, with all its state in arrays, so that deadline
and cancellation are looked at between slices. Nothing here knows a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engines.engine import (
    UNKNOWN,
    Limits,
    Outcome,
    Watch,
    checked,
    impossible_outcome,
)
from models.kernel import (
    CURSOR,
    CURSORS,
    FRESH,
    HEAD,
    LENGTH,
    call_rung,
    fix,
    kernel,
    remove,
    rung_table,
    trailing_zeros,
    undo,
)
from models.puzzle import HOLE, Grid, Ints, Puzzle

PROBE = "probe"
SEARCH = "search"

START, PROBING, SEARCHING = range(3)
PAUSED, EXHAUSTED, ENOUGH, NODES_SPENT, STACK_FULL = range(5)

PHASE, DEPTH, FOUND, LIMIT, NODES_LEFT, WORK, PROBES_ON, ALL_ON, POINTER, EPOCH, IDLE, LAST = range(12)
CONTROLS = 12
"""int64 control fields: the phase; stack depth; solutions found and wanted; nodes and work units
left; whether probe is on and whether every rung is; probe's place, epoch and steps without change;
the cell of the last conflict."""

NODES, PROBES, CONFLICTS, DEEPEST, HIGHEST = range(5)
PER_RUNG = 8
"""int64 counters: nodes, probes, conflicts, deepest stack, highest rung (1 = first) that removed
something at the root; from PER_RUNG on, per rung: calls, candidates removed, contradictions."""

SLICE = 100_000
"""Work units (rung calls and removed candidates) between two looks at the clock: about 5 ms."""
ASSUMED = -2
"""Reason on the trail of a candidate that went because another was assumed or refuted."""


@kernel
def climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters):  # type: ignore[no-untyped-def]
    """Run the rungs to their common fixpoint; the highest rung that removed something, or -1."""
    highest = 0
    index = 0
    while index < len(rungs):
        removed = call_rung(rungs, index, tables, candidates, sizes, trail, state, scratch)
        at = PER_RUNG + 3 * index
        counters[at] += 1
        control[WORK] -= 1
        if removed < 0:
            counters[at + 2] += 1
            return -1
        if removed > 0:
            counters[at + 1] += removed
            control[WORK] -= removed
            highest = max(highest, index + 1)
            index = 0
        else:
            index += 1
    return highest


@kernel
def probe(  # type: ignore[no-untyped-def]
    rungs, tables, candidates, sizes, trail, state, scratch, control, counters, stamps, spare
):
    """Drop every candidate whose assumption the rungs refute; 0 done, 1 paused, -1 contradiction.

    A value settled inside a consistent probe needs no probe of its own while the board stays as it
    is: what it implies is a part of what that probe has seen. ``stamps`` remembers that by epoch.
    """
    cells = sizes.shape[0]
    bits = candidates.shape[1] << 6
    while control[IDLE] < cells:
        cell = control[POINTER]
        value = -1
        while sizes[cell, 0] > 1:
            if control[WORK] <= 0:
                return 1
            value = next_candidate(candidates, cell, value + 1)
            if value < 0:
                break
            if stamps[cell * bits + value] == control[EPOCH]:
                continue
            mark = trail[LENGTH, 0]
            spare[:] = state
            counters[PROBES] += 1
            fix(candidates, sizes, trail, cell, value, ASSUMED)
            result = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters)
            if result >= 0:
                for row in range(mark, trail[LENGTH, 0]):
                    other = trail[row, 0] // bits
                    if sizes[other, 0] == 1:
                        stamps[other * bits + sizes[other, 1]] = control[EPOCH]
            undo(candidates, sizes, trail, mark)
            state[:] = spare
            if result < 0:
                control[EPOCH] += 1
                control[IDLE] = -1
                if remove(candidates, sizes, trail, cell, value, ASSUMED) < 0:
                    return -1
                result = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters)
                if result < 0:
                    return -1
        control[POINTER] = (cell + 1) % cells
        control[IDLE] += 1
    return 0


@kernel
def next_candidate(candidates, cell, start):  # type: ignore[no-untyped-def]
    """The lowest candidate of a cell that is at least ``start``; -1 if there is none."""
    word = start >> 6
    while word < candidates.shape[1]:
        left = candidates[cell, word]
        if word == start >> 6:
            left &= ~np.uint64(0) << np.uint64(start & 63)
        if left != np.uint64(0):
            return (word << 6) + trailing_zeros(left)
        word += 1
    return -1


@kernel
def choose(sizes, weights, last):  # type: ignore[no-untyped-def]
    """The cell to branch on: of the last conflict, else fewest candidates per conflict weight."""
    if last >= 0 and sizes[last, 0] > 1:
        return last
    best = -1
    for cell in range(sizes.shape[0]):
        size = np.int64(sizes[cell, 0])
        if size > 1 and (best < 0 or size * weights[best] < sizes[best, 0] * weights[cell]):
            best = cell
    return best


@kernel
def pick(candidates, sizes, cell, known):  # type: ignore[no-untyped-def]
    """The value to try first: the lowest that is not the known answer's."""
    value = next_candidate(candidates, cell, 0)
    if value == known[cell]:
        value = next_candidate(candidates, cell, value + 1)
    return value


@kernel
def is_solution(every, tables, candidates, sizes, trail, state, scratch, control, counters):  # type: ignore[no-untyped-def]
    """Whether a complete assignment passes every rung; only asked when some are switched off."""
    for slot in range(CURSORS):
        trail[CURSOR + slot, 0] = FRESH
    spare = counters.copy()
    result = climb(every, tables, candidates, sizes, trail, state, scratch, control, spare)
    return result >= 0


@kernel
def search(  # type: ignore[no-untyped-def]
    rungs,
    every,
    tables,
    candidates,
    sizes,
    trail,
    state,
    scratch,
    control,
    counters,
    weights,
    stack,
    states,
    known,
    grids,
):
    """Depth first from a fixpoint; why it stopped. Can be called again after PAUSED or STACK_FULL."""
    while True:
        if control[WORK] <= 0:
            return PAUSED
        cell = choose(sizes, weights, control[LAST])
        alive = False
        if cell >= 0:
            if control[NODES_LEFT] <= 0:
                return NODES_SPENT
            depth = control[DEPTH]
            if depth >= stack.shape[0]:
                return STACK_FULL
            value = pick(candidates, sizes, cell, known)
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = trail[LENGTH, 0], cell, value
            states[depth] = state
            control[DEPTH] = depth + 1
            control[NODES_LEFT] -= 1
            counters[NODES] += 1
            counters[DEEPEST] = max(counters[DEEPEST], depth + 1)
            fix(candidates, sizes, trail, cell, value, ASSUMED)
            alive = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters) >= 0
            if not alive:
                weights[cell] += 1
                control[LAST] = cell
        elif control[ALL_ON] or is_solution(
            every, tables, candidates, sizes, trail, state, scratch, control, counters
        ):
            if control[FOUND] < grids.shape[0]:
                grids[control[FOUND]] = sizes[:, 1]
            control[FOUND] += 1
            if control[FOUND] >= control[LIMIT]:
                return ENOUGH
        while not alive:
            counters[CONFLICTS] += 1
            if control[DEPTH] == 0:
                return EXHAUSTED
            depth = control[DEPTH] - 1
            control[DEPTH] = depth
            undo(candidates, sizes, trail, stack[depth, 0])
            state[:] = states[depth]
            alive = (
                remove(candidates, sizes, trail, stack[depth, 1], stack[depth, 2], ASSUMED) >= 0
                and climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters) >= 0
            )


@kernel
def run(  # type: ignore[no-untyped-def]
    rungs,
    every,
    tables,
    candidates,
    sizes,
    trail,
    state,
    scratch,
    control,
    counters,
    stamps,
    spare,
    weights,
    stack,
    states,
    known,
    grids,
):
    """Climb, probe and search until a limit or the end; resumable after PAUSED or STACK_FULL."""
    if control[PHASE] == START:
        result = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters)
        if result < 0:
            return EXHAUSTED
        counters[HIGHEST] = max(counters[HIGHEST], result)
        control[PHASE] = PROBING if control[PROBES_ON] else SEARCHING
    if control[PHASE] == PROBING:
        result = probe(
            rungs,
            tables,
            candidates,
            sizes,
            trail,
            state,
            scratch,
            control,
            counters,
            stamps,
            spare,
        )
        if result < 0:
            return EXHAUSTED
        if result > 0:
            return PAUSED
        control[PHASE] = SEARCHING
    return search(
        rungs,
        every,
        tables,
        candidates,
        sizes,
        trail,
        state,
        scratch,
        control,
        counters,
        weights,
        stack,
        states,
        known,
        grids,
    )


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
    engine's own rung. Switching a rung off is passing a shorter table, so it is off in probe too.
    """

    puzzle: Puzzle
    rungs: tuple[str, ...] | None = None
    probing: bool = True
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        view = self.puzzle.ladder_view()
        named = dict(zip(self.puzzle.rungs, view.rungs, strict=True))
        wanted = self.puzzle.rungs if self.rungs is None else self.rungs
        unknown = [name for name in wanted if name not in named]
        if unknown:
            raise ValueError(f"{self.puzzle.kind} has no rung {unknown[0]!r}")
        self.names = tuple(name for name in self.puzzle.rungs if name in wanted)
        self.table = rung_table(tuple(named[name] for name in self.names))
        self.every = rung_table(view.rungs)
        self.tables, self.state, self.scratch = view.tables, view.state, view.scratch
        self.candidates = view.candidates
        cells = len(self.candidates)
        self.sizes: Ints = np.empty((cells, 2), np.int32)
        total = int(measure(self.candidates, self.sizes))
        self.trail: Ints = np.empty((HEAD + total + 1, 2), np.int32)
        self.trail[LENGTH] = HEAD, -1
        self.trail[CURSOR:HEAD] = FRESH
        self.control = np.zeros(CONTROLS, np.int64)
        self.control[PROBES_ON] = self.probing
        self.control[ALL_ON] = len(self.names) == len(self.puzzle.rungs)
        self.control[EPOCH], self.control[LAST] = 1, -1
        self.counters = np.zeros(PER_RUNG + 3 * len(view.rungs), np.int64)
        self.spare = np.empty_like(self.state)

    def climb(self) -> int:
        """To the fixpoint of the rungs: the highest rung (from 1) that removed something, or -1."""
        result: int = climb(self.table, *self._arrays(), self.control, self.counters)
        return result

    def _arrays(self) -> tuple[Ints, npt.NDArray[np.uint64], Ints, Ints, Ints, Ints]:
        return self.tables, self.candidates, self.sizes, self.trail, self.state, self.scratch

    def step(self, index: int) -> int:
        """Call one of the rungs that are on, once."""
        result: int = call_rung(self.table, index, *self._arrays())
        return result

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
    """The ladder as an engine. Nodes: one value tried for one cell."""

    name = "ladder"

    def __init__(self, rungs: tuple[str, ...] | None = None, probing: bool = True) -> None:
        self.rungs = rungs
        self.probing = probing

    def solve(self, puzzle: Puzzle, limits: Limits, known: Grid | None = None) -> Outcome:
        """Look for solutions; with a known answer the other values are tried first."""
        watch = Watch(limits)
        reason = puzzle.impossible()
        if reason is not None:
            return impossible_outcome(self.name, reason)
        ascent = Ascent(puzzle, self.rungs, self.probing)
        holes = ascent.sizes[:, 0] == 0
        outcome = Outcome(engine=self.name, build_seconds=watch.elapsed())
        grids, outcome.limit = self._search(ascent, limits, watch, known)
        outcome.solve_seconds = watch.elapsed() - outcome.build_seconds
        outcome.exhausted = outcome.limit is None
        outcome.count = int(ascent.control[FOUND])
        grids[:, holes] = HOLE
        outcome.solutions = [
            checked(puzzle, grid.reshape(puzzle.shape), self.name) for grid in grids[: outcome.count]
        ]
        outcome.nodes = int(ascent.counters[NODES])
        outcome.counters = named_counters(ascent)
        outcome.grade = grade_of(ascent) if outcome.exhausted else None
        if not outcome.exhausted and ascent.control[DEPTH] == 0:
            outcome.settled = ascent.settled()
        return outcome

    def _search(
        self, ascent: Ascent, limits: Limits, watch: Watch, known: Grid | None
    ) -> tuple[npt.NDArray[np.int16], str | None]:
        """Run slices until the end or a limit; the kept grids and the limit."""
        cells = len(ascent.sizes)
        control = ascent.control
        control[LIMIT] = np.iinfo(np.int64).max if limits.solutions is None else limits.solutions
        control[NODES_LEFT] = np.iinfo(np.int64).max if limits.nodes is None else limits.nodes
        grids = np.empty((limits.kept, cells), np.int16)
        hint = np.full(cells, -1, np.int16) if known is None else known.reshape(-1)
        stamps = np.zeros(ascent.candidates.size * 64, np.int32)
        weights = np.ones(cells, np.int64)
        stack: Ints = np.empty((32, 3), np.int32)
        states: Ints = np.empty((32, len(ascent.state)), np.int32)
        if limits.solutions == 0:
            return grids, "solutions"
        while (limit := watch.hit()) is None:
            control[WORK] = SLICE
            status = run(
                ascent.table,
                ascent.every,
                *ascent._arrays(),
                control,
                ascent.counters,
                stamps,
                ascent.spare,
                weights,
                stack,
                states,
                hint,
                grids,
            )
            if status == EXHAUSTED:
                return grids, None
            if status == ENOUGH:
                return grids, "solutions"
            if status == NODES_SPENT:
                return grids, "nodes"
            if status == STACK_FULL:
                stack = np.concatenate((stack, np.empty_like(stack)))
                states = np.concatenate((states, np.empty_like(states)))
        return grids, limit


def named_counters(ascent: Ascent) -> dict[str, int]:
    """The counters of an ascent by name: nodes, probes, conflicts, and three per rung."""
    counters = ascent.counters
    named = {
        "nodes": int(counters[NODES]),
        "probes": int(counters[PROBES]),
        "conflicts": int(counters[CONFLICTS]),
        "deepest": int(counters[DEEPEST]),
    }
    for index, name in enumerate(ascent.names):
        at = PER_RUNG + 3 * index
        named[f"{name}_calls"] = int(counters[at])
        named[f"{name}_removed"] = int(counters[at + 1])
        named[f"{name}_conflicts"] = int(counters[at + 2])
    return named


def grade_of(ascent: Ascent) -> str:
    """The weakest rung prefix that finished the board: a rung's name, ``probe`` or ``search``.

    A rung only ever ran with the cheaper ones at their fixpoint, so the highest rung that removed
    something in the first climb ends the weakest prefix that reaches the same place.
    """
    counters = ascent.counters
    if counters[NODES]:
        return SEARCH
    if counters[PROBES]:
        return PROBE
    return ascent.names[max(0, int(counters[HIGHEST]) - 1)]
