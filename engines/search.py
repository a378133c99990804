"""The ladder's search: depth first over candidates, resumable, with all its state in arrays.

``tree``: ``weights`` int64[cells], conflicts that a cell had a part in; ``stack`` int32[depth, 3],
per open node its trail row, cell and value; ``states``, ``kept_fresh`` and ``kept_footprints``, the
copies to go back to. The other tuples are as in engines/probe.py.
"""

from __future__ import annotations

import numpy as np

from engines.probe import (
    ALL_ON,
    ASSUMED,
    CELLS_A_UNIT,
    CONFLICTS,
    DEEPEST,
    DEPTH,
    ENOUGH,
    EXHAUSTED,
    FOUND,
    IDLE,
    LAST,
    LIMIT,
    NODES,
    NODES_LEFT,
    NODES_SPENT,
    OWN_WORDS,
    PAUSED,
    PENDING,
    PIVOTS,
    PROBE_NODES,
    STACK_FULL,
    WORK,
    climb,
    expire,
    next_candidate,
    probe,
)
from models.kernel import CURSOR, CURSORS, FRESH, LENGTH, copy, fix, remove, uncounted, undo


@uncounted
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


@uncounted
def pivotal(candidates, sizes, weights, pivots):  # type: ignore[no-untyped-def]
    """The open cell with fewest candidates, squared, per conflict weight; first of those with a pivot."""
    best, best_has = -1, False
    for cell in range(sizes.shape[0]):
        size = np.int64(sizes[cell, 0])
        if size < 2:
            continue
        has_pivot = candidates[cell, 0] & np.uint64(pivots) != np.uint64(0)
        if has_pivot == best_has and best >= 0:
            other = np.int64(sizes[best, 0])
            better = size * size * weights[best] < other * other * weights[cell]
        else:
            better = has_pivot or best < 0
        if better:
            best, best_has = cell, has_pivot
    return best


@uncounted
def blame(weights, trail, bits, mark):  # type: ignore[no-untyped-def]
    """A climb ended in a conflict: its weight goes to every cell that lost candidates since ``mark``."""
    for row in range(mark, trail[LENGTH, 0]):
        weights[trail[row, 0] // bits] += 1


@uncounted
def weightiest(candidates, sizes, gains):  # type: ignore[no-untyped-def]
    """The cell whose candidates all imply much: the best product of the least and the most."""
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


@uncounted
def pick(candidates, cell, known):  # type: ignore[no-untyped-def]
    """The value to try first: the lowest that is not the known answer's."""
    value = next_candidate(candidates, cell, 0)
    if value == known[cell]:
        value = next_candidate(candidates, cell, value + 1)
    return value


@uncounted
def is_solution(every, board, control, counters):  # type: ignore[no-untyped-def]
    """Whether a complete assignment passes every rung; only asked when some are switched off.

    The second half of ``counters`` takes what this costs; what the rungs count themselves is put back.
    """
    trail, scratch = board[3], board[5]
    for slot in range(CURSORS):
        trail[CURSOR + slot, 0] = FRESH
    own = control[OWN_WORDS]
    kept = counters[counters.shape[0] - own :]
    copy(scratch[:own], kept)
    passes = climb(every, board, control, counters[counters.shape[0] // 2 :]) >= 0
    copy(kept, scratch[:own])
    return passes


@uncounted
def settle_node(rungs, board, control, counters, memory, mark):  # type: ignore[no-untyped-def]
    """After a value was assumed or refuted: climb; whether the node is still consistent.

    With probing at nodes, the node is then left to be probed. A node looks at every cell.
    """
    control[WORK] -= board[2].shape[0] // CELLS_A_UNIT
    if climb(rungs, board, control, counters) < 0:
        return False
    if control[PROBE_NODES]:
        expire(board, memory, mark)
        control[PENDING] = 1
        control[IDLE] = 0
    return True


@uncounted
def remember(fresh, footprints, kept_fresh, kept_footprints):  # type: ignore[no-untyped-def]
    """Copy what is known of probes from one pair of arrays to another."""
    for cell in range(fresh.shape[0]):
        copy(fresh[cell], kept_fresh[cell])
        copy(footprints[cell], kept_footprints[cell])


@uncounted
def descend(rungs, board, control, counters, memory, tree, known, cell):  # type: ignore[no-untyped-def]
    """Open a node: keep what must come back, try a value; whether the board is still consistent."""
    _, candidates, sizes, trail, state, _ = board
    weights, stack, states, kept_fresh, kept_footprints = tree
    depth = control[DEPTH]
    value = pick(candidates, cell, known)
    mark = trail[LENGTH, 0]
    stack[depth, 0], stack[depth, 1], stack[depth, 2] = mark, cell, value
    copy(state, states[depth])
    if control[PROBE_NODES]:
        remember(memory[0], memory[1], kept_fresh[depth], kept_footprints[depth])
    control[DEPTH] = depth + 1
    control[NODES_LEFT] -= 1
    counters[NODES] += 1
    counters[DEEPEST] = max(counters[DEEPEST], depth + 1)
    fix(candidates, sizes, trail, cell, value, ASSUMED)
    alive = settle_node(rungs, board, control, counters, memory, mark)
    if not alive and control[PIVOTS]:
        blame(weights, trail, candidates.shape[1] << 6, mark)
    elif not alive:
        weights[cell] += 1
        control[LAST] = cell
    return alive


@uncounted
def backtrack(rungs, board, control, counters, memory, tree):  # type: ignore[no-untyped-def]
    """Close nodes, refuting the value tried at each, until the board is consistent; False at the end."""
    _, candidates, sizes, trail, state, _ = board
    weights, stack, states, kept_fresh, kept_footprints = tree
    control[PENDING] = 0
    while control[DEPTH] > 0:
        counters[CONFLICTS] += 1
        depth = control[DEPTH] - 1
        control[DEPTH] = depth
        mark = stack[depth, 0]
        undo(candidates, sizes, trail, mark)
        copy(states[depth], state)
        if control[PROBE_NODES]:
            remember(kept_fresh[depth], kept_footprints[depth], memory[0], memory[1])
        if remove(candidates, sizes, trail, stack[depth, 1], stack[depth, 2], ASSUMED) >= 0 and settle_node(
            rungs, board, control, counters, memory, mark
        ):
            return True
        if control[PIVOTS]:
            blame(weights, trail, candidates.shape[1] << 6, mark)
    return False


@uncounted
def search(rungs, every, board, control, counters, memory, tree, known, grids):  # type: ignore[no-untyped-def]
    """Depth first from the root's fixpoint; why it stopped. Can be called again after PAUSED or STACK_FULL.

    Where nothing is open at the root, ``memory`` and ``tree`` may be without cells.
    """
    _, candidates, sizes, _, _, _ = board
    weights, stack, _, _, _ = tree
    while control[WORK] > 0:
        alive = True
        if control[PENDING]:
            result = probe(rungs, board, control, counters, memory)
            if result > 0:
                return PAUSED
            control[PENDING] = 0
            alive = result == 0
        if alive:
            if control[PROBE_NODES]:
                cell = weightiest(candidates, sizes, memory[2])
            elif control[PIVOTS]:
                cell = pivotal(candidates, sizes, weights, control[PIVOTS])
            else:
                cell = lightest(sizes, weights, control[LAST])
            if cell >= 0:
                if control[NODES_LEFT] <= 0:
                    return NODES_SPENT
                if control[DEPTH] >= stack.shape[0]:
                    return STACK_FULL
                alive = descend(rungs, board, control, counters, memory, tree, known, cell)
            else:
                alive = False
                if control[ALL_ON] or is_solution(every, board, control, counters):
                    if control[FOUND] < grids.shape[0]:
                        copy(sizes[:, 1], grids[control[FOUND]])
                    control[FOUND] += 1
                    if control[FOUND] >= control[LIMIT]:
                        return ENOUGH
        if not alive and not backtrack(rungs, board, control, counters, memory, tree):
            return EXHAUSTED
    return PAUSED
