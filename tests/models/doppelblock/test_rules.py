"""The plain rules: what they accept, what they reject, and what they say of it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.doppelblock import Doppelblock
from models.doppelblock.latin import random_answer
from tests.models.doppelblock.draws import all_answers, board_of, sums_of

pytestmark = pytest.mark.tiny

N = None


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6, 8, 12])
def test_rules_accept_the_drawn_answer_and_reject_every_change_of_one_cell(side: int) -> None:
    rng = np.random.default_rng(side)
    answer = random_answer(side, rng)
    puzzle = board_of(answer, rng, 0.7, 0.2)
    assert puzzle.violations(answer) == []
    for r, c, value in product(range(side), range(side), range(-1, side)):
        if value != answer[r, c]:
            mutant = answer.copy()
            mutant[r, c] = value
            assert puzzle.violations(mutant), (r, c, value)


def test_rules_accept_exactly_the_grids_with_the_sums_shown() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        answer = all_answers(4)[rng.integers(216)]
        puzzle = board_of(answer, rng, 0.5)
        top, left = puzzle.board.top, puzzle.board.left
        for other in all_answers(4):
            above, beside = sums_of(other)
            fits = all(
                clue in (None, found) for clue, found in zip((*top, *left), (*above, *beside), strict=True)
            )
            assert fits == (puzzle.violations(other) == [])


BROKEN = [
    ([[0, 0, 1], [0, 1, 0]], "shape", "the grid is (2, 3), not 3x3", ()),
    ([[0, 0, 2], [0, 1, 0], [1, 0, 0]], "value", "r1c3 is neither a block nor a digit 1..1", ((0, 2),)),
    ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], "given", "r1c3 is not as given", ((0, 2),)),
    ([[0, 0, 1], [0, 1, 0], [0, 0, 1]], "blocks", "column 1 has 3 blocks, not 2", ((0, 0), (1, 0), (2, 0))),
    ([[0, 0, 1], [0, 1, 0], [1, 0, 1]], "blocks", "row 3 has 1 block, not 2", ((2, 1),)),
    ([[1, 0, 1], [0, 1, 0], [1, 0, 0]], "digit", "row 1 has the digit 1 2 times", ((0, 0), (0, 2))),
    (
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        "sum",
        "the sum between the blocks of column 1 is 1, not 0",
        ((0, 0), (1, 0), (2, 0)),
    ),
]


@pytest.mark.parametrize(("rows", "code", "text", "cells"), BROKEN)
def test_a_broken_rule_is_told_with_its_cells(
    rows: list[list[int]], code: str, text: str, cells: tuple[tuple[int, int], ...]
) -> None:
    puzzle = Doppelblock.from_json({"top": [0, N, N], "givens": [[N, N, 1], [N] * 3, [N] * 3]})
    broken = puzzle.violations(np.array(rows, np.int16))
    assert (code, text, cells) in [(each.code, each.text, each.cells) for each in broken]


def test_a_zero_is_a_clue_and_a_missing_clue_is_none() -> None:
    grid = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0]], np.int16)
    assert Doppelblock.from_json({"top": [0, N, N], "left": [N, N, 0]}).violations(grid) == []
    assert Doppelblock.from_json({"top": [N, 0, N]}).violations(grid) != []
