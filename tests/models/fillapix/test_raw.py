"""The raw walk of Fill-a-Pix: every picture once, in slices of any size."""

from __future__ import annotations

from random import Random

import pytest

from models.fillapix import FillAPix, raw
from models.fillapix.raw import Walk
from tests.models.fillapix.boards import all_pictures, random_board

pytestmark = pytest.mark.tiny


def walk_through(puzzle: FillAPix, placements: int, solutions: int) -> tuple[list[bytes], int]:
    """All pictures in the order they are found, and the placements it took."""
    walk = Walk(puzzle.board)
    found = []
    while not walk.exhausted:
        before = walk.placements
        batch = walk.advance(placements, solutions)
        assert len(batch) <= solutions
        assert walk.placements - before <= placements
        found += [picture.tobytes() for picture in batch]
    assert walk.advance(placements, solutions) == []
    return found, walk.placements


def test_the_walk_finds_exactly_the_pictures_that_the_rules_accept() -> None:
    random = Random(6)
    for rows, cols in [(1, 1), (1, 6), (5, 1), (2, 2), (2, 4), (3, 3)]:
        pictures = all_pictures(rows, cols)
        for _ in range(6):
            puzzle = random_board(random, rows, cols)
            found, _ = walk_through(puzzle, 10**6, 1000)
            legal = [picture.tobytes() for picture in pictures if not puzzle.violations(picture)]
            assert sorted(found) == sorted(legal), puzzle.canonical()


def test_slices_of_any_size_make_the_same_walk() -> None:
    random = Random(7)
    for _ in range(12):
        puzzle = random_board(random, 3, random.randint(2, 4))
        whole = walk_through(puzzle, 10**6, 10**6)
        assert walk_through(puzzle, 1, 1) == whole, puzzle.canonical()
        assert walk_through(puzzle, 7, 3) == whole, puzzle.canonical()


def test_one_call_returns_no_more_pictures_than_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw, "BATCH_CELLS", 10)
    puzzle = FillAPix.from_json({"clues": [[None] * 4]})
    assert len(Walk(puzzle.board).advance(1000, 1000)) == 10 // 4
    assert len(walk_through(puzzle, 1000, 1000)[0]) == 16


def test_asking_for_nothing_does_nothing() -> None:
    walk = Walk(FillAPix.from_json({"clues": [[1, None]]}).board)
    assert walk.advance(1000, 0) == []
    assert walk.advance(0, 1000) == []
    assert (walk.placements, walk.exhausted) == (0, False)
