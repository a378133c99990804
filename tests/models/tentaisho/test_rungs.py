"""The rungs of Tentai Show: what each does to small boards, and what none of them ever does."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engines.engine import Limits
from engines.ladder import Ascent, Ladder
from engines.sat import Sat
from models.kernel import CONFLICT, HEAD, LENGTH, remove
from models.puzzle import Grid
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import RING, board, drawn, mixed, pierced

PREFIXES = [TentaiShow.rungs[:length] for length in range(1, len(TentaiShow.rungs) + 1)]
LETTERS = "abcdefgh"

THIRDS = ".-.-. ----- o-o-o ----- .-.-."
WALLED = ".-.-o-. o------ .-.o.-. ------o .-o-.-."
ROW = ".-.-.o.-.-. ----------- .-.-.-o-.-. o---------- .-o-.-.o.-."
PAIR = ".-.-.-.-. --------- .-.-o-.-. --------- .-o-.-.-. --------- .-.-.-.-."

CASES = [
    # At the start every candidate has its twin.
    ("mirror", THIRDS, "ab b bc / a b c / ab b bc", "ab b bc / a b c / ab b bc"),
    # The first cell is no more a's, so neither is its twin below; both are b's, and so are their twins.
    ("mirror", THIRDS, "b b bc / a b c / ab b bc", "b b b / a b c / b b b"),
    # It is a's: its twin below is a's too, and where b is gone b's twins across are c's.
    ("mirror", THIRDS, "a b bc / a b c / ab b bc", "a b c / a b c / a b c"),
    # A cell that is a's on one side and not on the other.
    ("mirror", THIRDS, "a b bc / a b c / b b bc", None),
    # From c's two cells no way leads to the upper right corner, nor to its twin, the lower left one.
    ("reach", WALLED, "b ac a ac / b c c d / ce e ce d", "b ac a a / b c c d / e e ce d"),
    # Nothing stands between a dot and its cells: all can be reached.
    ("reach", THIRDS, "ab b bc / a b c / ab b bc", "ab b bc / a b c / ab b bc"),
    # A cell that has only c left, where c cannot go.
    ("reach", WALLED, "b ac a c / b c c d / ce e ce d", None),
    # The ends of the first row are a's, so what lies between them and the dot is, too.
    (
        "bridge",
        ROW,
        "a ab a a ab a / c b b b b b / c d be e e be",
        "a a a a a a / c b b b b b / c d be e e be",
    ),
    # Nobody owns a cell beyond its dot: nothing needs a bridge.
    ("bridge", THIRDS, "ab b bc / a b c / ab b bc", "ab b bc / a b c / ab b bc"),
]


def possible(ascent: Ascent) -> str:
    """The dots left for each cell as letters, ``#`` for a hole."""
    rows, cols = ascent.puzzle.shape
    cells = [
        "".join(letter for dot, letter in enumerate(LETTERS) if int(row[0]) >> dot & 1) or "#"
        for row in ascent.candidates
    ]
    return " / ".join(" ".join(cells[r * cols : (r + 1) * cols]) for r in range(rows))


def restricted(puzzle: TentaiShow, rungs: tuple[str, ...], before: str) -> Ascent:
    """A board's arrays with only these candidates left."""
    ascent = Ascent(puzzle, rungs, probing=False)
    for cell, letters in enumerate(before.replace("/", "").split()):
        for dot in range(puzzle.values):
            if LETTERS[dot] not in letters:
                remove(ascent.candidates, ascent.sizes, ascent.trail, cell, dot, 0)
    return ascent


@pytest.mark.tiny
@pytest.mark.parametrize(("rung", "lines", "before", "after"), CASES)
def test_rung_changes_the_board_like_this(rung: str, lines: str, before: str, after: str | None) -> None:
    ascent = restricted(board(lines), (rung,), before)
    assert possible(ascent) == before
    rows = int(ascent.trail[LENGTH, 0])
    removed = ascent.step(0)
    if after is None:
        assert removed == CONFLICT
    else:
        assert possible(ascent) == after
        assert removed == int(ascent.trail[LENGTH, 0]) - rows
        assert ascent.step(0) == 0


@pytest.mark.tiny
def test_the_start_holds_each_twin_on_the_board_and_out_of_holes_and_foreign_cores() -> None:
    # One dot in the middle of the second row; the twin of the hole is nobody's.
    assert possible(Ascent(board("#-. --- .o. --- .-."))) == "# a / a a / a #"
    # The ends are out of reach of either dot, but walking is not looked at here.
    assert possible(Ascent(board(".-.-o-o-.-."))) == "a b a b a b"


def is_symmetric(ascent: Ascent) -> bool:
    """Whether each dot's candidates are their own half turn about it."""
    cols = ascent.puzzle.shape[1]
    puzzle = ascent.puzzle
    assert isinstance(puzzle, TentaiShow)
    for dot, (y, x) in enumerate(puzzle.board.dots):
        word, bit = ascent.candidates[:, dot >> 6], np.uint64(1 << (dot & 63))
        cells = np.flatnonzero(word & bit)
        if not np.array_equal(np.sort((y - 1) * cols + x - 1 - cells), cells):
            return False
    return True


@pytest.mark.parametrize("rungs", PREFIXES)
def test_candidates_stay_symmetric_at_every_fixpoint(rungs: tuple[str, ...]) -> None:
    for seed in range(100):
        for puzzle in (drawn(5, 5, seed)[0], drawn(8, 7, seed)[0], drawn(10, 10, seed, 15)[0]):
            ascent = Ascent(puzzle, rungs, probing=False)
            assert ascent.climb() >= 0
            assert is_symmetric(ascent), puzzle.canonical()


def keeps(ascent: Ascent, answer: Grid) -> bool:
    """Whether every cell may still be what it is in an answer."""
    values = answer.ravel()
    cells = np.flatnonzero(values >= 0)
    words = ascent.candidates[cells, values[cells] >> 6]
    return bool((words >> (values[cells] & 63).astype(np.uint64) & np.uint64(1)).all())


def test_no_rung_loses_the_partition_a_board_was_made_from() -> None:
    for seed in range(150):
        for puzzle, answer in (drawn(6, 6, seed), pierced(7, 5, seed), drawn(12, 12, seed, 20)):
            ascent = Ascent(puzzle, probing=False)
            assert ascent.climb() >= 0, puzzle.canonical()
            assert keeps(ascent, answer), puzzle.canonical()


def test_no_rung_loses_an_answer_on_a_board_of_many_words() -> None:
    puzzle, answer = drawn(30, 30, 1, 3)
    assert puzzle.values > 128
    ascent = Ascent(puzzle, probing=False)
    assert ascent.climb() >= 0
    assert keeps(ascent, answer)
    assert is_symmetric(ascent)


@pytest.mark.tiny
def test_each_solution_survives_every_rung_and_prefix() -> None:
    for seed in range(40):
        puzzle = mixed(seed, 4)
        if puzzle.impossible() is not None:
            continue
        answers = Ladder(rungs=("mirror",), probing=False).solve(puzzle, Limits(solutions=None)).solutions
        for rungs in [*PREFIXES, ("reach",), ("bridge",), ("reach", "bridge"), ("mirror", "bridge")]:
            ascent = Ascent(puzzle, rungs, probing=False)
            assert ascent.climb() >= 0 or not answers, puzzle.canonical()
            assert all(keeps(ascent, answer) for answer in answers), puzzle.canonical()


def walked(ascent: Ascent, dot: int, without: int) -> set[int]:
    """The cells that a plain walk from a dot comes to over its candidates, one cell left out."""
    puzzle = ascent.puzzle
    assert isinstance(puzzle, TentaiShow)
    rows, cols = puzzle.shape
    walk = [r * cols + c for r, c in puzzle.board.core(dot)]
    seen = set(walk)
    for cell in walk:
        r, c = divmod(cell, cols)
        for i, j in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            other = i * cols + j
            if not (0 <= i < rows and 0 <= j < cols) or other in seen or other == without:
                continue
            if int(ascent.candidates[other, dot >> 6]) >> (dot & 63) & 1:
                seen.add(other)
                walk.append(other)
    return seen


def test_at_the_fixpoint_all_candidates_reach_home_and_no_open_cell_is_a_bridge() -> None:
    looked_at = 0
    for seed in range(60):
        puzzle = drawn(9, 9, seed, 30)[0]
        ascent = Ascent(puzzle, probing=False)
        assert ascent.climb() >= 0
        owners = np.where(ascent.sizes[:, 0] == 1, ascent.sizes[:, 1], -1)
        for dot in range(puzzle.values):
            live = np.flatnonzero(ascent.candidates[:, dot >> 6] >> np.uint64(dot & 63) & np.uint64(1))
            assert walked(ascent, dot, -1) == set(live.tolist())
            owned = set(np.flatnonzero(owners == dot).tolist())
            for cell in set(live.tolist()) - owned:
                assert owned <= walked(ascent, dot, cell), (puzzle.canonical(), dot, cell)
                looked_at += len(owned) > len(puzzle.board.core(dot))
    assert looked_at > 100


@pytest.mark.tiny
def test_every_rung_is_silent_at_the_fixpoint() -> None:
    for seed in range(30):
        ascent = Ascent(drawn(5, 4, seed)[0], probing=False)
        assert ascent.climb() >= 0
        assert [ascent.step(index) for index in range(len(TentaiShow.rungs))] == [0, 0, 0]


def test_looking_at_the_whole_board_again_finds_nothing_new() -> None:
    for seed in range(60):
        puzzle = drawn(9, 9, seed, 12)[0]
        ascent = Ascent(puzzle, probing=False)
        ascent.climb()
        fresh = restart(puzzle, ascent)
        assert fresh.climb() == 0, puzzle.canonical()


def restart(puzzle: TentaiShow, ascent: Ascent) -> Ascent:
    """The board from its start, the same candidates taken off by hand, no rung run yet."""
    fresh = Ascent(puzzle, probing=False)
    bits = fresh.candidates.shape[1] << 6
    for row in ascent.trail[HEAD : ascent.trail[LENGTH, 0]]:
        remove(fresh.candidates, fresh.sizes, fresh.trail, row[0] // bits, row[0] % bits, 0)
    return fresh


@cache
def complete_boards() -> list[tuple[TentaiShow, Grid]]:
    """Answers and one-cell mutants of small boards."""
    found = []
    for seed in range(25):
        puzzle, answer = drawn(3, 4, seed)
        found.append((puzzle, answer))
        for cell in range(answer.size):
            for value in range(puzzle.values):
                mutant = answer.copy()
                mutant.ravel()[cell] = value
                found.append((puzzle, mutant))
    return found


@pytest.mark.tiny
def test_the_rungs_accept_a_complete_assignment_exactly_if_the_rules_do() -> None:
    for puzzle, grid in complete_boards():
        ascent = Ascent(puzzle, probing=False)
        alive = True
        for cell, value in enumerate(grid.ravel().tolist()):
            for dot in range(puzzle.values):
                if dot != value and alive:
                    alive = remove(ascent.candidates, ascent.sizes, ascent.trail, cell, dot, 0) >= 0
        accepted = alive and ascent.climb() >= 0
        assert accepted == (puzzle.violations(grid) == []), (puzzle.canonical(), grid.tolist())


@pytest.mark.tiny
def test_a_galaxy_may_surround_others() -> None:
    outcome = Ladder().solve(TentaiShow.from_json(RING), Limits())
    assert [grid.tolist() for grid in outcome.solutions] == [[[1] * 5, [1, 0, 1, 2, 1], [1] * 5]]
    assert outcome.exhausted


@pytest.mark.tiny
def test_switching_rungs_off_changes_no_answer() -> None:
    for seed in range(40):
        puzzle = mixed(seed, 4)
        counts = {
            Ladder(rungs=rungs, probing=probing).solve(puzzle, Limits(solutions=None)).count
            for rungs in [*PREFIXES, ("reach",), ("bridge",)]
            for probing in (True, False)
        }
        assert len(counts) == 1, puzzle.canonical()


def test_the_lists_of_cells_survive_search_with_bridge_switched_off() -> None:
    # Search looks at its leaves with every rung, also those that are off, and goes on.
    for seed in range(20):
        puzzle = drawn(6, 6, seed, 12)[0]
        both = [
            Ladder(rungs, probing=False).solve(puzzle, Limits(200)) for rungs in (None, ("mirror", "reach"))
        ]
        assert both[0].count == both[1].count


def test_a_board_that_the_rungs_finish_has_one_answer() -> None:
    finished = 0
    for seed in range(80):
        puzzle = drawn(7, 7, seed)[0]
        ascent = Ascent(puzzle, probing=False)
        ascent.climb()
        if ascent.is_finished():
            finished += 1
            assert Sat().solve(puzzle, Limits(2)).count == 1, puzzle.canonical()
    assert 60 < finished < 80
