"""The clauses of Fill-a-Pix: what unit propagation finds, what they cost, what they leave open."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from models.fillapix import FillAPix
from tests.models.fillapix.boards import random_board, random_picture

pytestmark = pytest.mark.tiny


def one_clue(rows: int, cols: int, row: int, col: int, clue: int) -> FillAPix:
    """A board with a single clue."""
    clues: list[list[int | None]] = [[None] * cols for _ in range(rows)]
    clues[row][col] = clue
    return FillAPix.from_json({"clues": clues})


def consequences(cells: int, clue: int, known: dict[int, bool]) -> dict[int, bool] | None:
    """All that follows for cells 1 .. cells from their sum and some known ones; None: contradiction."""
    ink = sum(known.values())
    open_cells = [cell for cell in range(1, cells + 1) if cell not in known]
    if not ink <= clue <= ink + len(open_cells):
        return None
    if clue == ink:
        return dict.fromkeys(open_cells, False)
    return dict.fromkeys(open_cells, True) if clue == ink + len(open_cells) else {}


def propagated(clauses: list[list[int]], assumed: set[int]) -> set[int] | None:
    """The literals that unit propagation reaches, plainly; None on a contradiction."""
    true = set(assumed)
    grown = True
    while grown:
        grown = False
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return None
            if len(left) == 1:
                true.add(left[0])
                grown = True
    return true


@pytest.mark.parametrize(("rows", "cols"), list(product((1, 2, 3), repeat=2)))
def test_unit_propagation_finds_all_that_one_clue_implies(rows: int, cols: int) -> None:
    random = Random(10 * rows + cols)
    cells = rows * cols
    for clue in range(cells + 1):
        view = one_clue(rows, cols, min(1, rows - 1), min(1, cols - 1), clue).cnf_view()
        for _ in range(40):
            chosen = random.sample(range(1, cells + 1), random.randint(0, cells))
            known = {cell: random.random() < clue / cells for cell in chosen}
            true = propagated(view.clauses, {cell if ink else -cell for cell, ink in known.items()})
            expected = consequences(cells, clue, known)
            assert (true is None) == (expected is None), (clue, known)
            if true is not None and expected is not None:
                found = {abs(literal): literal > 0 for literal in true if abs(literal) <= cells}
                assert found == known | expected, (clue, known)


def test_the_cells_fix_every_auxiliary_variable_by_unit_propagation() -> None:
    random = Random(2)
    for _ in range(40):
        rows, cols = random.randint(1, 4), random.randint(1, 4)
        puzzle = random_board(random, rows, cols)
        view = puzzle.cnf_view()
        picture = random_picture(random, rows, cols)
        cells = np.where(picture.ravel() == 1, 1, -1) * np.arange(1, picture.size + 1)
        true = propagated(view.clauses, set(cells.tolist()))
        assert (true is None) == bool(puzzle.violations(picture)), puzzle.canonical()
        if true is not None:
            assert set(map(abs, true)) == set(range(1, view.variables + 1)), puzzle.canonical()


def test_clauses_are_proper_and_variables_are_numbered_without_gaps() -> None:
    random = Random(3)
    for _ in range(60):
        puzzle = random_board(random, random.randint(1, 6), random.randint(1, 6))
        view = puzzle.cnf_view()
        cells = puzzle.board.rows * puzzle.board.cols
        assert view.literals.tolist() == [[-cell, cell] for cell in range(1, cells + 1)]
        used = set()
        for clause in view.clauses:
            variables = set(map(abs, clause))
            assert len(variables) == len(clause), puzzle.canonical()
            used |= variables
        assert not used or max(used) <= view.variables
        assert set(range(cells + 1, view.variables + 1)) <= used


def test_a_clue_that_is_too_large_is_the_empty_clause() -> None:
    for clue in range(5, 10):
        assert [] in one_clue(2, 2, 0, 0, clue).cnf_view().clauses
    assert [] not in one_clue(2, 2, 0, 0, 4).cnf_view().clauses


def test_a_whole_window_costs_at_most_seventy_clauses_of_four_literals() -> None:
    for clue in range(10):
        clauses = one_clue(3, 3, 1, 1, clue).cnf_view().clauses
        assert len(clauses) <= 70
        assert max(map(len, clauses)) <= 4
