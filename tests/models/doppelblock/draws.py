"""Random Doppelblock boards for the tests, and every answer of the smallest sides, found the plain way."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np

from models.doppelblock import Doppelblock
from models.doppelblock.latin import random_answer
from models.puzzle import Grid

Rng = np.random.Generator


def window_sum(line: list[int]) -> int:
    """The sum between the first and the last block of a line."""
    return sum(line[line.index(0) : len(line) - line[::-1].index(0)])


def sums_of(answer: Grid) -> tuple[list[int], list[int]]:
    """(top, left) of a complete grid."""
    return [window_sum(column) for column in answer.T.tolist()], [window_sum(row) for row in answer.tolist()]


def board_of(answer: Grid, rng: Rng, shown: float = 1.0, given: float = 0.0) -> Doppelblock:
    """The answer's board; each sum is shown, and each cell given, with a probability."""
    top, left = sums_of(answer)
    data: dict[str, Any] = {
        "top": [clue if rng.random() < shown else None for clue in top],
        "left": [clue if rng.random() < shown else None for clue in left],
        "givens": [[value if rng.random() < given else None for value in row] for row in answer.tolist()],
    }
    return Doppelblock.from_json(data)


def random_board(rng: Rng, side: int) -> Doppelblock:
    """A board with a share of its sums and givens, one time in five with a sum or a given cell changed."""
    answer = random_answer(side, rng)
    board = board_of(answer, rng, float(rng.choice([0.2, 0.5, 0.8, 1.0])), float(rng.choice([0, 0.1, 0.4])))
    data = board.to_json()
    if rng.random() < 0.2:
        data["top"][rng.integers(side)] = int(rng.integers((side - 2) * (side - 1) // 2 + 1))
    if rng.random() < 0.1:
        data.setdefault("givens", [[None] * side for _ in range(side)])
        data["givens"][rng.integers(side)][rng.integers(side)] = int(rng.integers(side - 1))
    return Doppelblock.from_json(data)


@cache
def all_answers(side: int) -> list[Grid]:
    """Every complete grid, out of all ways to stack rows; for sides up to 4."""
    values = (0, 0, *range(1, side - 1))
    rows = sorted(set(permutations(values)))
    stacks = product(rows, repeat=side)
    return [
        np.array(stack, np.int16)
        for stack in stacks
        if all(sorted(c) == list(values) for c in zip(*stack, strict=True))
    ]
