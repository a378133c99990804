"""The ladder's kernels below search: climb the rungs to their fixpoint, probe, and both at the root.

Arrays travel in tuples. ``board``: the six arrays that a rung takes (models/kernel.py). ``memory``,
what is remembered of probes: ``fresh`` uint8[cells, values], 1 where the candidate is known to be
consistent; ``footprints`` uint64[cells, values], the zones that this knowledge rests on; ``gains``
int32[cells, values], how many candidates the last probe removed; ``zones`` uint64[cells]; ``spare``,
room for a copy of ``state``. ``control`` and ``counters`` are int64 fields, named below.
"""

from __future__ import annotations

import numpy as np

from models.kernel import LENGTH, call_rung, copy, fix, remove, trailing_zeros, uncounted, undo

PHASE, DEPTH, FOUND, LIMIT, NODES_LEFT, WORK = range(6)
PROBE_ROOT, PROBE_NODES, ALL_ON, PLACE, IDLE, PENDING, LAST = range(6, 13)
RESTING, TO_REST, PIVOTS, OWN_WORDS, TRIED = range(13, 18)
CONTROLS = 18
"""Control: the phase; stack depth; solutions found and wanted; nodes and work units left; whether to
probe at the root and at every node, whether every rung is on; probe's place and its steps without
change; whether the node at hand is still to be probed; the cell of the last conflict; the rungs that
do not run now, and those that do not after the first climb, as bits; values that search settles first;
how many words of ``scratch`` hold what the rungs count themselves; the value of probe's place that was
tried last before a pause, -1 for none."""

NODES, PROBES, CONFLICTS, DEEPEST, NOGOODS, PER_RUNG = range(6)
"""Counters: nodes, probes, conflicts, deepest stack, nogoods learnt; from PER_RUNG on, per rung: calls,
candidates removed, contradictions."""

START, CLIMBED = range(2)
"""Phases."""
PAUSED, EXHAUSTED, ENOUGH, NODES_SPENT, STACK_FULL, NO_ROOM, TOO_DEEP, SETTLED, OPEN = range(9)
"""Why a machine came back: its work units are spent; there are no more solutions; there are enough; no
nodes are left; its stack is full, or would take too much memory; it needs ``memory``; at the root's
fixpoint all cells are settled, or some are open."""

CELLS_A_UNIT = 4
"""A look at so many cells is a unit of work, as a call of a rung is."""

ASSUMED = -2
"""Reason on the trail of a candidate that went because another was assumed or refuted."""


@uncounted
def climb(rungs, board, control, counters):  # type: ignore[no-untyped-def]
    """Run the rungs to their common fixpoint; the highest rung that removed something, or -1."""
    highest = 0
    index = 0
    while index < len(rungs):
        if control[RESTING] >> index & 1:
            index += 1
            continue
        removed = call_rung(rungs, index, *board)
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


@uncounted
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


@uncounted
def touched(trail, zones, bits, mark):  # type: ignore[no-untyped-def]
    """The zones of all cells that the trail names from row ``mark`` on."""
    footprint = np.uint64(0)
    for row in range(mark, trail[LENGTH, 0]):
        footprint |= zones[trail[row, 0] // bits]
    return footprint


@uncounted
def refutes(rungs, board, control, counters, memory, cell, value):  # type: ignore[no-untyped-def]
    """Assume one candidate, climb, and take it back: whether the rungs contradict it.

    If they do not, every value that was settled on the way is consistent as well: what it implies
    is a part of what this probe has seen. So all of them are noted, with this probe's footprint.
    """
    _, candidates, sizes, trail, state, _ = board
    fresh, footprints, gains, zones, spare = memory
    mark = trail[LENGTH, 0]
    bits = candidates.shape[1] << 6
    copy(state, spare)
    counters[PROBES] += 1
    fix(candidates, sizes, trail, cell, value, ASSUMED)
    refuted = climb(rungs, board, control, counters) < 0
    if not refuted:
        gains[cell, value] = trail[LENGTH, 0] - mark
        footprint = touched(trail, zones, bits, mark)
        for row in range(mark, trail[LENGTH, 0]):
            other = trail[row, 0] // bits
            if sizes[other, 0] == 1:
                fresh[other, sizes[other, 1]] = 1
                footprints[other, sizes[other, 1]] = footprint
    undo(candidates, sizes, trail, mark)
    copy(spare, state)
    return refuted


@uncounted
def expire(board, memory, mark):  # type: ignore[no-untyped-def]
    """The board has changed since trail row ``mark``: what was known near the change is not any more.

    Only of candidates that are still there: where search undoes their removal it puts the knowledge of
    that time back as well.
    """
    _, candidates, sizes, trail, _, _ = board
    fresh, footprints, _, zones, _ = memory
    changed = touched(trail, zones, candidates.shape[1] << 6, mark)
    for cell in range(sizes.shape[0]):
        value = next_candidate(candidates, cell, 0) if sizes[cell, 0] > 1 else -1
        while value >= 0:
            if footprints[cell, value] & changed != np.uint64(0):
                fresh[cell, value] = 0
            value = next_candidate(candidates, cell, value + 1)


@uncounted
def probe(rungs, board, control, counters, memory):  # type: ignore[no-untyped-def]
    """Drop every candidate that the rungs refute, to a fixpoint; 0 done, 1 paused, -1 contradiction."""
    _, candidates, sizes, trail, _, _ = board
    fresh = memory[0]
    cells = sizes.shape[0]
    while control[IDLE] < cells:
        cell = control[PLACE]
        value = control[TRIED]
        control[TRIED] = -1
        while sizes[cell, 0] > 1:
            if control[WORK] <= 0:
                control[TRIED] = value
                return 1
            value = next_candidate(candidates, cell, value + 1)
            if value < 0:
                break
            if fresh[cell, value] or not refutes(rungs, board, control, counters, memory, cell, value):
                continue
            mark = trail[LENGTH, 0]
            control[IDLE] = -1
            if remove(candidates, sizes, trail, cell, value, ASSUMED) < 0:
                return -1
            if climb(rungs, board, control, counters) < 0:
                return -1
            expire(board, memory, mark)
            control[WORK] -= cells // CELLS_A_UNIT
        control[PLACE] = (cell + 1) % cells
        control[IDLE] += 1
    return 0


@uncounted
def root(rungs, board, control, counters, memory):  # type: ignore[no-untyped-def]
    """Climb, and probe if that is wanted; why it came back. Can be called again after PAUSED or NO_ROOM.

    ``memory`` may be without cells at first: NO_ROOM says that climbing has left some open.
    """
    sizes = board[2]
    if control[PHASE] == START:
        if climb(rungs, board, control, counters) < 0:
            return EXHAUSTED
        control[PHASE] = CLIMBED
        control[RESTING] = control[TO_REST]
    if is_settled(sizes):
        return SETTLED
    if control[PROBE_ROOT]:
        if memory[0].shape[0] == 0:
            return NO_ROOM
        result = probe(rungs, board, control, counters, memory)
        if result != 0:
            return PAUSED if result > 0 else EXHAUSTED
    return SETTLED if is_settled(sizes) else OPEN


@uncounted
def is_settled(sizes):  # type: ignore[no-untyped-def]
    """Whether no cell has two candidates left."""
    left = 0
    for cell in range(sizes.shape[0]):
        left += sizes[cell, 0] > 1
    return left == 0
