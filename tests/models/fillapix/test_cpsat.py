"""The CP-SAT statement of Fill-a-Pix, read as plain sums and compared with the rules."""

from __future__ import annotations

from random import Random

import pytest

from models.fillapix import FillAPix
from models.puzzle import Grid
from tests.models.fillapix.boards import all_pictures, random_board

pytestmark = pytest.mark.tiny


def accepts(puzzle: FillAPix, pictures: list[Grid]) -> list[bool]:
    """Whether each picture satisfies every domain and every sum of the model."""
    proto = puzzle.cpsat_view().model.proto
    domains = [list(variable.domain) for variable in proto.variables]
    sums = [
        (list(each.linear.vars), list(each.linear.coeffs), list(each.linear.domain))
        for each in proto.constraints
    ]
    verdicts = []
    for picture in pictures:
        ink = picture.ravel().tolist()
        verdicts.append(
            all(low <= value <= high for value, (low, high) in zip(ink, domains, strict=True))
            and all(
                low <= sum(factor * ink[cell] for cell, factor in zip(cells, factors, strict=True)) <= high
                for cells, factors, (low, high) in sums
            )
        )
    return verdicts


def test_the_model_accepts_exactly_the_pictures_that_the_rules_accept() -> None:
    random = Random(4)
    for rows, cols in [(1, 1), (1, 5), (4, 1), (2, 2), (2, 4), (3, 3)]:
        pictures = all_pictures(rows, cols)
        for _ in range(6):
            puzzle = random_board(random, rows, cols)
            legal = [not puzzle.violations(picture) for picture in pictures]
            assert accepts(puzzle, pictures) == legal, puzzle.canonical()


def test_the_model_is_valid_and_has_one_constraint_a_clue() -> None:
    random = Random(5)
    for _ in range(20):
        puzzle = random_board(random, random.randint(1, 7), random.randint(1, 7))
        view = puzzle.cpsat_view()
        assert view.model.validate() == ""
        shown = sum(clue is not None for row in puzzle.board.clues for clue in row)
        assert len(view.model.proto.constraints) == shown
        assert view.literals.tolist() == [
            [-cell - 1, cell] for cell in range(len(view.model.proto.variables))
        ]
