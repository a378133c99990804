"""Why ``count`` acted: each reason's causes, checked against every filling of the clue's window."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from engines.ladder import Ascent
from models.fillapix import FillAPix
from models.kernel import HEAD, LENGTH, fix
from models.puzzle import Learning
from tests.models.fillapix.boards import random_board

ASSUMED = -2


def window(puzzle: FillAPix, clue: int) -> tuple[list[int], int]:
    """The cells around the clue of that number, and its value."""
    rows, cols = puzzle.shape
    told = [(r, c) for r in range(rows) for c in range(cols) if puzzle.board.clues[r][c] is not None]
    row, col = told[clue]
    around = product(range(max(0, row - 1), min(rows, row + 2)), range(max(0, col - 1), min(cols, col + 2)))
    value = puzzle.board.clues[row][col]
    assert value is not None
    return [r * cols + c for r, c in around], value


def fillings(puzzle: FillAPix, reason: int, gone: list[int]) -> list[dict[int, int]]:
    """How the window of the reason's clue can be filled without the candidates that have gone."""
    cells, value = window(puzzle, reason // 4)
    without = {(number // 2, number % 2) for number in gone}
    ways = (dict(zip(cells, inks, strict=True)) for inks in product((0, 1), repeat=len(cells)))
    return [way for way in ways if sum(way.values()) == value and not without.intersection(way.items())]


def causes_before(learning: Learning, ascent: Ascent, row: int, reason: int) -> list[int]:
    """The reason's causes among what went before a trail row, or was never there."""
    starts, items = learning.causes()
    trail = ascent.trail[HEAD:row, 0]
    gone = set((trail // 64 * 2 + trail % 64).tolist())
    cells = np.flatnonzero(ascent.puzzle.ladder_view().candidates[:, 0] != 3)
    given = ascent.puzzle.ladder_view().candidates[cells, 0]
    gone |= {int(2 * cell + (1 if left == 1 else 0)) for cell, left in zip(cells, given, strict=True)}
    return [number for number in items[starts[reason] : starts[reason + 1]].tolist() if number in gone]


def test_what_went_before_proves_what_count_did() -> None:
    random = Random(6)
    acts = contradictions = 0
    for _ in range(300):
        puzzle = random_board(random, random.randint(1, 5), random.randint(1, 5))
        ascent = Ascent(puzzle, ("count",), probing=False)
        learning = puzzle.ladder_view().learning
        assert learning is not None
        result = ascent.climb()
        while result >= 0 and (ascent.sizes[:, 0] > 1).any():
            cell = int(random.choice(np.flatnonzero(ascent.sizes[:, 0] > 1).tolist()))
            _, candidates, sizes, trail, _, _ = ascent.board
            fix(candidates, sizes, trail, cell, random.randrange(2), ASSUMED)
            result = ascent.climb()
        length = int(ascent.trail[LENGTH, 0])
        for row in range(HEAD, length):
            flat, reason = ascent.trail[row].tolist()
            if reason != ASSUMED:
                left = fillings(puzzle, reason, causes_before(learning, ascent, row, reason))
                assert all(way[flat // 64] != flat % 64 for way in left), puzzle.canonical()
                acts += 1
        if result < 0:
            reason = int(ascent.trail[LENGTH, 1])
            assert not fillings(puzzle, reason, causes_before(learning, ascent, length, reason))
            contradictions += 1
    assert acts > 1000
    assert contradictions > 50
