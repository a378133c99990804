"""Latin squares and the boards they are: two of the symbols painted as blocks.

The cells of one symbol are a permutation matrix. Taking one out leaves every row and column with equally
many open cells, and such a square always holds another (König), so peeling never fails. The other way
round, the blocks of any board, two in every line, split into two such matrices: every board is a painted
Latin square, and of 2^cycles of them.
"""

from __future__ import annotations

import numpy as np

from models.doppelblock.board import BLOCK
from models.puzzle import Grid

Rng = np.random.Generator


def random_latin_square(side: int, rng: Rng) -> Grid:
    """int16[side, side]: symbols 0 .. side - 1, each a random perfect matching of the cells still open.

    Every Latin square can come up; they do not come up equally often.
    """
    square = np.full((side, side), -1, np.int16)
    for symbol in range(side):
        columns = random_matching(square < 0, rng)
        square[np.arange(side), columns] = symbol
    return square


def random_matching(is_open: np.ndarray[tuple[int, int], np.dtype[np.bool_]], rng: Rng) -> list[int]:
    """A column per row, all different, on open cells; ValueError if there is none.

    Augmenting paths, with rows and columns tried in an order drawn at random.
    """
    side = len(is_open)
    choices = [[int(c) for c in rng.permutation(side) if is_open[r, c]] for r in range(side)]
    owner = [-1] * side

    def place(row: int, tried: set[int]) -> bool:
        for column in choices[row]:
            if column in tried:
                continue
            tried.add(column)
            if owner[column] < 0 or place(owner[column], tried):
                owner[column] = row
                return True
        return False

    for row in rng.permutation(side):
        if not place(int(row), set()):
            raise ValueError("the open cells hold no perfect matching")
    matching = [0] * side
    for column, row in enumerate(owner):
        matching[row] = column
    return matching


def paint(square: Grid, blocks: tuple[int, int]) -> Grid:
    """The board of a Latin square: two symbols become blocks, the others the digits from 1 in their order."""
    values = np.zeros(len(square), np.int16)
    values[blocks[0]] = values[blocks[1]] = BLOCK
    others = [symbol for symbol in range(len(square)) if symbol not in blocks]
    values[others] = np.arange(1, len(square) - 1)
    grid: Grid = values[square]
    return grid


def random_answer(side: int, rng: Rng) -> Grid:
    """int16[side, side]: a complete board without clues, a random Latin square painted at random."""
    first, second = rng.choice(side, 2, replace=False).tolist()
    return paint(random_latin_square(side, rng), (first, second))


def window_sums(grid: Grid) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(sums above the columns, sums left of the rows) of a complete board."""
    return tuple(map(_window_sum, grid.T.tolist())), tuple(map(_window_sum, grid.tolist()))


def _window_sum(line: list[int]) -> int:
    first = line.index(BLOCK)
    return sum(line[first : line.index(BLOCK, first + 1)])


def block_cycles(grid: Grid) -> list[int]:
    """Cells of each cycle that the blocks fall into, along rows and columns by turns; ascending."""
    rows, columns = np.nonzero(grid == BLOCK)
    in_row: dict[int, list[int]] = {}
    in_column: dict[int, list[int]] = {}
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        in_row.setdefault(row, []).append(column)
        in_column.setdefault(column, []).append(row)
    cycles = []
    while in_row:
        row, (start, column) = in_row.popitem()
        length = 2
        while column != start:
            row = next(other for other in in_column[column] if other != row)
            column = next(other for other in in_row.pop(row) if other != column)
            length += 2
        cycles.append(length)
    return sorted(cycles)
