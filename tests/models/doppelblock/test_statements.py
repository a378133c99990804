"""The statements for SAT and CP-SAT and the raw walk, each on its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits
from models.doppelblock import Doppelblock
from models.doppelblock.cnf import clue_template, two_blocks
from tests.models.doppelblock.draws import random_board

N = None


def models_of(clauses: list[list[int]], variables: int) -> list[list[int]]:
    """Every assignment of all variables, by plain blocking."""
    from pysat.solvers import Solver

    found = []
    with Solver("minisat22", bootstrap_with=[[variables, -variables], *clauses]) as solver:
        while solver.solve():
            model = solver.get_model()
            found.append(model)
            solver.add_clause([-literal for literal in model])
    return found


def test_the_answer_fixes_every_auxiliary_literal() -> None:
    rng = np.random.default_rng(100)
    for side in (2, 3, 4):
        for _ in range(8):
            puzzle = random_board(rng, side)
            view = puzzle.cnf_view()
            models = models_of(view.clauses, view.variables)
            outcome = find_engine("raw").solve(puzzle, Limits(solutions=None))
            assert len(models) == outcome.count, puzzle.canonical()


@pytest.mark.parametrize("side", [2, 3, 5, 8])
def test_templates_hold_for_the_words_of_a_line_and_for_no_others(side: int) -> None:
    from pysat.solvers import Solver

    from models.doppelblock.words import line_words

    rng = np.random.default_rng(side)
    every = line_words(side, None)
    words = every if side < 8 else rng.choice(every, 60, replace=False)
    for clue in range((side - 2) * (side - 1) // 2 + 1):
        legal = set(line_words(side, clue).tolist())
        tables = [*two_blocks(side).tables, *clue_template(side, clue).tables]
        with Solver(
            "minisat22", bootstrap_with=[row for table in tables for row in table.tolist()]
        ) as solver:
            for word in words.tolist():
                cells = [
                    (1 if word >> 8 * place + value & 1 else -1) * (1 + place * (side - 1) + value)
                    for place in range(side)
                    for value in range(side - 1)
                ]
                assert solver.solve(assumptions=cells) == (word in legal), (clue, hex(word))


@pytest.mark.parametrize("engine", ["sat", "cpsat", "raw"])
@pytest.mark.parametrize(
    "data",
    [
        {"top": [7, N, N, N]},
        {"top": [1, N], "left": [N, N]},
        {"top": [N] * 4, "givens": [[0, 0, 0, N], *[[N] * 4] * 3]},
        {"left": [3, 3, 3, N]},
    ],
)
def test_what_is_impossible_at_first_sight_has_no_answer_by_searching_either(
    engine: str, data: dict[str, Any]
) -> None:
    puzzle = Doppelblock.from_json(data)
    assert puzzle.impossible() is not None
    outcome = find_engine(engine).solve(puzzle, Limits())
    assert (outcome.count, outcome.exhausted) == (0, True)


def test_an_8x8_takes_some_eight_thousand_clauses() -> None:
    view = Doppelblock.from_json({"top": list(range(8, 16)), "left": list(range(8, 16))}).cnf_view()
    assert len(view.clauses) < 9_000
    assert view.literals.shape == (64, 7)
    assert max(abs(literal) for clause in view.clauses for literal in clause) <= view.variables


@pytest.mark.tiny
def test_the_raw_walk_goes_on_where_it_stopped() -> None:
    rng = np.random.default_rng(110)
    for _ in range(10):
        puzzle = random_board(rng, 4)
        whole = puzzle.raw_walk().advance(1 << 40, 1 << 40)
        walk = puzzle.raw_walk()
        found, calls = [], 0
        while not walk.exhausted:
            before = walk.placements
            found += walk.advance(7, 2)
            calls += 1
            assert walk.placements <= before + 7
        assert [grid.tolist() for grid in found] == [grid.tolist() for grid in whole]
        assert calls > 1 or walk.placements < 7
        assert walk.advance(100, 5) == []


@pytest.mark.tiny
def test_the_raw_walk_returns_no_more_than_it_is_asked_for() -> None:
    walk = Doppelblock.from_json({"top": [N] * 4}).raw_walk()
    assert len(walk.advance(1 << 40, 5)) == 5
    assert len(walk.advance(1 << 40, 0)) == 0
    assert len(walk.advance(1 << 40, 1 << 40)) == 211
    assert walk.exhausted
