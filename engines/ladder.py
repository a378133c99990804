"""The ladder: rungs to a fixpoint, probe, and a resumable depth-first search, once for all puzzles.

``climb`` runs the rungs that are switched on, cheap to dear, and restarts at the cheapest after any
progress. ``probe`` assumes one candidate at a time and climbs the same rungs. ``run`` is the whole
machine: climb, probe, search; it works in slices, with all its state in arrays, so that deadline
and cancellation are looked at between slices. Nothing here knows a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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

START, SEARCHING = range(2)
PAUSED, EXHAUSTED, ENOUGH, NODES_SPENT, STACK_FULL = range(5)

PHASE, DEPTH, FOUND, LIMIT, NODES_LEFT, WORK = range(6)
PROBE_ROOT, PROBE_NODES, ALL_ON, PLACE, IDLE, PENDING, LAST = range(6, 13)
CONTROLS = 13
"""int64 control fields: the phase; stack depth; solutions found and wanted; nodes and work units
left; whether to probe at the root and at every node, whether every rung is on; probe's place and
its steps without change; whether the node at hand is still to be probed; the cell of the last
conflict."""

NODES, PROBES, CONFLICTS, DEEPEST, HIGHEST = range(5)
PER_RUNG = 8
"""int64 counters: nodes, probes, conflicts, deepest stack, highest rung (1 = first) that removed
something at the root; from PER_RUNG on, per rung: calls, candidates removed, contradictions."""

SLICE = 100_000
"""Work units (rung calls and removed candidates) between two looks at the clock: about 5 ms."""
STACK = 16
"""Depth of the search stack at first; it doubles when it is full."""
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
def refutes(  # type: ignore[no-untyped-def]
    rungs,
    tables,
    candidates,
    sizes,
    trail,
    state,
    scratch,
    control,
    counters,
    fresh,
    footprints,
    gains,
    zones,
    spare,
    cell,
    value,
):
    """Assume one candidate, climb, and take it back: whether the rungs contradict it.

    If they do not, every value that was settled on the way is consistent as well (it implies only
    a part of what this probe has seen), so all of them are noted as fresh, with the footprint of
    this probe: the zones of the cells it changed.
    """
    mark = trail[LENGTH, 0]
    bits = candidates.shape[1] << 6
    spare[:] = state
    counters[PROBES] += 1
    fix(candidates, sizes, trail, cell, value, ASSUMED)
    refuted = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters) < 0
    if not refuted:
        gains[cell, value] = trail[LENGTH, 0] - mark
        footprint = touched(trail, zones, bits, mark)
        for row in range(mark, trail[LENGTH, 0]):
            other = trail[row, 0] // bits
            if sizes[other, 0] == 1:
                fresh[other, sizes[other, 1]] = 1
                footprints[other, sizes[other, 1]] = footprint
    undo(candidates, sizes, trail, mark)
    state[:] = spare
    return refuted


@kernel
def touched(trail, zones, bits, mark):  # type: ignore[no-untyped-def]
    """The zones of all cells that the trail names from a row on."""
    footprint = np.uint64(0)
    for row in range(mark, trail[LENGTH, 0]):
        footprint |= zones[trail[row, 0] // bits]
    return footprint


@kernel
def expire(trail, fresh, footprints, zones, bits, mark):  # type: ignore[no-untyped-def]
    """The board has changed since a trail row: probes that had to do with the change must go again."""
    changed = touched(trail, zones, bits, mark)
    for cell in range(fresh.shape[0]):
        for value in range(fresh.shape[1]):
            if footprints[cell, value] & changed != np.uint64(0):
                fresh[cell, value] = 0


@kernel
def probe(  # type: ignore[no-untyped-def]
    rungs,
    tables,
    candidates,
    sizes,
    trail,
    state,
    scratch,
    control,
    counters,
    fresh,
    footprints,
    gains,
    zones,
    spare,
):
    """Drop every candidate that the rungs refute, to a fixpoint; 0 done, 1 paused, -1 contradiction."""
    cells = sizes.shape[0]
    bits = candidates.shape[1] << 6
    while control[IDLE] < cells:
        cell = control[PLACE]
        value = -1
        while sizes[cell, 0] > 1:
            if control[WORK] <= 0:
                return 1
            value = next_candidate(candidates, cell, value + 1)
            if value < 0:
                break
            if fresh[cell, value] or not refutes(
                rungs,
                tables,
                candidates,
                sizes,
                trail,
                state,
                scratch,
                control,
                counters,
                fresh,
                footprints,
                gains,
                zones,
                spare,
                cell,
                value,
            ):
                continue
            mark = trail[LENGTH, 0]
            control[IDLE] = -1
            if remove(candidates, sizes, trail, cell, value, ASSUMED) < 0:
                return -1
            if climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters) < 0:
                return -1
            expire(trail, fresh, footprints, zones, bits, mark)
        control[PLACE] = (cell + 1) % cells
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
def lightest(sizes, weights, last):  # type: ignore[no-untyped-def]
    """The cell of the last conflict, else the one with fewest candidates per conflict weight."""
    if last >= 0 and sizes[last, 0] > 1:
        return last
    best = -1
    for cell in range(sizes.shape[0]):
        size = np.int64(sizes[cell, 0])
        if size > 1 and (best < 0 or size * weights[best] < sizes[best, 0] * weights[cell]):
            best = cell
    return best


@kernel
def weightiest(candidates, sizes, gains):  # type: ignore[no-untyped-def]
    """The cell whose candidates all imply much: the best product of the least and the most.

    ``gains`` holds how much each candidate's last probe removed.
    """
    best = -1
    best_score = -1.0
    for cell in range(sizes.shape[0]):
        if sizes[cell, 0] > 1:
            value = next_candidate(candidates, cell, 0)
            least = most = gains[cell, value]
            while value >= 0:
                least = min(least, gains[cell, value])
                most = max(most, gains[cell, value])
                value = next_candidate(candidates, cell, value + 1)
            score = (least + 1.0) * (most + 1.0) / sizes[cell, 0]
            if score > best_score:
                best, best_score = cell, score
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
def settle_node(  # type: ignore[no-untyped-def]
    rungs,
    tables,
    candidates,
    sizes,
    trail,
    state,
    scratch,
    control,
    counters,
    fresh,
    footprints,
    zones,
    mark,
):
    """After a value was assumed or refuted at a node: climb; whether the board is still consistent.

    With probing at nodes, the node is left to be probed.
    """
    if climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters) < 0:
        return False
    if control[PROBE_NODES]:
        expire(trail, fresh, footprints, zones, candidates.shape[1] << 6, mark)
        control[PENDING] = 1
        control[IDLE] = 0
    return True


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
    fresh,
    footprints,
    gains,
    zones,
    spare,
    weights,
    stack,
    states,
    kept_fresh,
    kept_footprints,
    known,
    grids,
):
    """Depth first from a fixpoint; why it stopped. Can be called again after PAUSED or STACK_FULL."""
    while True:
        if control[WORK] <= 0:
            return PAUSED
        alive = True
        if control[PENDING]:
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
                fresh,
                footprints,
                gains,
                zones,
                spare,
            )
            if result > 0:
                return PAUSED
            control[PENDING] = 0
            alive = result == 0
        if alive:
            if control[PROBE_NODES]:
                cell = weightiest(candidates, sizes, gains)
            else:
                cell = lightest(sizes, weights, control[LAST])
            if cell >= 0:
                if control[NODES_LEFT] <= 0:
                    return NODES_SPENT
                depth = control[DEPTH]
                if depth >= stack.shape[0]:
                    return STACK_FULL
                value = pick(candidates, sizes, cell, known)
                mark = trail[LENGTH, 0]
                stack[depth, 0], stack[depth, 1], stack[depth, 2] = mark, cell, value
                states[depth] = state
                if control[PROBE_NODES]:
                    kept_fresh[depth] = fresh
                    kept_footprints[depth] = footprints
                control[DEPTH] = depth + 1
                control[NODES_LEFT] -= 1
                counters[NODES] += 1
                counters[DEEPEST] = max(counters[DEEPEST], depth + 1)
                fix(candidates, sizes, trail, cell, value, ASSUMED)
                alive = settle_node(
                    rungs,
                    tables,
                    candidates,
                    sizes,
                    trail,
                    state,
                    scratch,
                    control,
                    counters,
                    fresh,
                    footprints,
                    zones,
                    mark,
                )
                if not alive:
                    weights[cell] += 1
                    control[LAST] = cell
            else:
                alive = False
                if control[ALL_ON] or is_solution(
                    every, tables, candidates, sizes, trail, state, scratch, control, counters
                ):
                    if control[FOUND] < grids.shape[0]:
                        grids[control[FOUND]] = sizes[:, 1]
                    control[FOUND] += 1
                    if control[FOUND] >= control[LIMIT]:
                        return ENOUGH
        while not alive:
            counters[CONFLICTS] += 1
            control[PENDING] = 0
            if control[DEPTH] == 0:
                return EXHAUSTED
            depth = control[DEPTH] - 1
            control[DEPTH] = depth
            mark = stack[depth, 0]
            undo(candidates, sizes, trail, mark)
            state[:] = states[depth]
            if control[PROBE_NODES]:
                fresh[:] = kept_fresh[depth]
                footprints[:] = kept_footprints[depth]
            alive = remove(
                candidates, sizes, trail, stack[depth, 1], stack[depth, 2], ASSUMED
            ) >= 0 and settle_node(
                rungs,
                tables,
                candidates,
                sizes,
                trail,
                state,
                scratch,
                control,
                counters,
                fresh,
                footprints,
                zones,
                mark,
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
    fresh,
    footprints,
    gains,
    zones,
    spare,
    weights,
    stack,
    states,
    kept_fresh,
    kept_footprints,
    known,
    grids,
):
    """Climb, probe and search until a limit or the end; resumable after PAUSED or STACK_FULL."""
    if control[PHASE] == START:
        result = climb(rungs, tables, candidates, sizes, trail, state, scratch, control, counters)
        if result < 0:
            return EXHAUSTED
        counters[HIGHEST] = max(counters[HIGHEST], result)
        control[PHASE] = SEARCHING
        control[PENDING] = control[PROBE_ROOT]
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
        fresh,
        footprints,
        gains,
        zones,
        spare,
        weights,
        stack,
        states,
        kept_fresh,
        kept_footprints,
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
        self.control[PROBE_ROOT] = self.probing
        self.control[PROBE_NODES] = self.probing and self.puzzle.probe_nodes
        self.control[ALL_ON] = len(self.names) == len(self.puzzle.rungs)
        self.control[LAST] = -1
        self.counters = np.zeros(PER_RUNG + 3 * len(view.rungs), np.int64)
        self.zones = np.full(cells, ~np.uint64(0)) if view.zones is None else view.zones

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

    def search(
        self, limits: Limits, watch: Watch, known: Grid | None = None
    ) -> tuple[npt.NDArray[np.int16], str | None]:
        """Climb, probe and search in slices; the kept grids (int16[kept, cells]) and the limit hit.

        Grids beyond ``FOUND`` are unset, holes are not marked. With a known answer the other values are
        tried first.
        """
        cells = len(self.sizes)
        control = self.control
        control[LIMIT] = np.iinfo(np.int64).max if limits.solutions is None else limits.solutions
        control[NODES_LEFT] = np.iinfo(np.int64).max if limits.nodes is None else limits.nodes
        grids = np.empty((limits.kept, cells), np.int16)
        hint = np.full(cells, -1, np.int16) if known is None else known.reshape(-1)
        shape = cells, self.puzzle.values if self.probing else 0
        fresh = np.zeros(shape, np.uint8)
        footprints = np.zeros(shape, np.uint64)
        gains = np.zeros(shape, np.int32)
        weights = np.ones(cells, np.int64)
        stack: Ints = np.empty((STACK, 3), np.int32)
        states: Ints = np.empty((STACK, len(self.state)), np.int32)
        saved = (STACK if self.control[PROBE_NODES] else 0, *shape)
        kept_fresh = np.empty(saved, np.uint8)
        kept_footprints = np.empty(saved, np.uint64)
        spare = np.empty_like(self.state)
        if limits.solutions == 0:
            return grids, "solutions"
        while (limit := watch.hit()) is None:
            control[WORK] = SLICE
            status = run(
                self.table,
                self.every,
                *self._arrays(),
                control,
                self.counters,
                fresh,
                footprints,
                gains,
                self.zones,
                spare,
                weights,
                stack,
                states,
                kept_fresh,
                kept_footprints,
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
                stack, states = _doubled(stack), _doubled(states)
                kept_fresh, kept_footprints = _doubled(kept_fresh), _doubled(kept_footprints)
        return grids, limit

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
        grids, outcome.limit = ascent.search(limits, watch, known)
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


def _doubled(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array with room for as many rows again."""
    return np.concatenate((array, np.empty_like(array)))


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
