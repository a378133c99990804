"""The rungs: what each does to small boards, that none removes a true cell, and which add nothing."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engines.engine import Limits, Watch
from engines.ladder import Ascent, Ladder
from engines.probe import ASSUMED, PROBE_NODES
from models.doppelblock import Doppelblock, rungs
from models.doppelblock.latin import random_answer
from models.kernel import CURSOR, FRESH, HEAD, fix, remove
from models.puzzle import Grid, LadderView
from tests.models.doppelblock.draws import Rng, all_answers, board_of, random_board

N = None
REGIMES = [(1.0, 0.0), (0.5, 0.1), (0.0, 0.3), (0.8, 0.4)]
"""(share of sums shown, share of cells given)."""

Masks = npt.NDArray[np.uint64]


def masks(ascent: Ascent) -> Masks:
    """The candidates of each cell as bits."""
    found: Masks = ascent.candidates[:, 0].reshape(ascent.puzzle.shape)
    return found


def fixpoint(puzzle: Doppelblock, *names: str) -> Masks | None:
    """The candidates where these rungs come to rest; None on a contradiction."""
    ascent = Ascent(puzzle, names, probing=False)
    return masks(ascent).copy() if ascent.climb() >= 0 else None


def row_board(clue: int | None, cells: str) -> Doppelblock:
    """A board whose first row has a clue and given cells: ``#``, digits and dots; all else is blank."""
    side = len(cells)
    first = [None if mark == "." else 0 if mark == "#" else int(mark) for mark in cells]
    return Doppelblock.from_json(
        {"top": [N] * side, "left": [clue, *[N] * (side - 1)], "givens": [first, *[[N] * side] * (side - 1)]}
    )


def first_row(puzzle: Doppelblock, name: str) -> str | None:
    """What one rung leaves of the first row: settled cells, and ``x`` for a cell that cannot be a block."""
    left = fixpoint(puzzle, name)
    if left is None:
        return None
    drawn = ""
    for mask in map(int, left[0]):
        settled = mask.bit_count() == 1
        drawn += ("#" if mask == 1 else str(mask.bit_length() - 1)) if settled else "." if mask & 1 else "x"
    return drawn


LINE = [
    # Both blocks stand: the rest are digits. One digit left for one cell: it goes there.
    (N, "#.#..", "#x#xx"),
    (N, "##12.", "##123"),
    # Two places left for two blocks, the digits all stand.
    (N, "12..3", "12##3"),
    # A third block, a digit twice: contradiction.
    (N, "###..", None),
    (N, "1..1.", None),
    # A clue is not read at all.
    (3, "#....", "#...."),
]
SCOPE = [
    # 0: side by side. The greatest sum: from end to end.
    (0, "#....", "##xxx"),
    (6, ".....", "#xxx#"),
    # 3 in a row of five takes one or two cells, so the middle is out of reach for neither block.
    (3, ".....", "....."),
    # 5 takes two cells: no block in the middle.
    (5, ".....", "..x.."),
    # One block at the end and one at the distance of two.
    (5, "#....", "#xx#x"),
    # No digit is looked at: the 1 and the 2 cannot make 5, but scope does not know.
    (5, "#12#.", "#12#x"),
    # No block three places apart is left for a 5: contradiction.
    (5, "1#..2", None),
    (N, "#....", "#...."),
]
BOUNDS = [
    # As scope: the least and the greatest sum of any digits.
    (0, "#....", "##xxx"),
    (6, ".....", "#xxx#"),
    # A window with the 3 in it and a sum of 3 is that cell alone; without it, it is the fourth cell.
    (3, ".3...", ".3#x."),
    # The 3 fits in no window with a sum of 2, and the one cell between the blocks is the 2.
    (2, ".3...", "x3#2#"),
    # The windows that 1 and 2 leave have sums of 0, 3 and 6.
    (5, ".12..", None),
    # Two different digits of at least 1: never less than 3, so 2 takes one cell, where the 1 is not.
    (2, "#1...", None),
    (N, ".3...", ".3..."),
]
GAC = [
    (0, "#....", "##xxx"),
    (5, ".12..", None),
    # 5 out of 2 and 3: the 1 is outside, in one of the end cells.
    (5, "#..#.", "#xx#1"),
    # 4 out of 1 and 3 in the middle, the 2 at the end.
    (4, "#..#.", "#xx#2"),
    (N, "##12.", "##123"),
    (3, "#1#..", None),
]


def cases(name: str, rows: list[tuple[int | None, str, str | None]]) -> list[Any]:
    return [pytest.param(name, *row, id=f"{name}-{row[0]}-{row[1]}") for row in rows]


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("name", "clue", "before", "after"),
    cases("line", LINE) + cases("scope", SCOPE) + cases("bounds", BOUNDS) + cases("gac", GAC),
)
def test_a_rung_turns_a_row_into(name: str, clue: int | None, before: str, after: str | None) -> None:
    puzzle = row_board(clue, before)
    assert first_row(puzzle, name) == after


@pytest.fixture(params=[True, False], ids=["words", "subsets"])
def by_words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways of ``gac``: by word tables as far as there are any, and by the subset walk everywhere."""

    def view(puzzle: Doppelblock) -> LadderView:
        return rungs.ladder_view(puzzle.board, by_words=request.param)

    monkeypatch.setattr(Doppelblock, "ladder_view", view)
    chosen: bool = request.param
    return chosen


def is_true_kept(left: Masks | None, answer: Grid) -> bool:
    """Whether the answer is still among the candidates."""
    return left is not None and bool(((left >> answer.astype(np.uint64)) & np.uint64(1)).all())


@pytest.mark.usefixtures("by_words")
@pytest.mark.parametrize("side", [3, 4, 5, 6, 8, 9])
def test_no_rung_in_any_regime_removes_a_value_of_the_answer(side: int) -> None:
    rng = np.random.default_rng(side)
    for shown, given in REGIMES:
        for _ in range(40 if side < 8 else 12):
            answer = random_answer(side, rng)
            puzzle = board_of(answer, rng, shown, given)
            for name in Doppelblock.rungs:
                alone = Ascent(puzzle, (name,), probing=False)
                assert alone.climb() >= 0, (name, puzzle.canonical())
                assert is_true_kept(masks(alone), answer), (name, puzzle.canonical())
                assert alone.step(0) == 0
            ascent = Ascent(puzzle)
            ascent.search(Limits(nodes=0), Watch(Limits()))
            assert is_true_kept(masks(ascent), answer), ("probe", puzzle.canonical())


@pytest.mark.usefixtures("by_words")
@pytest.mark.parametrize("side", [4, 5, 6, 8])
def test_fixpoints_do_not_depend_on_the_rungs_that_a_stronger_one_covers(side: int) -> None:
    rng = np.random.default_rng(10 + side)
    for _ in range(60 if side < 8 else 20):
        puzzle = random_board(rng, side)
        for stronger, weaker in (("bounds", "scope"), ("gac", "line"), ("gac", "scope"), ("gac", "bounds")):
            alone, both = fixpoint(puzzle, stronger), fixpoint(puzzle, weaker, stronger)
            assert (alone is None) == (both is None), puzzle.canonical()
            assert alone is None or (alone == both).all(), (weaker, stronger, puzzle.canonical())
        for fewer, more in ((("line", "bounds"), Doppelblock.rungs[:3]), (("gac",), Doppelblock.rungs)):
            alone, both = fixpoint(puzzle, *fewer), fixpoint(puzzle, *more)
            assert (alone is None) == (both is None), puzzle.canonical()
            assert alone is None or (alone == both).all(), (more, puzzle.canonical())


@pytest.mark.usefixtures("by_words")
def test_each_rung_adds_something_to_the_cheaper_ones() -> None:
    rng = np.random.default_rng(3)
    gained = set()
    for _ in range(30):
        puzzle = board_of(random_answer(6, rng), rng)
        prefixes = [fixpoint(puzzle, *Doppelblock.rungs[: k + 1]) for k in range(len(Doppelblock.rungs))]
        for k, (before, after) in enumerate(pairwise(prefixes), 1):
            if before is not None and after is not None and (before != after).any():
                gained.add(Doppelblock.rungs[k])
    assert gained == {"scope", "bounds", "gac"}


@pytest.mark.usefixtures("by_words")
@pytest.mark.parametrize("side", [4, 6, 9])
def test_every_rung_is_silent_at_the_fixpoint_even_when_it_looks_at_everything_again(side: int) -> None:
    rng = np.random.default_rng(20 + side)
    for _ in range(20):
        puzzle = board_of(random_answer(side, rng), rng, *REGIMES[rng.integers(len(REGIMES))])
        ascent = Ascent(puzzle)
        assert ascent.climb() >= 0
        ascent.trail[CURSOR:HEAD] = FRESH
        assert [ascent.step(index) for index in range(len(Doppelblock.rungs))] == [0, 0, 0, 0]


def legal_words(masks_of_line: list[int], clue: int | None) -> list[tuple[int, ...]]:
    """Every way to fill a line of candidates, out of all orders of its values."""
    side = len(masks_of_line)
    return [
        word
        for word in set(permutations((0, 0, *range(1, side - 1))))
        if all(mask >> value & 1 for mask, value in zip(masks_of_line, word, strict=True))
        and clue in (None, sum(word[word.index(0) : side - word[::-1].index(0)]))
    ]


def plain_consistency(puzzle: Doppelblock, left: list[list[int]]) -> list[list[int]] | None:
    """Keep what some legal word of each line uses, until nothing changes; None on a contradiction."""
    before = None
    while before != left:
        before = [row[:] for row in left]
        for line, clue in enumerate(puzzle.board.clues):
            cells = puzzle.board.line_cells(line)
            words = legal_words([left[r][c] for r, c in cells], clue)
            if not words:
                return None
            for place, (r, c) in enumerate(cells):
                left[r][c] = sum(1 << value for value in {word[place] for word in words})
    return left


def thin_at_random(ascent: Ascent, rng: Rng, share: float, answer: Grid) -> None:
    """Remove candidates other than the answer's at random, through the trail."""
    for cell, true in enumerate(answer.ravel().tolist()):
        for value in range(ascent.puzzle.values):
            if value != true and rng.random() < share:
                remove(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)


@pytest.mark.tiny
@pytest.mark.usefixtures("by_words")
@pytest.mark.parametrize(("side", "boards"), [(3, 30), (4, 30), (5, 12)])
def test_gac_is_exact_on_any_candidates(side: int, boards: int) -> None:
    rng = np.random.default_rng(30 + side)
    for _ in range(boards):
        answer = random_answer(side, rng)
        puzzle = board_of(answer, rng, float(rng.choice([0.0, 0.5, 1.0])))
        ascent = Ascent(puzzle, ("gac",), probing=False)
        # Half of the time the rung has looked at the full board before candidates go.
        if rng.random() < 0.5:
            ascent.climb()
        thin_at_random(ascent, rng, rng.uniform(0, 0.7), answer)
        if rng.random() < 0.3:
            cell, value = int(rng.integers(side * side)), int(rng.integers(side - 1))
            fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
        expected = plain_consistency(puzzle, [[int(mask) for mask in row] for row in masks(ascent)])
        found = masks(ascent).tolist() if ascent.climb() >= 0 else None
        assert found == expected, puzzle.canonical()


@pytest.mark.parametrize("side", [6, 7, 8])
def test_word_tables_and_subset_walk_come_to_the_same(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(40 + side)
    contradictions = 0
    for _ in range(40):
        answer = random_answer(side, rng)
        puzzle = board_of(answer, rng, float(rng.choice([0.3, 1.0])))
        found = []
        seed = int(rng.integers(1 << 30))
        for by_words in (True, False):
            view = rungs.ladder_view(puzzle.board, by_words)
            monkeypatch.setattr(Doppelblock, "ladder_view", lambda _, view=view: view)
            ascent = Ascent(puzzle, ("gac",), probing=False)
            again = np.random.default_rng(seed)
            thin_at_random(ascent, again, again.uniform(0, 0.7), answer)
            if again.random() < 0.3:
                cell, value = int(again.integers(side * side)), int(again.integers(side - 1))
                fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
            found.append(masks(ascent).copy() if ascent.climb() >= 0 else None)
        contradictions += found[0] is None
        assert (found[0] is None) == (found[1] is None), puzzle.canonical()
        assert found[0] is None or (found[0] == found[1]).all(), puzzle.canonical()
    assert 0 < contradictions < 40


def words_from(masks_of_line: list[int], clue: int, placed: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """As ``legal_words``, but filled in from the left: for lines with few candidates."""
    if len(placed) == len(masks_of_line):
        first, second = (place for place, value in enumerate(placed) if value == 0)
        return {placed} if sum(placed[first:second]) == clue else set()
    found = set()
    for value in range(len(masks_of_line) - 1):
        fits = placed.count(value) < (2 if value == 0 else 1)
        if fits and masks_of_line[len(placed)] >> value & 1:
            found |= words_from(masks_of_line, clue, (*placed, value))
    return found


@pytest.mark.parametrize("side", [9, 10, 12])
def test_gac_is_exact_on_long_lines(side: int) -> None:
    rng = np.random.default_rng(side)
    for _ in range(10):
        answer = random_answer(side, rng)
        puzzle = board_of(answer, rng)
        ascent = Ascent(puzzle, ("gac",), probing=False)
        # Thin the first row only: no other line can reach back into it by one filtering of that row.
        for column, true in enumerate(answer[0].tolist()):
            for value in range(side - 1):
                if value != true and rng.random() < 0.65:
                    remove(ascent.candidates, ascent.sizes, ascent.trail, column, value, ASSUMED)
        before = [int(mask) for mask in masks(ascent)[0]]
        words = words_from(before, int(puzzle.board.clues[0] or 0))
        ascent.step(0)
        kept = [sum(1 << value for value in {word[place] for word in words}) for place in range(side)]
        assert [int(mask) for mask in masks(ascent)[0]] == kept, puzzle.canonical()


@pytest.mark.tiny
@pytest.mark.usefixtures("by_words")
def test_the_rungs_reject_every_complete_grid_that_the_rules_reject() -> None:
    rng = np.random.default_rng(50)
    for _ in range(200):
        answer = all_answers(4)[rng.integers(216)]
        puzzle = board_of(answer, rng, 0.8)
        other = all_answers(4)[rng.integers(216)].copy()
        if rng.random() < 0.5:
            other[rng.integers(4), rng.integers(4)] = rng.integers(3)
        for names in (None, ("gac",)):
            ascent = Ascent(puzzle, names, probing=False)
            for cell, value in enumerate(other.ravel().tolist()):
                fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
            assert (ascent.climb() >= 0) == (puzzle.violations(other) == []), puzzle.canonical()


def test_line_assignments_and_probes_are_counted_as_the_rungs_in_front_of_gac_save_them() -> None:
    rng = np.random.default_rng(60)
    built = dict.fromkeys(("all", "scope", "line", "bounds", "gac"), 0)
    for _ in range(20):
        puzzle = board_of(random_answer(6, rng), rng)
        for without in built:
            names = tuple(name for name in Doppelblock.rungs if name != without)
            outcome = Ladder(names, probing=True).solve(puzzle, Limits(nodes=0))
            built[without] += outcome.counters["line_assignments"]
            assert (outcome.counters["probes"] > 0) == (outcome.grade == "probe" or not outcome.exhausted)
    # Without scope it is the same to the last one: bounds walks the same pairs and weighs them more sharply.
    assert built["scope"] == built["all"]
    assert built["line"] > built["all"]
    assert built["bounds"] > built["all"]
    assert built["gac"] == 0


def test_search_settles_blocks_first_and_probes_neither_at_the_root_nor_at_nodes_unless_told_to() -> None:
    puzzle = Doppelblock.from_json({"top": [N] * 5, "left": [N] * 5})
    assert not Ascent(puzzle).control[PROBE_NODES]
    assert Ladder().solve(puzzle, Limits()).counters["probes"] == 0
    told = Ladder(probing=True).solve(puzzle, Limits())
    assert told.counters["probes"] > 0
    first = Ladder().solve(puzzle, Limits(solutions=1)).solutions[0]
    # The lowest value is tried first, so blocks that come first stand as far up and left as they can.
    assert first[0].tolist()[:2] == [0, 0]
    assert first[1].tolist()[:2] == [0, 0]
