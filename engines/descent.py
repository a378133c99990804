"""An ascent's root and its depth-first search: the arrays of both, which are made and grow when they must."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from engines.probe import NO_ROOM, PROBE_NODES, STACK_FULL, TOO_DEEP, root
from engines.search import search
from models.puzzle import Grid

if TYPE_CHECKING:
    from engines.ladder import Ascent

Arrays = tuple[npt.NDArray[Any], ...]

STACK = 16
"""Depth of the stack at first; it doubles when it is full."""
LARGEST = 512 << 20
"""Bytes that the stack may take."""
NO_MEMORY: Arrays = (
    np.empty((0, 0), np.uint8),
    np.empty((0, 0), np.uint64),
    np.empty((0, 0), np.int32),
    np.empty(0, np.uint64),
    np.empty(0, np.int32),
)
NO_TREE: Arrays = (
    np.empty(0, np.int64),
    np.empty((0, 3), np.int32),
    np.empty((0, 0), np.int32),
    np.empty((0, 0, 0), np.uint8),
    np.empty((0, 0, 0), np.uint64),
)
"""What search is given for boards that climbing may finish, as it does most: to make room takes a while."""


def doubled(levels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array with twice as many rows, the first half of them copied."""
    longer = np.empty((2 * len(levels), *levels.shape[1:]), levels.dtype)
    longer[: len(levels)] = levels
    return longer


class Descent:
    """What an ascent remembers of probes, and its stack.

    ``hint`` int16[cells]: values to try last, -1 where there is none; ``grids`` takes the solutions.
    """

    def __init__(self, ascent: Ascent, hint: Grid, grids: npt.NDArray[np.int16]) -> None:
        self.ascent, self.hint, self.grids = ascent, hint, grids
        self.memory, self.tree = NO_MEMORY, NO_TREE

    def begin(self) -> int:
        """One slice of ``control[WORK]`` units at the root; why it ended, as engines/probe.py has it."""
        ascent = self.ascent
        machine = ascent.table, ascent.board, ascent.control, ascent.counters
        status: int = root(*machine, self.memory)
        if status == NO_ROOM:
            self.memory = self._memory()
            status = root(*machine, self.memory)
        return status

    def go_on(self) -> int:
        """One slice of the search from there on."""
        ascent = self.ascent
        if self.tree is NO_TREE:
            self.memory = self._memory() if self.memory is NO_MEMORY else self.memory
            self.tree = self._tree()
        status: int = search(
            ascent.table,
            ascent.every,
            ascent.board,
            ascent.control,
            ascent.counters,
            self.memory,
            self.tree,
            self.hint,
            self.grids,
        )
        if status == STACK_FULL:
            weights, *stack = self.tree
            if sum(each.nbytes for each in stack) > LARGEST // 2:
                return TOO_DEEP
            self.tree = weights, *map(doubled, stack)
        return status

    @property
    def gains(self) -> npt.NDArray[np.int32]:
        """int32[cells, values]: how much each candidate implied when it was last probed."""
        return self.memory[2]

    def _memory(self) -> Arrays:
        """What probe remembers (engines/probe.py), all unknown; of no size without probe."""
        ascent = self.ascent
        cells = len(ascent.sizes)
        shape = cells, ascent.puzzle.values if ascent.probing else 0
        return (
            np.zeros(shape, np.uint8),
            np.zeros(shape, np.uint64),
            np.zeros(shape, np.int32),
            np.full(cells, ~np.uint64(0)) if ascent.zones is None else ascent.zones,
            np.empty_like(ascent.state),
        )

    def _tree(self) -> Arrays:
        """The stack and the weights of cells, empty."""
        ascent = self.ascent
        cells = len(ascent.sizes)
        kept = STACK if ascent.control[PROBE_NODES] else 0, cells, ascent.puzzle.values
        return (
            np.ones(cells, np.int64),
            np.empty((STACK, 3), np.int32),
            np.empty((STACK, len(ascent.state)), np.int32),
            np.empty(kept, np.uint8),
            np.empty(kept, np.uint64),
        )
