"""Random Fill-a-Pix boards for the tests: right and wrong clues, given cells, any size."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from models.fillapix import FillAPix
from models.puzzle import Grid


def random_picture(random: Random, rows: int, cols: int) -> Grid:
    """int16[rows, cols] of fair coins."""
    coins = [[random.randrange(2) for _ in range(cols)] for _ in range(rows)]
    return np.array(coins, np.int16)


def ink_around(picture: Grid, row: int, col: int) -> int:
    """What a clue at that place would say."""
    return int(picture[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2].sum())


def random_board(random: Random, rows: int, cols: int) -> FillAPix:
    """Some clues of a random picture, now and then a wrong one, now and then given cells."""
    picture = random_picture(random, rows, cols)
    clues: list[list[int | None]] = [[None] * cols for _ in range(rows)]
    givens: list[list[int | None]] = [[None] * cols for _ in range(rows)]
    shown, wrong, given = random.uniform(0.2, 1), random.choice([0, 0, 0.1]), random.choice([0, 0, 0.2])
    for row, col in product(range(rows), range(cols)):
        if random.random() < shown:
            error = random.choice([-1, 1]) if random.random() < wrong else 0
            clues[row][col] = min(9, max(0, ink_around(picture, row, col) + error))
        if random.random() < given:
            givens[row][col] = int(picture[row, col])
    return FillAPix.from_json({"clues": clues, "givens": givens})


def all_pictures(rows: int, cols: int) -> list[Grid]:
    """Every picture of that size."""
    return [np.array(ink, np.int16).reshape(rows, cols) for ink in product((0, 1), repeat=rows * cols)]
