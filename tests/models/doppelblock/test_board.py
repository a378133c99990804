"""The board: what is read, what is refused and where, and what is impossible at first sight."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from models.doppelblock import Doppelblock
from models.doppelblock.board import Board, greatest_sum, window_lengths
from models.formats import plain
from models.puzzle import BadPuzzle, TooLarge
from tests.models.doppelblock.draws import all_answers, random_board

pytestmark = pytest.mark.tiny

N = None


def read(**data: Any) -> Doppelblock:
    return Doppelblock.from_json(data)


def test_json_round_trips() -> None:
    rng = np.random.default_rng(1)
    for side in (2, 3, 4, 7, 12):
        for _ in range(20):
            puzzle = random_board(rng, side)
            assert Doppelblock.from_json(json.loads(puzzle.canonical())) == puzzle


def test_plain_text_round_trips() -> None:
    rng = np.random.default_rng(2)
    for side in (2, 3, 4, 7, 12):
        for _ in range(20):
            puzzle = random_board(rng, side)
            assert plain.read(puzzle.to_text()).puzzle == puzzle


def test_plain_text_may_leave_out_the_cells_and_may_mark_the_corner() -> None:
    text = "doppelblock 4x4\n. 3 - ? 0\n2\n.\n_\n1 . # 2 .\n"
    puzzle = plain.read(text).puzzle
    assert puzzle == read(top=[3, N, N, 0], left=[2, N, N, 1], givens=[[N] * 4] * 3 + [[N, 0, 2, N]])


def test_clues_of_all_four_sides_are_merged() -> None:
    puzzle = read(top=[1, N, N], bottom=[1, 0, N], right=[N, N, 1])
    assert puzzle == read(top=[1, 0, N], left=[N, N, 1])


def test_a_side_that_is_missing_is_blank_and_givens_of_nothing_are_none() -> None:
    assert read(left=[0, N, 1], givens=[[N] * 3] * 3).to_json() == {
        "kind": "doppelblock",
        "top": [N, N, N],
        "left": [0, N, 1],
    }


FAULTS = [
    ({}, "top", "needs the clues"),
    ({"top": [0, 0, 0], "left": [0, 0]}, "left", "2 rows but 3 columns: the board must be square"),
    ({"top": [0], "left": [0]}, "top", "room for two blocks"),
    ({"top": [], "left": []}, "top", "room for two blocks"),
    ({"top": 5, "left": [0]}, "top", "expected a list"),
    ({"top": "12", "left": [0, 0]}, "top", "expected a list"),
    ({"top": [0, -1, 0], "left": [N] * 3}, "top column 2", "'-1' is not null or a number 0..9999"),
    ({"top": [N] * 3, "left": [N, N, 1.5]}, "left row 3", "'1.5' is not null"),
    ({"top": [N] * 3, "left": [N, True, N]}, "left row 2", "'True' is not null"),
    ({"top": [10_000, N, N], "left": [N] * 3}, "top column 1", "'10000' is not null"),
    ({"top": [1, 0, 0], "bottom": [1, 0]}, "bottom", "has 2 clues, top has 3"),
    ({"top": [1, 0, 0], "bottom": [N, 1, 0]}, "bottom column 2", "1 contradicts the 0 of top"),
    ({"left": [1, 0, 0], "right": [N, N, 1]}, "right row 3", "1 contradicts the 0 of left"),
    ({"top": [N] * 3, "givens": [[N] * 3] * 2}, "givens", "has 2 rows, the board is 3x3"),
    ({"top": [N] * 3, "givens": [[N] * 3, [N] * 4, [N] * 3]}, "givens row 2", "has 4 cells"),
    ({"top": [N] * 3, "givens": [[N] * 3, 7, [N] * 3]}, "givens row 2", "expected a list of cells"),
    ({"top": [N] * 3, "givens": "abc"}, "givens", "expected a list of rows"),
    ({"top": [N] * 3, "givens": [[N, N, 2], [N] * 3, [N] * 3]}, "givens r1c3", "a digit 1..1"),
    ({"top": [N] * 2, "givens": [[N, 1], [N] * 2]}, "givens r1c2", "'1' is not null or 0 for a block"),
]


@pytest.mark.parametrize(("data", "where", "why"), FAULTS)
def test_what_is_no_board_is_refused_with_its_place(data: dict[str, Any], where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as caught:
        Doppelblock.from_json(data)
    assert caught.value.where == where
    assert why in caught.value.why


def test_a_board_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge, match=r"top: 13 columns, the limit of Doppelblock is 12x12"):
        read(top=[N] * 13, left=[N] * 13)


TEXT_FAULTS = [
    ("doppelblock", "line 2", "no line of clues"),
    ("doppelblock\n1 2 3\n1\n2", "line 2", "3 columns but 2 rows"),
    ("doppelblock\n1\n1", "line 2", "1x1"),
    ("doppelblock\n1 x .\n.\n.\n.", "line 2 column 3", "'x' is not a sum"),
    ("doppelblock\n1 . .\n.\n. . 2 .\n.", "line 4 column 5", "'2' is not a digit 1..1, # or one of"),
    ("doppelblock\n1 . .\n.\n. . 0 .\n.", "line 4 column 5", "'0' is not a digit"),
    ("doppelblock\n1 . .\n.\n. . .\n.", "line 4", "has 2 cells after its clue"),
    (
        "doppelblock\n" + ". " * 13 + "\n" + ".\n" * 13,
        "line 15",
        "13 rows, the limit of Doppelblock is 12x12",
    ),
]


@pytest.mark.parametrize(("text", "where", "why"), TEXT_FAULTS)
def test_a_fault_in_plain_text_is_told_with_line_and_column(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as caught:
        plain.read(text)
    assert caught.value.where == where
    assert why in caught.value.why


@pytest.mark.parametrize("side", range(2, 13))
def test_window_sums_of_each_length_fill_their_interval(side: int) -> None:
    digits = range(1, side - 1)
    for length in range(side - 1):
        reached = {sum(chosen) for chosen in combinations(digits, length)}
        fitting = {clue for clue in range(greatest_sum(side) + 2) if length in window_lengths(side, clue)}
        assert fitting == reached == set(range(min(reached), max(reached) + 1))


@pytest.mark.parametrize(
    ("clue", "lengths"),
    [(0, [0]), (1, [1]), (6, [1, 2, 3]), (15, [3, 4, 5]), (20, [5]), (21, [6]), (22, [])],
)
def test_clues_of_an_8x8_read_as_distances(clue: int, lengths: list[int]) -> None:
    assert list(window_lengths(8, clue)) == lengths


IMPOSSIBLE = [
    ({"top": [4, N, N, N], "left": [N] * 4}, "the 4 of column 1 is more than all its digits together, 3"),
    (
        {"top": [0, 0, 0, 0], "left": [3, 3, 3, N]},
        "the sums of the rows put more than two blocks into column 1",
    ),
    ({"top": [0, 0, 0, 0, N, N], "left": [N] * 6}, None),
    (
        {"top": [21, 21, 20, 20, 20, 20, 20, N], "left": [N] * 8},
        "the sums of the columns leave no room for two blocks in row 3",
    ),
    (
        {"top": [N] * 4, "givens": [[1, N, 1, N], *[[N] * 4] * 3]},
        "row 1 has 2 given cells with the digit 1",
    ),
    ({"top": [N] * 4, "givens": [[0, 0, 0, N], *[[N] * 4] * 3]}, "row 1 has 3 given blocks"),
    (
        {"top": [N] * 5, "givens": [[1, 2, 3, N, N], *[[N] * 5] * 4]},
        None,
    ),
    (
        {"top": [3, N, N, N], "givens": [[1, N, N, N], *[[N] * 4] * 3]},
        "the given cells of column 1 cannot meet its clue 3",
    ),
    (
        {"left": [N, 2, N, N], "givens": [[N] * 4, [0, 1, N, N], *[[N] * 4] * 2]},
        "the given cells of row 2 cannot meet its clue 2",
    ),
]


@pytest.mark.parametrize(("data", "reason"), IMPOSSIBLE)
def test_a_contradiction_at_first_sight_is_told(data: dict[str, Any], reason: str | None) -> None:
    assert Doppelblock.from_json(data).impossible() == reason


@pytest.mark.parametrize("side", [3, 4])
def test_no_board_with_an_answer_is_called_impossible(side: int) -> None:
    rng = np.random.default_rng(side)
    refused = 0
    for _ in range(400):
        puzzle = random_board(rng, side)
        if puzzle.impossible() is not None:
            refused += 1
            assert all(puzzle.violations(answer) for answer in all_answers(side)), puzzle.canonical()
    assert refused > 0


def test_a_board_of_given_cells_alone_is_read_along_both_directions() -> None:
    board = Board((N, N, N), (N, N, N), ((0, 1, N), (N, N, N), (N, N, 0)))
    assert board.given_line(0) == (0, 1, N)
    assert board.given_line(4) == (1, N, N)
    assert board.line_cells(5) == [(0, 2), (1, 2), (2, 2)]
    assert [board.line_name(line) for line in (0, 2, 3, 5)] == ["row 1", "row 3", "column 1", "column 3"]
