"""The learning search (engines/learning.py) on one board: its arrays, and its first inclinations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engines.book import FIELDS, HEADS, HEAP, HEAPED, LOGS, PHASES, PLACES, ROWS, SHIFT, TOLD, UNTIL
from engines.learning import RUN, learn, retreat
from engines.nogoods import MEMBERS
from models.kernel import LENGTH, rung_table
from models.puzzle import Grid, Ints, Learning

ARENA = 1 << 18
"""Words for nogoods at the least: 1 MB."""
LONGEST = 32
"""And room for so many of the longest that there can be: no board has as many solutions to block."""
STATES = 1 << 22
"""Words for copies of ``state``, one a level: 16 MB at the most."""


class Learner:
    """One board, at a fixpoint that is the search's root.

    ``board``, ``control`` and ``counters`` are those of the ascent, ``grids`` takes the solutions. At most
    64 values a cell.
    """

    def __init__(
        self,
        learning: Learning,
        board: tuple[npt.NDArray[Any], ...],
        control: npt.NDArray[np.int64],
        counters: npt.NDArray[np.int64],
        grids: npt.NDArray[np.int16],
    ) -> None:
        self.board, self.control, self.counters, self.grids = board, control, counters, grids
        self.table = rung_table((learning.rung,))
        sizes, trail, state = board[2:5]
        cells, values = len(sizes), learning.values
        shift = (values - 1).bit_length()
        numbers = cells << shift
        items = learning.items
        self.causes = learning.starts, (items // values << shift) + items % values
        width = max(numbers, len(trail)) + 2
        self.book = np.zeros((FIELDS, width), np.int32)
        self.book[[ROWS, HEADS, PLACES]] = -1
        self.arena = np.empty(max(ARENA, LONGEST * (MEMBERS + width)), np.int32)
        self.states = np.empty((min(numbers, STATES // max(1, len(state))), len(state)), np.int32)
        self.activity = np.zeros(cells + 1)
        self.log = np.zeros(LOGS, np.int64)
        self.log[TOLD] = trail[LENGTH, 0]
        self.log[SHIFT] = shift
        self.log[UNTIL] = RUN

    def prefer(self, known: Grid, gains: Ints) -> None:
        """Where to begin: at cells both of whose values imply much, with values unlike the known ones.

        ``known`` int16[cells], -1 where nothing is; ``gains`` int32[cells, values], what each candidate
        implied when it was last probed.
        """
        settling = np.flatnonzero(self.board[2][:, 0] > 1)
        scores = (gains[settling] + 1.0).prod(axis=1)
        self.activity[settling] = scores / (scores.max(initial=0.0) + 1.0)
        self.activity[-1] = 1.0
        heap = settling[np.argsort(-scores, kind="stable")]
        self.book[HEAP, : len(heap)] = heap
        self.book[PLACES, heap] = np.arange(len(heap))
        self.log[HEAPED] = len(heap)
        self.book[PHASES, : len(known)] = known == 0

    def run(self) -> int:
        """One slice of ``control[WORK]`` units; why it ended, as engines/search.py has it."""
        status: int = learn(
            self.table,
            self.board,
            self.control,
            self.counters,
            self.book,
            self.states,
            self.arena,
            self.log,
            self.causes,
            self.activity,
            self.grids,
        )
        return status

    def rest(self) -> None:
        """Back to the root, so that the board holds nothing but facts."""
        retreat(self.board, self.book, self.states, self.log, self.activity, 0)
