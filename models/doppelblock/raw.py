"""Exhaustive enumeration of Doppelblock grids by whole rows: choose the row's two blocks, deal its digits.

There are no candidates here and nothing is derived: only what stands in the rows above and in the row at
hand, and per line the sum since its first block. A value is placed if its lines have room for it and no sum
goes wrong, and taken back otherwise.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.doppelblock.board import Board
from models.kernel import inlined, kernel, uncounted
from models.puzzle import Grid, Ints

UNPLACED = -1
ANYTHING = -1
"""A clue or given cell that is not there."""

CLUE, DIGITS, BLOCKS, SUM = range(4)
"""Fields of a line: its clue, the digits placed as bits, the blocks placed, the sum since the first block."""
ROW, COLUMN, PLACEMENTS, DONE = range(4)
"""Progress fields: where to go on, values placed so far (a pair of blocks counts as one), the end."""
PAIR_BITS = 4
"""A pair of blocks is chosen as (first column << PAIR_BITS) + second column."""

BATCH_CELLS = 4_000_000
"""Cells of the grids that one call returns at most: 8 MB."""


class Walk:
    """A walk through all grids that satisfy a board; models.puzzle.RawWalk.

    ``choices``, int64[side, side + 1], holds per row its pair of blocks, then the values of its cells.
    """

    def __init__(self, board: Board) -> None:
        side = board.side
        self.givens: Ints = np.full((side, side), ANYTHING, np.int32)
        for r, row in enumerate(board.givens):
            self.givens[r] = [ANYTHING if given is None else given for given in row]
        self.lines = np.zeros((2 * side, 4), np.int64)
        self.lines[:, CLUE] = [ANYTHING if clue is None else clue for clue in board.clues]
        self.choices = np.full((side, side + 1), UNPLACED, np.int64)
        self.grid = np.full((side, side), UNPLACED, np.int16)
        self.progress = np.array((0, -1, 0, 0), np.int64)

    @property
    def placements(self) -> int:
        """Values placed so far."""
        return int(self.progress[PLACEMENTS])

    @property
    def exhausted(self) -> bool:
        """Whether there is no further grid."""
        return bool(self.progress[DONE])

    def arrays(
        self,
    ) -> tuple[Ints, npt.NDArray[np.int64], npt.NDArray[np.int64], Grid, npt.NDArray[np.int64]]:
        """(givens, lines, choices, grid, progress), as the compiled walk takes them."""
        return self.givens, self.lines, self.choices, self.grid, self.progress

    def advance(self, placements: int, solutions: int) -> list[Grid]:
        """Go on for about so many placements or until so many more grids; those found."""
        room = max(1, BATCH_CELLS // self.grid.size)
        found = np.empty((max(0, min(solutions, room)), *self.grid.shape), np.int16)
        count = collect(*self.arrays(), self.progress[PLACEMENTS] + placements, found)
        return list(found[:count])


@inlined
def may_stand(lines, line, value):  # type: ignore[no-untyped-def]
    """Whether a value that a line has not got yet leaves its blocks and its sum right, as far as it goes."""
    blocks, clue = lines[line, BLOCKS], lines[line, CLUE]
    if value == 0 and blocks == 2:
        return False
    if blocks != 1 or clue == ANYTHING:
        return True
    total = lines[line, SUM]
    return total == clue if value == 0 else total + value <= clue


@inlined
def place(lines, row, column, value, sign):  # type: ignore[no-untyped-def]
    """Put a value in the next cell of a row (sign 1) or take the last one back (sign -1)."""
    for line in (row, lines.shape[0] // 2 + column):
        if value == 0:
            lines[line, BLOCKS] += sign
        else:
            lines[line, DIGITS] ^= np.int64(1) << value
            if lines[line, BLOCKS] == 1:
                lines[line, SUM] += sign * value


@inlined
def next_pair(lines, last):  # type: ignore[no-untyped-def]
    """The next pair after ``last`` whose columns both have room for a block; -1 if there is none."""
    side = lines.shape[0] // 2
    first, second = max(last, 0) >> PAIR_BITS, max(last, 0) & ((1 << PAIR_BITS) - 1)
    while first < side - 1:
        second = max(second, first) + 1
        while second < side and lines[side + second, BLOCKS] == 2:
            second += 1
        if second < side and lines[side + first, BLOCKS] < 2:
            return (first << PAIR_BITS) + second
        first += 1
        second = first
    return -1


@inlined
def next_value(givens, lines, row, column, pair, last):  # type: ignore[no-untyped-def]
    """The next value after ``last`` for a cell, given the row's pair of blocks; -1 if there is none."""
    side = lines.shape[0] // 2
    given, other = givens[row, column], side + column
    is_block = column in (pair >> PAIR_BITS, pair & ((1 << PAIR_BITS) - 1))
    placed = lines[row, DIGITS] | lines[other, DIGITS]
    for value in range(last + 1, 1 if is_block else side - 1):
        if is_block != (value == 0) or placed >> value & 1 or (given != ANYTHING and given != value):
            continue
        if may_stand(lines, row, value) and may_stand(lines, other, value):
            return value
    return -1


@uncounted
def step(givens, lines, choices, grid, row, column):  # type: ignore[no-untyped-def]
    """Go on to the next choice for a cell (column -1: the row's pair of blocks); whether there was one."""
    last = choices[row, column + 1]
    if column < 0:
        chosen = next_pair(lines, last)
    else:
        if last >= 0:
            place(lines, row, column, last, -1)
        chosen = next_value(givens, lines, row, column, choices[row, 0], last)
        if chosen >= 0:
            place(lines, row, column, chosen, 1)
            grid[row, column] = chosen
    choices[row, column + 1] = chosen
    return chosen >= 0


@uncounted
def next_grid(givens, lines, choices, grid, progress, placements):  # type: ignore[no-untyped-def]
    """Go on until ``grid`` is the next complete grid, and whether it is; stops at so many placements."""
    side = len(grid)
    row, column, placed = progress[ROW], progress[COLUMN], progress[PLACEMENTS]
    if row == side:
        row, column = side - 1, side - 1
    while placed < placements and 0 <= row < side:
        if step(givens, lines, choices, grid, row, column):
            placed += 1
            column += 1
            if column == side:
                row, column = row + 1, -1
        else:
            column -= 1
            if column < -1:
                row, column = row - 1, side - 1
    progress[ROW], progress[COLUMN], progress[PLACEMENTS] = row, column, placed
    progress[DONE] = row < 0
    return row == side


@kernel
def collect(givens, lines, choices, grid, progress, placements, found):  # type: ignore[no-untyped-def]
    """Fill ``found`` with the next grids; how many there are before so many placements or the end."""
    count = 0
    while count < len(found) and progress[DONE] == 0 and progress[PLACEMENTS] < placements:
        if next_grid(givens, lines, choices, grid, progress, placements):
            found[count] = grid
            count += 1
    return count
