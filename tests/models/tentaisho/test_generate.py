"""Made Tentai Show boards: what is promised of each, and what their galaxies are like."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.engine import Limits, Verdict
from engines.ladder import Ladder
from engines.sat import Sat
from models.puzzle import BadPuzzle, TooLarge
from models.tentaisho import TentaiShow
from models.tentaisho.generate import generate
from models.tentaisho.partition import Partition, Sizes


def sizes_of(seed: int, side: int, **dials: Any) -> list[int]:
    """The sizes of the galaxies of a made board."""
    solution = generate(side, side, seed, **dials).solution
    sizes: list[int] = np.bincount(solution.ravel()).tolist()
    return sizes


@pytest.mark.tiny
def test_the_same_seed_and_dials_make_the_same_board() -> None:
    first, again, other = generate(5, 6, 7), generate(5, 6, 7), generate(5, 6, 8)
    assert first.to_json() == again.to_json()
    assert first.to_json() != other.to_json()
    assert generate(5, 6, 7, mean=12.0).to_json()["puzzle"] != first.to_json()["puzzle"]


@pytest.mark.parametrize("shape", [(1, 3), (3, 1), (2, 3), (3, 3), (1, 12), (5, 4), (7, 7), (10, 10)])
def test_a_board_has_one_answer_and_something_to_decide(shape: tuple[int, int]) -> None:
    for seed in range(15):
        made = generate(*shape, seed)
        assert made.puzzle.violations(made.solution) == []
        outcome = Ladder().solve(made.puzzle, Limits())
        assert outcome.verdict == Verdict.UNIQUE, made.puzzle.canonical()
        assert np.array_equal(outcome.solutions[0], made.solution)
        assert isinstance(made.puzzle, TentaiShow)
        touched = sum(len(made.puzzle.board.core(dot)) for dot in range(made.puzzle.values))
        assert made.details["loose_cells"] == made.solution.size - touched > 0


@pytest.mark.parametrize(("side", "mean"), [(20, 6.0), (20, 30.0), (40, 6.0), (40, 20.0)])
def test_large_boards_have_one_answer_for_two_engines(side: int, mean: float) -> None:
    made = generate(side, side, 3, mean=mean)
    for engine in (Ladder(), Sat()):
        outcome = engine.solve(made.puzzle, Limits(seconds=30))
        assert outcome.verdict == Verdict.UNIQUE
        assert np.array_equal(outcome.solutions[0], made.solution)


def test_boards_may_have_more_answers_when_asked_for() -> None:
    counts = [
        Ladder().solve(generate(9, 9, seed, mean=15.0, unique=False).puzzle, Limits()).count
        for seed in range(25)
    ]
    assert set(counts) == {1, 2}


def test_mean_and_merges_raise_the_sizes_and_largest_caps_them() -> None:
    plain = [np.mean(sizes_of(seed, 12, unique=False)) for seed in range(10)]
    more = [np.mean(sizes_of(seed, 12, unique=False, mean=30.0)) for seed in range(10)]
    merged = [np.mean(sizes_of(seed, 12, unique=False, merges=4)) for seed in range(10)]
    assert np.mean(plain) < np.mean(merged)
    assert np.mean(plain) < np.mean(more)
    assert max(size for seed in range(10) for size in sizes_of(seed, 12, largest=5, mean=30.0)) <= 5


def test_sizes_are_spread_like_in_published_boards() -> None:
    """Of 121 published 10x10 boards: 20 % single cells, 21 % pairs, 17 % fours, 4.4 cells on average."""
    sizes = np.array([size for seed in range(100) for size in sizes_of(seed, 10)])
    assert 3.9 < sizes.mean() < 4.6
    for size, share in ((1, 0.20), (2, 0.21), (4, 0.17)):
        assert abs((sizes == size).mean() - share) < 0.05


def test_dots_lie_on_cells_edges_and_vertices() -> None:
    made = generate(20, 20, 0)
    assert isinstance(made.puzzle, TentaiShow)
    assert {(y % 2, x % 2) for y, x in made.puzzle.board.dots} == {(0, 0), (0, 1), (1, 0), (1, 1)}


PICTURE = [
    [0, 0, 0, 0, 0, 0, 0],
    [0, 1, 1, 0, 1, 1, 0],
    [0, 1, 1, 1, 1, 1, 0],
    [0, 0, 1, 1, 1, 0, 0],
    [0, 0, 0, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
]


def test_the_black_galaxies_are_the_picture() -> None:
    for seed in range(10):
        made = generate(6, 7, seed, picture=PICTURE)
        assert isinstance(made.puzzle, TentaiShow)
        black = np.array([letter == "b" for letter in made.puzzle.board.colours])
        assert black[made.solution].astype(int).tolist() == PICTURE
        assert Ladder().solve(made.puzzle, Limits()).verdict == Verdict.UNIQUE


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("rows", "cols", "dials", "where"),
    [
        (2, 2, {}, "2x2"),
        (5, 5, {"seed": -1}, "seed -1"),
        (5, 5, {"mean": 0.5}, "mean 0.5"),
        (5, 5, {"mean": float("nan")}, "mean nan"),
        (5, 5, {"largest": 2}, "largest 2"),
        (5, 5, {"merges": -1}, "merges -1"),
        (2, 3, {"picture": [[0, 1], [1, 0]]}, "picture"),
        (1, 3, {"picture": [[0, 1, 2]]}, "picture"),
        (3, 3, {"picture": [[0, 1, 0], [1, 0, 1], [0, 1, 0]]}, "3x3"),
    ],
)
def test_dials_that_make_nothing_are_refused(rows: int, cols: int, dials: dict[str, Any], where: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        generate(rows, cols, dials.pop("seed", 0), **dials)
    assert refused.value.where == where


@pytest.mark.tiny
def test_a_side_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge):
        generate(101, 5, 0)


@pytest.mark.tiny
def test_merging_keeps_galaxies_whole() -> None:
    from random import Random

    for seed in range(20):
        rng = Random(seed)
        partition = Partition(6, 5, [0] * 30)
        partition.fill(range(30), lambda _: Sizes(3, 30), rng)
        before = len(partition.dots)
        partition.merge(Sizes(30, 30), rng)
        assert len(partition.dots) <= before
        assert sorted(cell for cells in partition.galaxies.values() for cell in cells) == list(range(30))
        assert all(
            partition.owners[cell] == number for number, cells in partition.galaxies.items() for cell in cells
        )
