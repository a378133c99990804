"""Explaining by the fewest clues: no fewer settle a cell, and the steps lead to the answer."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines import certify
from engines.engine import Limits
from engines.smallest import explain_smallest
from models import puzzle_class
from models.puzzle import BadPuzzle, Puzzle
from tests.boards import samples

UNIQUE = [
    ("fillapix", {"clues": [[2, 3, 2], [2, 4, 3], [1, 2, 2]]}),
    ("doppelblock", {"top": [None, None, 2, None], "left": [None, None, 3, 2]}),
]


def first_cells_of(puzzle: Puzzle, size: int) -> set[tuple[int, int, int]]:
    """The cells that some set of so many clues settles, by looking at every set through whole boards."""
    board = puzzle.to_json()
    keys = [key for key in ("clues", "top", "left") if key in board]
    flat = [(key, place) for key in keys for place, clue in enumerate(leaves(board[key])) if clue is not None]
    found = set()
    for some in combinations(flat, size):
        weaker = {key: board[key] for key in board if key not in keys}
        for key in keys:
            kept = [clue if (key, place) in some else None for place, clue in enumerate(leaves(board[key]))]
            columns = puzzle.shape[1]
            rows = [kept[start : start + columns] for start in range(0, len(kept), columns)]
            weaker[key] = rows if key == "clues" else kept
        settled = settled_cells(puzzle_class(puzzle.kind).from_json(weaker))
        found |= settled
    return found


def leaves(rows: list[object]) -> list[object]:
    return [value for row in rows for value in (row if isinstance(row, list) else [row])]


def settled_cells(puzzle: Puzzle) -> set[tuple[int, int, int]]:
    """Cells with one value in all answers of a board."""
    from engines import find_engine

    grids = find_engine("sat").solve(puzzle, Limits(solutions=None)).solutions
    first = grids[0]
    return {
        (r, c, int(first[r, c]))
        for r in range(first.shape[0])
        for c in range(first.shape[1])
        if all(grid[r, c] == first[r, c] for grid in grids)
    }


@pytest.mark.parametrize(("kind", "board"), UNIQUE)
def test_the_first_round_takes_what_the_fewest_clues_settle(kind: str, board: dict[str, object]) -> None:
    puzzle = puzzle_class(kind).from_json(board)
    certificate = certify(puzzle)
    if certificate.verdict != "unique":
        pytest.fail("the board is to have one answer")
    explanation = explain_smallest(puzzle)
    size = len(explanation.steps[0].because)
    first = [step for step in explanation.steps if len(step.because) == size]
    told = {change for step in first for change in step.settles}
    for fewer in range(size):
        assert not first_cells_of(puzzle, fewer)
    assert first_cells_of(puzzle, size) <= told
    assert explanation.finished
    every = {change for step in explanation.steps for change in step.settles}
    assert every == {
        (r, c, int(v)) for r, row in enumerate(certificate.solutions[0]) for c, v in enumerate(row)
    }


def test_a_board_with_several_answers_has_no_steps_and_says_why() -> None:
    several = [sample for sample in samples("fillapix") if sample.count > 1]
    assert several
    for sample in several:
        explanation = explain_smallest(sample.puzzle())
        assert (explanation.steps, explanation.verdict) == ([], "multiple")
        assert "not unique" in explanation.ending()


def test_a_board_without_clues_to_leave_out_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="left out"):
        explain_smallest(samples("tentaisho")[0].puzzle())


def test_no_time_is_a_limit() -> None:
    explanation = explain_smallest(samples("fillapix")[0].puzzle(), Limits(seconds=0))
    assert (explanation.limit, explanation.finished, explanation.steps) == ("time", False, [])
