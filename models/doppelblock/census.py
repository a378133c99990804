"""The census: all Doppelblock boards of a side, counted together with the Latin squares they stand for.

A Latin square with two of its symbols painted as blocks is a board. The cells with blocks fall into cycles
(from block to block along rows and columns by turns), and each cycle can hold the two symbols in two ways; so
the sum of 2^cycles over all boards is the number of Latin squares, a figure that nobody here computes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial

import numpy as np

from models.doppelblock.board import Board
from models.doppelblock.raw import DONE, Walk, next_grid
from models.kernel import inlined, kernel, uncounted

NO_LIMIT = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Census:
    """Boards of a side, and the sum of 2^cycles over them; ``walked`` is how many were visited."""

    side: int
    boards: int
    latin_squares: int
    walked: int


def census(side: int, fixed: int = 2) -> Census:
    """Count the boards of a side, walking those alike only once.

    ``fixed`` = 0 walks all of them. 1 fixes the first row: permuting columns takes any first row to
    any other and changes neither legality nor cycles, so each is the first row of equally many. 2 fixes the
    first column too: with the first row's first cell a block, permuting the other rows
    takes any first column to any other. 6x6 takes milliseconds, 7x7 seconds.
    """
    blank = (None,) * side
    alike = 1
    givens: list[tuple[int | None, ...]] = [blank] * side
    if fixed >= 1:
        givens[0] = (0, 0, *range(1, side - 1))
        alike *= comb(side, 2) * factorial(side - 2)
    if fixed >= 2:
        alike *= factorial(side - 1)
        for row, value in enumerate(givens[0][1:], 1):
            givens[row] = (value, *blank[1:])
    walk = Walk(Board(blank, blank, tuple(givens)))
    boards, squares = count_boards(*walk.arrays())
    return Census(side, int(boards) * alike, int(squares) * alike, int(boards))


@uncounted
def count_cycles(grid, seen):  # type: ignore[no-untyped-def]
    """Follow the blocks along a row, then along a column, until the row is seen; count the starts."""
    side = len(grid)
    for row in range(side):
        seen[row] = False
    cycles = 0
    for start in range(side):
        cycles += not seen[start]
        row, column = start, -1
        while not seen[row]:
            seen[row] = True
            column = block_in_row(grid, row, column)
            row = block_in_column(grid, column, row)
    return cycles


@inlined
def block_in_row(grid, row, column):  # type: ignore[no-untyped-def]
    """The first column of a block in a row, other than a column."""
    other = 0
    while grid[row, other] != 0 or other == column:
        other += 1
    return other


@inlined
def block_in_column(grid, column, row):  # type: ignore[no-untyped-def]
    """The first row of a block in a column, other than a row."""
    other = 0
    while grid[other, column] != 0 or other == row:
        other += 1
    return other


@kernel
def count_boards(givens, lines, choices, grid, progress):  # type: ignore[no-untyped-def]
    """Walk to the end: (boards, sum of 2^cycles)."""
    seen = np.zeros(len(grid), np.bool_)
    boards, squares = 0, 0
    while progress[DONE] == 0:
        if next_grid(givens, lines, choices, grid, progress, NO_LIMIT):
            boards += 1
            squares += 1 << count_cycles(grid, seen)
    return boards, squares
