"""The ladder's machine: probe's fixpoint, undo, slices, limits, ablations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bench.studies.doppelblock.drawn import draw_puzzle
from engines import descent as descent_module
from engines import ladder as ladder_module
from engines.engine import Limits, Pace, Verdict, Watch
from engines.ladder import Ascent, Ladder
from engines.probe import ASSUMED
from models.fillapix import FillAPix
from models.kernel import LENGTH, fix, has, remove, undo
from models.puzzle import Puzzle


def random_board(rng: np.random.Generator, rows: int, cols: int, share: float) -> FillAPix:
    """Return a board whose clues are those of a random picture, each shown with a probability."""
    picture = np.pad(rng.integers(0, 2, (rows, cols)), 1)
    clues: list[list[int | None]] = [
        [int(picture[r : r + 3, c : c + 3].sum()) if rng.random() < share else None for c in range(cols)]
        for r in range(rows)
    ]
    return FillAPix.from_json({"kind": "fillapix", "clues": clues})


def refuted(ascent: Ascent, cell: int, value: int) -> bool:
    """Assume a candidate, climb, take it back; written plainly, without memory."""
    mark, state = int(ascent.trail[LENGTH, 0]), ascent.state.copy()
    fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
    contradiction = ascent.climb() < 0
    undo(ascent.candidates, ascent.sizes, ascent.trail, mark)
    ascent.state[:] = state
    return contradiction


def plain_singleton_consistency(puzzle: Puzzle) -> Any:
    """Probe every candidate again after every change; the candidates left, None on contradiction."""
    ascent = Ascent(puzzle)
    if ascent.climb() < 0:
        return None
    changed = True
    while changed:
        changed = False
        for cell in range(len(ascent.sizes)):
            for value in range(puzzle.values):
                if ascent.sizes[cell, 0] < 2 or not has(ascent.candidates, cell, value):
                    continue
                if refuted(ascent, cell, value):
                    remove(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
                    if ascent.climb() < 0:
                        return None
                    changed = True
    return ascent.candidates


@pytest.mark.parametrize("size", [4, 7, 12, 17])
def test_probe_reaches_the_fixpoint_of_plain_singleton_consistency(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(30 if size < 12 else 8):
        puzzle = random_board(rng, size, size + 1, rng.uniform(0.3, 0.6))
        expected = plain_singleton_consistency(puzzle)
        ascent = Ascent(puzzle)
        ascent.search(Limits(nodes=0), Watch(Limits()))
        assert expected is not None
        assert (ascent.candidates == expected).all(), puzzle.canonical()


@pytest.mark.tiny
def test_undo_restores_candidates_sizes_and_trail() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        ascent = Ascent(random_board(rng, 4, 4, 0.4))
        assert ascent.climb() >= 0
        before = [array.copy() for array in (ascent.candidates, ascent.sizes, ascent.state)]
        mark = int(ascent.trail[LENGTH, 0])
        for cell in np.flatnonzero(ascent.sizes[:, 0] > 1):
            refuted(ascent, int(cell), 1)
            after = (ascent.candidates, ascent.sizes, ascent.state)
            assert all((new == old).all() for new, old in zip(after, before, strict=True))
            assert ascent.trail[LENGTH, 0] == mark


def test_slices_of_any_length_give_the_same_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(11)
    boards = [random_board(rng, 6, 6, 0.25) for _ in range(10)]
    limits = Limits(solutions=50)
    whole = [Ladder().solve(board, limits) for board in boards]
    monkeypatch.setattr(ladder_module, "SLICE", 1)
    monkeypatch.setattr(Pace, "took", lambda self, seconds: None)
    monkeypatch.setattr(descent_module, "STACK", 1)
    for board, expected in zip(boards, whole, strict=True):
        sliced = Ladder().solve(board, limits)
        assert sliced.counters == expected.counters
        assert [g.tolist() for g in sliced.solutions] == [g.tolist() for g in expected.solutions]
        assert (sliced.limit, sliced.exhausted) == (expected.limit, expected.exhausted)


@pytest.mark.parametrize("seed", [5, 8])
def test_slices_of_any_length_ask_probe_and_rungs_as_often(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Where a cell has many values, a pause between two of them must not begin the cell again."""
    puzzle, _ = draw_puzzle(8, seed)
    limits = Limits(solutions=2, nodes=3)
    whole = Ladder(probing=True).solve(puzzle, limits)
    assert whole.counters["probes"] > 100
    monkeypatch.setattr(ladder_module, "SLICE", 1)
    monkeypatch.setattr(Pace, "took", lambda self, seconds: None)
    assert Ladder(probing=True).solve(puzzle, limits).counters == whole.counters


@pytest.mark.tiny
def test_every_ablation_finds_the_same_solutions() -> None:
    rng = np.random.default_rng(3)
    for _ in range(6):
        puzzle = random_board(rng, 3, 3, rng.uniform(0.2, 0.6))
        found = {
            tuple(sorted(grid.tobytes() for grid in outcome.solutions))
            for rungs in [(), ("count",), ("pair",), ("count", "pair")]
            for probing in [False, True]
            for outcome in [Ladder(rungs, probing).solve(puzzle, Limits(solutions=None, keep=5000))]
            if outcome.exhausted
        }
        assert len(found) == 1, puzzle.canonical()


@pytest.mark.tiny
def test_probe_alone_settles_nothing() -> None:
    rng = np.random.default_rng(8)
    for _ in range(20):
        outcome = Ladder(rungs=()).solve(random_board(rng, 4, 4, 0.8), Limits(nodes=0))
        assert outcome.settled is not None
        assert (outcome.settled < 0).all()


@pytest.mark.tiny
def test_a_rung_that_is_off_stays_out_of_probe() -> None:
    rng = np.random.default_rng(9)
    puzzle = random_board(rng, 4, 4, 0.4)
    for off, on in [("count", "pair"), ("pair", "count")]:
        counters = Ladder(rungs=(on,)).solve(puzzle, Limits()).counters
        assert counters["probes"] > 0
        assert counters[f"{on}_calls"] > counters["probes"]
        assert f"{off}_calls" not in counters


@pytest.mark.tiny
def test_a_known_answer_makes_search_try_the_other_values_first() -> None:
    empty = FillAPix.from_json({"kind": "fillapix", "clues": [[None] * 3] * 3})
    known = np.ones((3, 3), np.int16)
    outcome = Ladder().solve(empty, Limits(solutions=1), known=known)
    assert (outcome.solutions[0] == 0).all()


@pytest.mark.tiny
def test_an_unknown_rung_is_refused() -> None:
    with pytest.raises(ValueError, match="no rung 'scope'"):
        Ladder(rungs=("scope",)).solve(random_board(np.random.default_rng(0), 3, 3, 1.0), Limits())


@pytest.mark.tiny
def test_an_undecided_board_says_what_is_settled() -> None:
    board = FillAPix.from_json({"kind": "fillapix", "clues": [[0, None, None, None, None]]})
    outcome = Ladder().solve(board, Limits(nodes=0))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.limit == "nodes"
    assert outcome.settled is not None
    assert outcome.settled.tolist() == [[0, 0, -2, -2, -2]]


def test_a_stack_that_grows_too_large_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descent_module, "LARGEST", 100_000)
    blank = FillAPix.from_json({"clues": [[None] * 20] * 20})
    outcome = Ladder().solve(blank, Limits(solutions=None, keep=1, seconds=30))
    assert outcome.limit == "memory"
    assert outcome.verdict in (Verdict.UNDECIDED, Verdict.MULTIPLE)
