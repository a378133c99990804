"""The rungs of Fill-a-Pix: what each does to small boards, and that they never remove a true cell."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engines.engine import Limits, Watch
from engines.ladder import Ascent
from engines.probe import FOUND
from models.fillapix import FillAPix
from models.fillapix.generate import all_clues, board_of, generate
from models.puzzle import Grid

GIVENS = {"#": 1, "-": 0, ".": None}
NONE = -1
"""A contradiction."""


def board(clues: str, before: str) -> FillAPix:
    """Lay out a board: digits and dots; ``#`` ink and ``-`` blank before the rung."""
    rows = clues.split("/")
    data: dict[str, Any] = {
        "clues": [[None if mark == "." else int(mark) for mark in row] for row in rows],
        "givens": [[GIVENS[mark] for mark in row] for row in before.split("/")],
    }
    return FillAPix.from_json(data)


def drawn(ascent: Ascent) -> str:
    """What is settled, as ``board`` reads it."""
    marks = {1: "#", 0: "-"}
    return "/".join("".join(marks.get(value, ".") for value in row) for row in ascent.settled().tolist())


COUNT = [
    # A 0 blanks its window, which the corner cuts to four cells.
    ("0../...", ".../...", "--./--."),
    # A clue as large as its window inks it, whatever the size: corner, edge, middle.
    ("4../...", ".../...", "##./##."),
    (".6./...", ".../...", "###/###"),
    (".../.9./...", ".../.../...", "###/###/###"),
    # As much ink as the clue: the rest is blank.
    (".2./...", "#.#/...", "#-#/---"),
    # As many cells left as the clue needs: all of them are ink.
    (".4./...", "-.-/...", "-#-/###"),
    # One cell short of either: nothing is known.
    (".2./...", "#../...", "#../..."),
    (".4./...", "-../...", "-../..."),
    # A clue counts its own cell.
    ("1", ".", "#"),
    ("0", ".", "-"),
    # What one clue settles feeds the next, here from left to right.
    ("2.1.0", ".....", "##---"),
    # No clue, no knowledge.
    ("..", "..", ".."),
]

PAIR = [
    # The 0 blanks the two cells they share, and the 3 needs all of its three: contradiction.
    (".03.", "....", None),
    # Three cells against two of them with one ink less: the cell of its own is ink, the other's blank.
    (".21.", "....", "#..-"),
    # The corner's four cells hold one ink, so the 3 finds its other two in the column of its own.
    ("13../....", "..../....", "..#./..#."),
    # Clues two cells apart share a column, which the 0 blanks and the 6 needs: contradiction.
    (".6.0/....", "..../....", None),
    # Both need all the ink that the shared cell can give: it is ink, and so is the rest of the 3.
    (".3.3.", ".....", "#####"),
    # One or two ink in the two shared cells are both possible: nothing is known.
    (".22.", "....", "...."),
    # Too far apart to share a cell.
    (".1...1.", ".......", "......."),
    # A settled cell counts: with r1c1 blank the 2 needs the two shared cells, which fill the other 2.
    (".22.", "-...", "-##-"),
]


@pytest.mark.tiny
@pytest.mark.parametrize(("clues", "before", "after"), COUNT)
def test_count_settles_what_one_clue_shows(clues: str, before: str, after: str) -> None:
    ascent = Ascent(board(clues, before), ("count",), probing=False)
    assert ascent.climb() >= 0
    assert drawn(ascent) == after


@pytest.mark.tiny
@pytest.mark.parametrize(("clues", "before", "after"), PAIR)
def test_pair_settles_what_two_clues_show(clues: str, before: str, after: str | None) -> None:
    ascent = Ascent(board(clues, before), ("pair",), probing=False)
    result = ascent.climb()
    assert (result == NONE) is (after is None)
    if after is not None:
        assert drawn(ascent) == after


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        # The 0 blanks two cells of the 2, which has one cell left.
        ("02.", "the 2 at r1c2 has too few cells left for its ink"),
        # The 2 inks both cells that the 1 sees.
        ("21.", "the 1 at r1c2 has more ink than it counts"),
    ],
)
def test_count_says_which_clue_broke_and_how(clues: str, reason: str) -> None:
    puzzle = board(clues, "...")
    ascent = Ascent(puzzle, ("count",), probing=False)
    assert ascent.climb() == NONE
    assert puzzle.firing("count", int(ascent.trail[0, 1])).text == reason


@cache
def every_grid(rows: int, cols: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int32]]:
    """All grids of a size, and the clue of each cell in each: two arrays [2^cells, cells]."""
    cells = rows * cols
    grids = (np.arange(1 << cells)[:, None] >> np.arange(cells) & 1).astype(np.int16)
    return grids, np.array([all_clues(grid.reshape(rows, cols)).ravel() for grid in grids])


def solutions(puzzle: FillAPix) -> npt.NDArray[np.int16]:
    """Every solution by brute force, int16[solutions, cells]."""
    rows, cols = puzzle.shape
    grids, counts = every_grid(rows, cols)
    shown = np.array([-1 if clue is None else clue for row in puzzle.board.clues for clue in row])
    found: npt.NDArray[np.int16] = grids[((shown < 0) | (counts == shown)).all(axis=1)]
    return found


def random_board(rng: np.random.Generator, rows: int, cols: int) -> FillAPix:
    """Show clues of a random picture with some probability; every third board has wrong ones."""
    clues = all_clues(rng.integers(0, 2, (rows, cols), np.int16))
    if rng.random() < 1 / 3:
        clues = np.clip(clues + rng.integers(-1, 2, clues.shape), 0, 9).astype(np.int32)
    clues[rng.random(clues.shape) > rng.uniform(0.2, 1)] = -1
    return FillAPix(board_of(clues))


RUNGS = [("count",), ("pair",), ("count", "pair")]
SHAPES = [(1, 1), (1, 6), (6, 1), (2, 2), (2, 4), (3, 3), (3, 4), (4, 3)]


def assert_sound(puzzle: FillAPix, rungs: tuple[str, ...], probing: bool) -> None:
    """No solution loses a cell, no contradiction without reason, and the fixpoint is one."""
    true = solutions(puzzle)
    ascent = Ascent(puzzle, rungs, probing)
    contradiction = ascent.climb() < 0
    if not contradiction and probing:
        _, limit = ascent.search(Limits(nodes=0), Watch(Limits()))
        contradiction = limit is None and not ascent.control[FOUND]
    if contradiction:
        assert not len(true), puzzle.canonical()
        return
    for value in (0, 1):
        needed = (true == value).any(axis=0)
        held = ascent.candidates[:, 0] >> np.uint64(value) & np.uint64(1) != 0
        assert not (needed & ~held).any(), puzzle.canonical()
    assert [ascent.step(index) for index in range(len(rungs))] == [0] * len(rungs)


@pytest.mark.parametrize("probing", [False, True])
@pytest.mark.parametrize("rungs", RUNGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_rung_removes_a_true_cell(shape: tuple[int, int], rungs: tuple[str, ...], probing: bool) -> None:
    rng = np.random.default_rng(shape)
    for _ in range(150):
        puzzle = random_board(rng, *shape)
        if puzzle.impossible() is None:
            assert_sound(puzzle, rungs, probing)


@pytest.mark.tiny
@pytest.mark.parametrize("rungs", RUNGS)
def test_no_rung_removes_a_true_cell_of_a_few_tiny_boards(rungs: tuple[str, ...]) -> None:
    rng = np.random.default_rng(2)
    for shape in [(1, 6), (3, 3)] * 8:
        puzzle = random_board(rng, *shape)
        if puzzle.impossible() is None:
            assert_sound(puzzle, rungs, probing=True)


def complete(grid: Grid, clues: npt.NDArray[np.int32]) -> FillAPix:
    """Give every cell of a board."""
    puzzle = FillAPix(board_of(clues))
    return FillAPix.from_json(puzzle.to_json() | {"givens": grid.tolist()})


@pytest.mark.parametrize("shape", [(2, 3), (4, 4)])
def test_count_objects_to_every_complete_grid_that_breaks_a_clue(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(shape)
    broken = 0
    for _ in range(300):
        grid = rng.integers(0, 2, shape, np.int16)
        clues = all_clues(grid)
        clues[rng.random(shape) < 0.5] = -1
        flipped: Grid = np.where(rng.random(shape) < 0.1, 1 - grid, grid)
        puzzle = complete(flipped, clues)
        result = Ascent(puzzle, ("count",), probing=False).climb()
        assert (result < 0) is bool(puzzle.violations(flipped)), puzzle.canonical()
        broken += result < 0
    assert 0 < broken < 300


def test_pair_goes_further_than_count_and_probe_than_pair() -> None:
    settled = []
    puzzles = [generate(8, 8, seed).puzzle for seed in range(10)]
    for rungs, probing in [(("count",), False), (("count", "pair"), False), (("count", "pair"), True)]:
        total = 0
        for puzzle in puzzles:
            ascent = Ascent(puzzle, rungs, probing)
            ascent.search(Limits(nodes=0), Watch(Limits()))
            total += int((ascent.sizes[:, 0] == 1).sum())
        settled.append(total)
    assert settled[0] < settled[1] < settled[2]


@pytest.mark.tiny
def test_probe_alone_settles_nothing() -> None:
    for seed in range(5):
        ascent = Ascent(generate(4, 4, seed).puzzle, rungs=(), probing=True)
        ascent.search(Limits(nodes=0), Watch(Limits()))
        assert (ascent.sizes[:, 0] == 2).all()
