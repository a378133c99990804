"""The raw walk of Tentai Show: it can stop anywhere, and it looks at nothing but what its rules say."""

from __future__ import annotations

import numpy as np
import pytest

from models.tentaisho import TentaiShow
from models.tentaisho.raw import Walk
from tests.models.tentaisho.draws import RING, ambiguous, board, drawn

pytestmark = pytest.mark.tiny


def grids(walk: Walk, placements: int, solutions: int) -> list[list[list[int]]]:
    """All answers, in slices."""
    found = []
    while not walk.exhausted:
        found += [grid.tolist() for grid in walk.advance(placements, solutions)]
    return found


@pytest.mark.parametrize(("placements", "solutions"), [(1, 1), (3, 2), (10**6, 1), (10**6, 10**6)])
def test_slices_of_any_size_find_the_same_answers(placements: int, solutions: int) -> None:
    for seed in range(6):
        puzzle = ambiguous(2, seed)
        whole = Walk(puzzle.board)
        expected = grids(whole, 10**6, 10**6)
        sliced = Walk(puzzle.board)
        assert grids(sliced, placements, solutions) == expected
        assert sliced.placements == whole.placements
        assert len(expected) >= 2


def test_no_more_answers_than_asked_for() -> None:
    walk = Walk(ambiguous(2, 0).board)
    assert len(walk.advance(10**6, 1)) == 1
    assert not walk.exhausted


def test_a_placement_gives_two_cells() -> None:
    # The ends of the row in one move: nothing else can be placed.
    walk = Walk(board(".-o-.").board)
    assert [grid.tolist() for grid in walk.advance(10, 10)] == [[[0, 0, 0]]]
    assert walk.placements == 1


def test_pieces_are_seen_at_the_leaf_only() -> None:
    walk = Walk(board(".-o-o-o-.").board)
    assert walk.advance(10, 10) == []
    assert walk.placements == 1
    assert walk.exhausted


@pytest.mark.parametrize("lines", ["oo.", "#o.", "#-.", "#-.-o-.-."])
def test_boards_that_are_impossible_at_sight_have_no_answer(lines: str) -> None:
    walk = Walk(board(lines).board)
    assert walk.advance(10**6, 10) == []
    assert walk.exhausted


def test_every_answer_passes_the_rules() -> None:
    for seed in range(20):
        puzzle = drawn(4, 5, seed)[0]
        for grid in Walk(puzzle.board).advance(10**6, 100):
            assert grid.dtype == np.int16
            assert puzzle.violations(grid) == []


def test_the_ring_is_found() -> None:
    walk = Walk(TentaiShow.from_json(RING).board)
    assert [grid.tolist() for grid in walk.advance(10**6, 10)] == [[[1] * 5, [1, 0, 1, 2, 1], [1] * 5]]
