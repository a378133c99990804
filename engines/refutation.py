"""The refutation a person would look for: of all candidates, the one whose assumption fails soonest.

Probe (engines/probe.py) takes the first candidate that the rungs refute. Here every candidate is tried and
the one wins whose contradiction needs the fewest implied removals; a try is given up as soon as it has
implied as many as the best so far. ``hunt`` is int64[FIELDS], named below; ``board`` is as in probe.py;
``spare`` is room for copies of ``state`` and ``scratch``, so that no try depends on what was tried before.
"""

from __future__ import annotations

import numpy as np

from engines.probe import ASSUMED, next_candidate
from models.kernel import LENGTH, call_rung, copy, fix, kernel, undo

PLACE, WORK, CELL, VALUE, CHAIN, RUNG, REASON, NEXT = range(8)
FIELDS = 8
"""The cell to try next; work units left; the best candidate so far (cell -1: none), how many removals it
implies, and the rung and the reason of its contradiction; the least value to try next."""


@kernel
def try_candidate(rungs, board, hunt, spare, cell, value):  # type: ignore[no-untyped-def]
    """Assume a candidate and climb until a contradiction, a fixpoint, or no hope to be the best."""
    _, candidates, sizes, trail, state, scratch = board
    mark = trail[LENGTH, 0]
    copy(state, spare[0])
    copy(scratch, spare[1])
    fix(candidates, sizes, trail, cell, value, ASSUMED)
    start = trail[LENGTH, 0]
    index = 0
    while index < len(rungs) and trail[LENGTH, 0] - start < hunt[CHAIN]:
        removed = call_rung(rungs, index, *board)
        hunt[WORK] -= 1 + max(0, removed)
        if removed < 0:
            chain = trail[LENGTH, 0] - start
            if chain < hunt[CHAIN]:
                hunt[CELL], hunt[VALUE], hunt[CHAIN] = cell, value, chain
                hunt[RUNG], hunt[REASON] = index, trail[LENGTH, 1]
            break
        index = 0 if removed > 0 else index + 1
    undo(candidates, sizes, trail, mark)
    copy(spare[0], state)
    copy(spare[1], scratch)


@kernel
def seek_refutation(rungs, board, hunt, spare):  # type: ignore[no-untyped-def]
    """Try every candidate of every open cell from ``PLACE`` on; 0 done, 1 paused.

    The board must be at the rungs' fixpoint and is left as it was.
    """
    _, candidates, sizes, _, _, _ = board
    while hunt[PLACE] < sizes.shape[0] and hunt[CHAIN] > 0:
        cell = hunt[PLACE]
        value = next_candidate(candidates, cell, hunt[NEXT]) if sizes[cell, 0] > 1 else -1
        while value >= 0:
            if hunt[WORK] <= 0:
                return 1
            try_candidate(rungs, board, hunt, spare, cell, value)
            hunt[NEXT] = value + 1
            value = next_candidate(candidates, cell, value + 1)
        hunt[PLACE] += 1
        hunt[NEXT] = 0
    return 0


def new_hunt() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The fields at the start: nothing found, any chain would be the best."""
    hunt = np.zeros(FIELDS, np.int64)
    hunt[CELL], hunt[CHAIN] = -1, np.iinfo(np.int64).max
    return hunt
