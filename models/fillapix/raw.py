"""Exhaustive enumeration of Fill-a-Pix pictures, window by window.

A step takes the clue whose window has the fewest fillings left, C(open cells, ink still due), the
sooner the more often that clue went wrong, and places one whole filling of it after another; a
filling that leaves some clue unfillable is taken back at once. Cells that no clue sees come last,
one at a time. There are no candidates and no rules here: only cells that are placed or not, and per
clue how much ink is due in how many open cells.

Without the weights 3 of the 74 published boards up to 400 cells took more than 3 s; with them the
slowest takes 0.6 s.
"""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np

from models.fillapix.board import BLANK, Board
from models.kernel import kernel
from models.puzzle import Grid, Ints

SPAN = 9
"""Cells of a whole window, and clues that may see a cell."""
UNPLACED = -1
NO_CLUE = -1
"""Stands for the clue in a step that places a cell no clue sees."""

CLUE, FILLING, OPEN, FIRST_CELL = range(4)
"""Fields of a step on the stack: its clue, the filling tried now (bit i: ink in its i-th cell), how
many cells it places, and which."""
STEP = FIRST_CELL + SPAN

DEPTH, PLACEMENTS, ADVANCING, DONE = range(4)
"""Progress fields: the stack's depth, fillings placed so far, whether a new step comes next (else
the top step goes on to its next filling), and whether the walk is over."""

DUE, OPEN_CELLS, WEIGHT = range(3)
"""Fields of a clue's balance: the ink that its window still needs, the cells of the window that are
not placed, and one more than how often a filling elsewhere made it unfillable."""

BATCH_CELLS = 4_000_000
"""Cells of the pictures that one call returns at most: 8 MB."""


class Walk:
    """A walk through all pictures that satisfy a board; models.puzzle.RawWalk."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.windows, self.seen_by = find_windows(board)
        cells = board.rows * board.cols
        numbers = [clue for row in board.clues for clue in row if clue is not None]
        self.balance = np.ones((len(numbers), 3), np.int64)
        self.balance[:, DUE] = numbers
        self.balance[:, OPEN_CELLS] = np.count_nonzero(self.windows >= 0, axis=1)
        self.picture = np.full(cells, UNPLACED, np.int16)
        self.stack: Ints = np.zeros((cells + 1, STEP), np.int32)
        self.progress = np.array([0, 0, 1, 0], np.int64)
        self.ways = np.array([[comb(n, k) for k in range(SPAN + 1)] for n in range(SPAN + 1)], np.int32)
        if not self._place_givens() or (self.balance[:, DUE] > self.balance[:, OPEN_CELLS]).any():
            self.progress[DONE] = 1

    def _place_givens(self) -> bool:
        """Place the given cells; whether every clue can still be filled."""
        fits = True
        for row, col in product(range(self.board.rows), range(self.board.cols)):
            given = self.board.given(row, col)
            if given is not None:
                cell = row * self.board.cols + col
                fits &= bool(place(self.seen_by, self.balance, self.picture, cell, given))
        return fits

    @property
    def placements(self) -> int:
        """Fillings placed so far."""
        return int(self.progress[PLACEMENTS])

    @property
    def exhausted(self) -> bool:
        """Whether there is no further picture."""
        return bool(self.progress[DONE])

    def advance(self, placements: int, solutions: int) -> list[Grid]:
        """Go on for about so many placements or until so many more pictures; those found."""
        room = max(1, BATCH_CELLS // self.picture.size)
        found = np.empty((max(0, min(solutions, room)), self.picture.size), np.int16)
        count = walk(
            self.windows,
            self.seen_by,
            self.ways,
            self.balance,
            self.picture,
            self.stack,
            self.progress,
            self.progress[PLACEMENTS] + placements,
            found,
        )
        return list(found[:count].reshape(count, self.board.rows, self.board.cols))


def find_windows(board: Board) -> tuple[Ints, Ints]:
    """int32[clues, 9] cells of each clue's window and int32[cells, 9] clues that see a cell; -1 fills up."""
    rows, cols = board.rows, board.cols
    has = np.array([[clue is not None for clue in row] for row in board.clues])
    numbers = np.full((rows, cols), -1, np.int32)
    numbers[has] = np.arange(np.count_nonzero(has))
    cells = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    return neighbours(cells)[has], neighbours(numbers).reshape(-1, SPAN)


def neighbours(plane: Ints) -> Ints:
    """int32[rows, cols, 9]: the values around and at each place, -1 beyond the border, -1 values last."""
    padded = np.pad(plane, 1, constant_values=-1)
    around = np.lib.stride_tricks.sliding_window_view(padded, (3, 3)).reshape(*plane.shape, SPAN)
    return np.ascontiguousarray(-np.sort(-around, axis=2))


@kernel
def place(seen_by, balance, picture, cell, ink):  # type: ignore[no-untyped-def]
    """Put ink (1) or blank (0) in an unplaced cell; whether every clue that sees it can still be filled."""
    fits = True
    picture[cell] = ink
    for index in range(SPAN):
        clue = seen_by[cell, index]
        if clue < 0:
            break
        balance[clue, OPEN_CELLS] -= 1
        balance[clue, DUE] -= ink
        if balance[clue, DUE] < 0 or balance[clue, DUE] > balance[clue, OPEN_CELLS]:
            fits = False
            balance[clue, WEIGHT] += 1
    return fits


@kernel
def take_back(seen_by, balance, picture, cell):  # type: ignore[no-untyped-def]
    """Undo ``place``."""
    ink = picture[cell]
    picture[cell] = UNPLACED
    for index in range(SPAN):
        clue = seen_by[cell, index]
        if clue < 0:
            break
        balance[clue, OPEN_CELLS] += 1
        balance[clue, DUE] += ink


@kernel
def choose(ways, balance):  # type: ignore[no-untyped-def]
    """The clue with the fewest fillings for its weight among those with open cells, or ``NO_CLUE``."""
    best = NO_CLUE
    fewest = 0
    for clue in range(len(balance)):
        if balance[clue, OPEN_CELLS] > 0:
            fillings = ways[balance[clue, OPEN_CELLS], balance[clue, DUE]]
            if fillings == 1:
                return clue
            if best < 0 or fillings * balance[best, WEIGHT] < fewest * balance[clue, WEIGHT]:
                best = clue
                fewest = fillings
    return best


@kernel
def begin(windows, ways, balance, picture, step):  # type: ignore[no-untyped-def]
    """Write the next step with its first filling; whether there was anything left to place."""
    clue = choose(ways, balance)
    step[CLUE] = clue
    step[OPEN] = 0
    if clue >= 0:
        step[FILLING] = (1 << balance[clue, DUE]) - 1
        for index in range(SPAN):
            cell = windows[clue, index]
            if cell >= 0 and picture[cell] == UNPLACED:
                step[FIRST_CELL + step[OPEN]] = cell
                step[OPEN] += 1
        return True
    step[FILLING] = BLANK
    for cell in range(len(picture)):
        if picture[cell] == UNPLACED:
            step[FIRST_CELL] = cell
            step[OPEN] = 1
            return True
    return False


@kernel
def fill(seen_by, balance, picture, step):  # type: ignore[no-untyped-def]
    """Place the step's filling; whether every clue can still be filled."""
    fits = True
    for index in range(step[OPEN]):
        ink = (step[FILLING] >> index) & 1
        if not place(seen_by, balance, picture, step[FIRST_CELL + index], ink):
            fits = False
    return fits


@kernel
def clear(seen_by, balance, picture, step):  # type: ignore[no-untyped-def]
    """Take the step's filling back."""
    for index in range(step[OPEN]):
        take_back(seen_by, balance, picture, step[FIRST_CELL + index])


@kernel
def next_filling(step):  # type: ignore[no-untyped-def]
    """Go to the next larger filling with as much ink; whether there is one."""
    filling = step[FILLING]
    if step[CLUE] == NO_CLUE:
        step[FILLING] = filling + 1
    elif filling == 0:
        return False
    else:
        lowest = filling & -filling
        ripple = filling + lowest
        step[FILLING] = ripple | (((filling ^ ripple) // lowest) >> 2)
    return step[FILLING] < 1 << step[OPEN]


@kernel
def walk(windows, seen_by, ways, balance, picture, stack, progress, stop, found):  # type: ignore[no-untyped-def]
    """Go on until ``stop`` placements, a full ``found`` or the end; how many pictures were found."""
    count = 0
    while not progress[DONE] and progress[PLACEMENTS] < stop and count < len(found):
        if progress[ADVANCING]:
            step = stack[progress[DEPTH]]
            if begin(windows, ways, balance, picture, step):
                progress[DEPTH] += 1
            else:
                found[count] = picture
                count += 1
                progress[ADVANCING] = 0
                continue
        else:
            if progress[DEPTH] == 0:
                progress[DONE] = 1
                break
            step = stack[progress[DEPTH] - 1]
            clear(seen_by, balance, picture, step)
            if not next_filling(step):
                progress[DEPTH] -= 1
                continue
        progress[PLACEMENTS] += 1
        progress[ADVANCING] = fill(seen_by, balance, picture, step)
    return count
