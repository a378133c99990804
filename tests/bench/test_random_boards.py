"""Boards drawn at random: legal, of every sort, the same for the same number, and smaller ones of them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice

import pytest

from bench.random_boards import RIGHT, SORTS, default_sides, draw, smaller
from engines import find_engine
from engines.engine import Limits, Verdict
from models import PUZZLES, puzzle_class
from models.puzzle import Puzzle

on_every_kind = pytest.mark.parametrize("kind", PUZZLES)

BOARDS = 150


def boards(kind: str) -> list[Puzzle]:
    """The first boards of a run."""
    sides = default_sides(kind)
    return [puzzle_class(kind).from_json(draw(kind, 1, number, sides).board) for number in range(BOARDS)]


@on_every_kind
def test_boards_follow_from_their_number_alone(kind: str) -> None:
    assert draw(kind, 1, 7, (2, 5)) == draw(kind, 1, 7, (2, 5))
    assert draw(kind, 1, 7, (2, 5)) != draw(kind, 2, 7, (2, 5))
    assert json.loads(json.dumps(draw(kind, 1, 7, (2, 5)).board)) == draw(kind, 1, 7, (2, 5)).board


@on_every_kind
def test_sides_stay_within_their_bounds_and_reach_them(kind: str) -> None:
    low, high = default_sides(kind)
    sides = {side for puzzle in boards(kind) for side in puzzle.shape}
    assert (min(sides), max(sides)) == (low, high)


@on_every_kind
def test_all_verdicts_and_all_sorts_come_up(kind: str) -> None:
    sorts = Counter(draw(kind, 1, number, default_sides(kind)).sort for number in range(BOARDS))
    assert set(sorts) == set(SORTS)
    drawn = boards(kind)
    ladder = find_engine("ladder")
    verdicts = Counter(ladder.solve(puzzle, Limits(nodes=100)).verdict for puzzle in drawn)
    assert min(verdicts[each] for each in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)) >= BOARDS // 20
    at_sight = sum(puzzle.impossible() is not None for puzzle in drawn)
    assert 0 < at_sight < verdicts[Verdict.NONE]


@on_every_kind
def test_boards_come_with_and_without_what_they_need_not_have(kind: str) -> None:
    keys = Counter(key for puzzle in boards(kind) for key in puzzle.to_json())
    extras = {"fillapix": ["givens"], "doppelblock": ["givens"], "tentaisho": ["holes", "colours"]}[kind]
    assert all(BOARDS // 10 < keys[key] < BOARDS for key in extras)


@on_every_kind
def test_a_right_board_has_an_answer(kind: str) -> None:
    for number in range(40):
        drawn = draw(kind, 2, number, default_sides(kind))
        if drawn.sort == RIGHT:
            outcome = find_engine("ladder").solve(puzzle_class(kind).from_json(drawn.board), Limits())
            assert outcome.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE), drawn.board


@on_every_kind
def test_smaller_boards_are_legal_and_hold_less(kind: str) -> None:
    for puzzle in islice(boards(kind), 30):
        whole = puzzle.to_json()
        for cut in smaller(whole):
            assert weight(puzzle_class(kind).from_json(cut)) < weight(puzzle), (whole, cut)


def weight(puzzle: Puzzle) -> tuple[int, ...]:
    """What a board is compared by: cells, then clues, dots and givens, then holes, then colours."""
    board = puzzle.to_json()
    rows, cols = puzzle.shape
    holes = board.pop("holes", [])
    return rows * cols, len(numbers(list(board.values()))), len(holes), "colours" in board


def numbers(value: object) -> list[int]:
    """Every number in nested lists."""
    if isinstance(value, list):
        return [number for each in value for number in numbers(each)]
    return [value] if isinstance(value, int) else []
