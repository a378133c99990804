"""The clauses of Tentai Show, and that its cuts follow from the board alone."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from pysat.solvers import Solver

from engines.engine import Limits
from engines.ladder import Ladder
from engines.raw import Raw
from models.puzzle import CnfView, Grid
from models.tentaisho import TentaiShow
from models.tentaisho.cnf import PAIRWISE
from tests.models.tentaisho.draws import RING, board, drawn, mixed


def assignment(view: CnfView, grid: Grid) -> list[int]:
    """The literals that say a grid, true ones and false ones."""
    literals = []
    for cell, value in enumerate(grid.ravel().tolist()):
        for dot, literal in enumerate(view.literals[cell].tolist()):
            if literal:
                literals.append(literal if dot == value else -literal)
    return literals


def allows(view: CnfView, grid: Grid) -> bool:
    """Whether the clauses alone let a grid be."""
    with Solver("minisat-gh", bootstrap_with=view.clauses) as solver:
        return bool(solver.solve(assumptions=assignment(view, grid)))


@pytest.mark.tiny
def test_twins_share_a_variable() -> None:
    for seed in range(10):
        puzzle = drawn(5, 6, seed)[0]
        literals = puzzle.cnf_view().literals
        for dot, (y, x) in enumerate(puzzle.board.dots):
            for cell in np.flatnonzero(literals[:, dot]).tolist():
                r, c = divmod(cell, 6)
                assert literals[(y - r - 1) * 6 + x - c - 1, dot] == literals[cell, dot]


@pytest.mark.tiny
def test_cells_out_of_reach_have_no_variable() -> None:
    literals = board(".-.-o-o-.-.").cnf_view().literals
    assert (literals != 0).tolist() == [[dot == owner for dot in (0, 1)] for owner in (2, 2, 0, 1, 2, 2)]


def test_clauses_and_cuts_accept_the_answer_a_board_was_made_from() -> None:
    for seed in range(20):
        puzzle, answer = drawn(6, 6, seed, 12)
        view = puzzle.cnf_view()
        assert allows(view, answer), puzzle.canonical()
        assert view.cuts is not None
        assert view.cuts(answer) == []


def test_crowded_cells_exclude_owners_through_counters() -> None:
    puzzle, answer = drawn(20, 20, 1, 40)
    view = puzzle.cnf_view()
    crowd = int(np.argmax((view.literals != 0).sum(axis=1)))
    owners = [int(literal) for literal in view.literals[crowd] if literal]
    assert len(owners) > PAIRWISE
    with Solver("minisat-gh", bootstrap_with=view.clauses) as solver:
        for first, second in permutations(owners, 2):
            assert not solver.propagate([first, second])[0]
    assert allows(view, answer)


def one_owner_each(view: CnfView) -> list[list[int]]:
    """That every cell has exactly one owner, and nothing else."""
    cells = [[literal for literal in row if literal] for row in view.literals.tolist()]
    pairs = [[-first, -second] for row in cells for first, second in combinations(row, 2)]
    return [row for row in cells if row] + pairs


@pytest.mark.tiny
def test_cuts_alone_keep_galaxies_connected() -> None:
    """Symmetric partitions, in pieces or not, and cuts: what is left are the answers."""
    cut_at = 0
    for seed in range(150):
        puzzle = mixed(seed, 6)
        if puzzle.impossible() is not None:
            continue
        view = puzzle.cnf_view()
        assert view.cuts is not None
        found = 0
        with Solver("minisat-gh", bootstrap_with=one_owner_each(view)) as solver:
            while solver.solve():
                true = {literal for literal in solver.get_model() if literal > 0}
                grid = read(puzzle, view, true)
                cuts = view.cuts(grid)
                assert (cuts == []) == (puzzle.violations(grid) == []), puzzle.canonical()
                assert not any(true.intersection(cut) or -cut[0] not in true for cut in cuts)
                assert all(is_consequence(puzzle, view, cut) for cut in cuts), puzzle.canonical()
                cut_at += cuts != []
                found += cuts == []
                solver.append_formula(cuts or [[-literal for literal in assignment(view, grid)]])
        assert found == Raw().solve(puzzle, Limits(solutions=None)).count, puzzle.canonical()
    assert cut_at >= 10


def read(puzzle: TentaiShow, view: CnfView, true: set[int]) -> Grid:
    """The grid that a model says."""
    values = [
        next((dot for dot, literal in enumerate(row) if literal in true), -1)
        for row in view.literals.tolist()
    ]
    return np.array(values, np.int16).reshape(puzzle.shape)


def is_consequence(puzzle: TentaiShow, view: CnfView, cut: list[int]) -> bool:
    """Whether no walk over cells that the galaxy may hold leads home from the cut's cell around the others.

    The cut: its first literal denies the cell, the others are the cells that a walk must use.
    """
    start, dot = (int(each[0]) for each in np.nonzero(view.literals == -cut[0]))
    barred = set(cut[1:])
    assert min(barred, default=1) > 0
    rows, cols = puzzle.shape
    home = {r * cols + c for r, c in puzzle.board.core(dot)}
    walk = [start]
    for cell in walk:
        if cell in home:
            return False
        r, c = divmod(cell, cols)
        for i, j in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if 0 <= i < rows and 0 <= j < cols and i * cols + j not in walk:
                literal = int(view.literals[i * cols + j, dot])
                if literal and literal not in barred:
                    walk.append(i * cols + j)
    return True


@pytest.mark.tiny
def test_a_ring_in_pieces_is_cut_at_its_gaps() -> None:
    puzzle = TentaiShow.from_json(RING)
    view = puzzle.cnf_view()
    assert view.cuts is not None
    assert view.cuts(np.array([[1] * 5, [1, 0, 1, 2, 1], [1] * 5], np.int16)) == []
    pieces = np.array([[1, 1, 0, 1, 2], [1, 0, 1, 2, 1], [0, 1, 2, 1, 1]], np.int16)
    name = view.literals.reshape(3, 5, 3)
    # The middle needs the cell above or below it; the others the one between them and their stray corners.
    ring = {(-int(name[r, c, 1]), int(name[0, 2, 1])) for r, c in ((0, 0), (0, 1), (1, 0), (0, 3))}
    strays = {(-int(name[0, 2, 0]), int(name[0, 1, 0])), (-int(name[2, 2, 2]), int(name[2, 3, 2]))}
    assert {tuple(cut) for cut in view.cuts(pieces)} == ring | strays


@pytest.mark.tiny
def test_impossible_boards_have_no_model() -> None:
    for lines in ("oo.", "#o.", ".-o-o-.-.", "#-.", "#-.-o-.-."):
        with Solver("minisat-gh", bootstrap_with=board(lines).cnf_view().clauses) as solver:
            assert not solver.solve()


def test_clauses_of_large_galaxies_need_few_conflicts() -> None:
    """Without the levels this board keeps the solver busy for minutes."""
    puzzle = drawn(20, 20, 2, 20)[0]
    ladder = Ladder().solve(puzzle, Limits())
    view = puzzle.cnf_view()
    with Solver("minisat-gh", bootstrap_with=view.clauses) as solver:
        solver.conf_budget(20_000)
        assert solver.solve_limited() is True
    assert ladder.count > 0
