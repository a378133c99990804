"""The CP-SAT statement of Tentai Show: its distances fix themselves, so that one run counts answers."""

from __future__ import annotations

import pytest

from engines.cpsat import CpSat
from engines.engine import Limits
from engines.raw import Raw
from models.puzzle import NO_LITERAL
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import RING, ambiguous, board, drawn

pytestmark = pytest.mark.tiny


def test_no_answer_comes_twice_in_one_run() -> None:
    for seed in range(10):
        puzzle = ambiguous(3, seed)
        outcome = CpSat().solve(puzzle, Limits(solutions=None))
        assert outcome.count == Raw().solve(puzzle, Limits(solutions=None)).count
        assert outcome.counters["runs"] == 1, puzzle.canonical()


def test_distances_go_around_inside_the_galaxy() -> None:
    """In a ring the far side is as many steps away as the way around it has."""
    from ortools.sat.python import cp_model

    puzzle = TentaiShow.from_json(RING)
    view = puzzle.cpsat_view()
    solver = cp_model.CpSolver()
    assert solver.solve(view.model) == cp_model.OPTIMAL
    sizes = [max(each.domain) for each in view.model.proto.variables]
    distances = sorted(
        value for value, size in zip(solver.response_proto.solution, sizes, strict=True) if size > 1
    )
    # Above and below the dot 1 step; its neighbours there 2, the corners 3, the ends of the middle row 4.
    assert distances == [1] * 2 + [2] * 4 + [3] * 4 + [4] * 2


def test_galaxies_in_pieces_are_refused() -> None:
    # Without connectivity the middle dot would own both ends.
    assert CpSat().solve(board(".-o-o-o-."), Limits()).count == 0


def test_the_statement_accepts_the_answer_a_board_was_made_from() -> None:
    for seed in range(10):
        puzzle, answer = drawn(6, 6, seed, 12)
        view = puzzle.cpsat_view()
        for cell, value in enumerate(answer.ravel().tolist()):
            literal = int(view.literals[cell, value])
            assert literal != NO_LITERAL
            view.model.proto.constraints.add().bool_or.literals.append(literal)
        assert view.model.validate() == ""
        from ortools.sat.python import cp_model

        assert cp_model.CpSolver().solve(view.model) == cp_model.OPTIMAL, puzzle.canonical()
