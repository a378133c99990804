"""Random Latin squares and the boards painted from them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from models.doppelblock.latin import (
    block_cycles,
    paint,
    random_answer,
    random_latin_square,
    random_matching,
    window_sums,
)
from tests.models.doppelblock.draws import all_answers, sums_of

pytestmark = pytest.mark.tiny


@pytest.mark.parametrize("side", [1, 2, 3, 5, 8, 12])
def test_a_square_has_every_symbol_once_in_every_line(side: int) -> None:
    rng = np.random.default_rng(side)
    for _ in range(20):
        square = random_latin_square(side, rng)
        assert (np.sort(square, axis=0) == np.arange(side)[:, None]).all()
        assert (np.sort(square, axis=1) == np.arange(side)).all()


def test_every_latin_square_of_side_3_and_every_board_of_side_4_comes_up() -> None:
    rng = np.random.default_rng(1)
    squares = Counter(random_latin_square(3, rng).tobytes() for _ in range(600))
    assert len(squares) == 12
    boards = {random_answer(4, rng).tobytes() for _ in range(4000)}
    assert boards == {answer.tobytes() for answer in all_answers(4)}


def test_painting_makes_two_symbols_blocks_and_keeps_the_others_apart() -> None:
    square = np.array([[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]], np.int16)
    assert paint(square, (1, 2)).tolist() == [[1, 0, 0, 2], [0, 1, 2, 0], [0, 2, 1, 0], [2, 0, 0, 1]]


def test_a_board_is_painted_from_two_squares_for_each_cycle() -> None:
    painted: Counter[bytes] = Counter()
    rng = np.random.default_rng(2)
    squares: set[bytes] = set()
    while len(squares) < 576:
        squares.add(random_latin_square(4, rng).tobytes())
    for square in squares:
        painted[paint(np.frombuffer(square, np.int16).reshape(4, 4), (0, 1)).tobytes()] += 1
    for board, count in painted.items():
        assert count == 2 ** len(block_cycles(np.frombuffer(board, np.int16).reshape(4, 4)))


def test_the_cycles_of_known_blocks() -> None:
    ring = np.array([[0, 0, 1, 2], [1, 0, 0, 3], [2, 1, 0, 0], [0, 3, 2, 0]], np.int16)
    squares = np.array([[0, 0, 1, 2], [0, 0, 2, 1], [1, 2, 0, 0], [2, 1, 0, 0]], np.int16)
    assert block_cycles(ring) == [8]
    assert block_cycles(squares) == [4, 4]


def test_the_sums_between_the_blocks() -> None:
    rng = np.random.default_rng(3)
    for side in (2, 3, 6, 12):
        answer = random_answer(side, rng)
        top, left = sums_of(answer)
        assert window_sums(answer) == (tuple(top), tuple(left))


def test_cells_without_a_perfect_matching_are_refused() -> None:
    is_open = np.array([[True, False], [True, False]])
    with pytest.raises(ValueError, match="no perfect matching"):
        random_matching(is_open, np.random.default_rng(0))
