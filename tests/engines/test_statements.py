"""What SAT and CP-SAT make of a statement: auxiliary variables, cuts, holes, broken promises."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines import find_engine
from engines.engine import BadStatement, Limits, WrongSolution
from models.puzzle import HOLE, Grid
from tests.engines.toys import Clauses, Toy, binary

ALL = Limits(solutions=None)
by_statement = pytest.mark.parametrize("engine", ["sat", "cpsat"])


@by_statement
def test_free_auxiliary_variables_never_duplicate_a_solution(engine: str) -> None:
    # Three cells, not all 0; six variables that nothing determines.
    toy = Toy([[1, 2, 3]], 9, binary(3))
    outcome = find_engine(engine).solve(toy, ALL)
    assert (outcome.count, outcome.exhausted) == (7, True)
    assert len({grid.tobytes() for grid in outcome.solutions}) == 7


@by_statement
def test_auxiliary_variables_between_the_cells_are_left_out_of_the_answer(engine: str) -> None:
    # Variable 4 says that the first two cells are equal; they must be.
    toy = Toy([[-4, 1, -2], [-4, -1, 2], [4]], 4, binary(3))
    outcome = find_engine(engine).solve(toy, ALL)
    assert sorted(grid.tolist()[0] for grid in outcome.solutions) == [
        [0, 0, 0],
        [0, 0, 1],
        [1, 1, 0],
        [1, 1, 1],
    ]


def two_at_most(grid: Grid) -> Clauses:
    """One clause against the first three cells that hold 1."""
    ones = [cell + 1 for cell in range(grid.size) if grid[0, cell] == 1]
    return [[-cell for cell in ones[:3]]] if len(ones) > 2 else []


@by_statement
def test_cuts_are_asked_for_until_none_is_broken(engine: str) -> None:
    toy = Toy([[1, 2, 3]], 5, binary(5), lambda grid: int((grid == 1).sum()) <= 2, two_at_most)
    outcome = find_engine(engine).solve(toy, ALL)
    expected = sum(
        1 for size in (1, 2) for ones in combinations(range(5), size) if any(cell < 3 for cell in ones)
    )
    assert (outcome.count, outcome.exhausted) == (expected, True)
    assert outcome.counters["cuts"] > 0


@by_statement
def test_a_cut_that_does_not_cut_is_a_loud_fault(engine: str) -> None:
    toy = Toy([[1], [2]], 2, binary(2), cuts=lambda grid: [[1, -2]])
    with pytest.raises(BadStatement, match="do not exclude"):
        find_engine(engine).solve(toy, ALL)


@by_statement
def test_a_cell_without_any_value_is_a_hole(engine: str) -> None:
    toy = Toy([[1, 2]], 2, [[-1, 1], [0, 0], [-2, 2]])
    outcome = find_engine(engine).solve(toy, ALL)
    assert outcome.count == 3
    assert all(grid[0, 1] == HOLE for grid in outcome.solutions)


@by_statement
@pytest.mark.parametrize("clauses", [[[-1], [-2]], [[1], [2]]], ids=["no value", "two values"])
def test_a_cell_with_no_value_or_two_is_a_loud_fault(engine: str, clauses: Clauses) -> None:
    with pytest.raises(BadStatement, match="without a value or with two"):
        find_engine(engine).solve(Toy(clauses, 2, [[1, 2]]), ALL)


@by_statement
def test_a_grid_that_the_rules_reject_never_leaves_an_engine(engine: str) -> None:
    with pytest.raises(WrongSolution, match="illegal"):
        find_engine(engine).solve(Toy([[1]], 1, binary(1), lambda grid: False), ALL)


@by_statement
def test_a_board_without_any_choice_has_one_solution(engine: str) -> None:
    outcome = find_engine(engine).solve(Toy([[1]], 1, [[0, 1], [0, 0]]), ALL)
    assert (outcome.count, outcome.exhausted) == (1, True)


def pigeons(holes: int) -> Toy:
    """One pigeon too many: no solution, and no short proof."""
    place = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses = [*place]
    for hole in range(holes):
        clauses += [[-a[hole], -b[hole]] for a, b in combinations(place, 2)]
    return Toy(clauses, holes * (holes + 1), binary(holes * (holes + 1)))


@by_statement
def test_limits_are_obeyed_inside_one_long_refutation(engine: str) -> None:
    solver = find_engine(engine)
    outcome = solver.solve(pigeons(14), Limits(seconds=0.3))
    assert (outcome.limit, outcome.count) == ("time", 0)
    assert outcome.build_seconds + outcome.solve_seconds < 0.8
    outcome = solver.solve(pigeons(14), Limits(nodes=500))
    assert outcome.limit == "nodes"
    assert 500 <= outcome.nodes < 5000


def test_two_equal_refutations_count_the_same_work() -> None:
    sat = find_engine("sat")
    first, second = (sat.solve(pigeons(8), Limits()).counters for _ in range(2))
    assert first == second
    assert first["conflicts"] > 1000
