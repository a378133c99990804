"""Twins: the classifier against sorting by clues, graphs and a solver; the counts against exact numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from models.fillapix.generate import all_clues
from models.fillapix.thinning import Thinner
from models.fillapix.twin_count import (
    MAX_CELLS,
    count_twins,
    non_constant_matrices,
    strong_tournaments,
)
from models.fillapix.twins import (
    LINE,
    NO_TWIN,
    TWO_BLOCK,
    classify,
    closed_sizes,
    find_twins,
    has_twin,
    kernel_vector,
    lines,
)
from models.puzzle import TooLarge

SMALL = [(r, c) for r in range(1, 6) for c in range(1, 6) if r * c <= 16]


def all_pictures(rows: int, cols: int) -> npt.NDArray[np.int16]:
    """Every picture of a size, int16[2^cells, rows, cols]."""
    cells = rows * cols
    bits = np.arange(1 << cells)[:, None] >> np.arange(cells)
    return (bits & 1).astype(np.int16).reshape(-1, rows, cols)


def shares_its_clues(pictures: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Sort all pictures of a size by their clues: whether another one has the same."""
    padded = np.pad(pictures, ((0, 0), (1, 1), (1, 1))).astype(np.uint64)
    _, rows, cols = pictures.shape
    key = np.zeros(len(pictures), np.uint64)
    for r in range(rows):
        for c in range(cols):
            key = key * np.uint64(10) + padded[:, r : r + 3, c : c + 3].sum(axis=(1, 2), dtype=np.uint64)
    _, group, size = np.unique(key, return_inverse=True, return_counts=True)
    shared: npt.NDArray[np.bool_] = size[group] > 1
    return shared


@pytest.mark.tiny
@pytest.mark.parametrize(("rows", "cols"), SMALL)
def test_the_classifier_agrees_with_sorting_all_pictures_by_their_clues(rows: int, cols: int) -> None:
    pictures = all_pictures(rows, cols)
    kinds = classify(pictures)
    assert ((kinds != NO_TWIN) == shares_its_clues(pictures)).all()
    count = count_twins(rows, cols)
    assert count.twins == (kinds != NO_TWIN).sum()
    assert count.with_line == (kinds == LINE).sum()
    assert count.blocks_only == (kinds == TWO_BLOCK).sum()


@pytest.mark.tiny
def test_exact_counts_are_those_of_four_independent_ways() -> None:
    counts = {size: count_twins(*size).twins for size in [(2, 5), (3, 5), (4, 5), (4, 4), (5, 5), (5, 8)]}
    assert counts == {
        (2, 5): 996,
        (3, 5): 10_816,
        (4, 5): 433_920,
        (4, 4): 0,
        (5, 5): 24_644_272,
        (5, 8): 777_505_306_944,
    }
    five = count_twins(5, 5)
    assert (five.with_line, five.blocks_only, five.pictures) == (24_587_824, 56_448, 33_554_432)
    assert five.fraction == Fraction(24_644_272, 33_554_432)
    assert float(five.expected_redraws) == pytest.approx(44.3 / 16, abs=0.005)


@pytest.mark.tiny
def test_exact_rates_of_larger_sizes() -> None:
    percent = {
        (8, 8): "39.873458",
        (11, 11): "15.849327",
        (14, 14): "5.326975",
        (17, 17): "1.646850",
        (20, 20): "0.487121",
        (23, 23): "0.140285",
        (8, 10): "27.202384",
        (10, 11): "7.543486",
    }
    for (rows, cols), expected in percent.items():
        count = count_twins(rows, cols)
        assert f"{float(100 * count.fraction):.6f}" == expected
        assert count_twins(cols, rows).twins == count.twins


@pytest.mark.tiny
def test_strong_tournaments_and_matrices_without_constant_lines_are_the_known_sequences() -> None:
    assert [strong_tournaments(m, m) for m in range(1, 9)] == [
        0,
        2,
        102,
        22_730,
        17_564_070,
        46_913_648_762,
        451_512_045_540_822,
        16_271_021_103_280_406_570,
    ]
    assert [non_constant_matrices(m, m) for m in range(2, 7)] == [  # OEIS A283624
        2,
        102,
        22_874,
        17_633_670,
        46_959_933_962,
    ]


@pytest.mark.tiny
def test_the_counts_stop_with_an_error_where_they_could_not_be_printed() -> None:
    largest = count_twins(118, 118)
    assert MAX_CELLS // 118 == 118
    assert str(largest.to_json()["twins"])
    with pytest.raises(TooLarge, match="119x119"):
        count_twins(119, 119)
    with pytest.raises(ValueError, match="0x4"):
        count_twins(0, 4)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 2), (3, 5), (4, 4), (6, 4), (8, 10)])
def test_scores_find_a_closed_set_exactly_when_the_graph_is_not_strong(a: int, b: int) -> None:
    import networkx

    rng = np.random.default_rng(a * 100 + b)
    seen = set()
    for _ in range(400):
        arcs = (rng.random((a, b)) < rng.uniform(0.1, 0.9)).astype(np.int16)
        graph = np.zeros((a + b, a + b), np.int8)
        graph[:a, a:] = arcs
        graph[a:, :a] = 1 - arcs.T
        digraph = networkx.from_numpy_array(graph, create_using=networkx.DiGraph)
        strong = networkx.is_strongly_connected(digraph)
        assert closed_sizes(arcs[None]).any() == (not strong)
        seen.add(not strong)
    assert seen == ({True} if min(a, b) == 1 else {True, False})


@pytest.mark.tiny
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 5), (5, 4), (5, 5), (8, 5), (8, 10), (11, 11), (6, 7)])
def test_every_twin_found_has_the_same_clues(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(shape)
    for _ in range(100):
        picture = rng.integers(0, 2, shape, np.int16)
        twins = find_twins(picture)
        assert bool(twins) is has_twin(picture)
        for twin in twins:
            other = twin.flip(picture)
            assert (other != picture).sum() == len(twin.cells) > 0
            assert set(np.unique(other)) <= {0, 1}
            assert (all_clues(other) == all_clues(picture)).all()
        assert len({twin.cells for twin in twins}) == len(twins)


@pytest.mark.tiny
def test_every_line_that_can_be_flipped_is_found_and_no_two_block_twin_holds_one() -> None:
    rng = np.random.default_rng(4)
    u = kernel_vector(5)
    kinds = set()
    for _ in range(300):
        picture = rng.integers(0, 2, (5, 5), np.int16)
        flippable = {
            (axis, place)
            for axis, read in enumerate((picture, picture.T))
            for place, line in enumerate(read)
            for sign in (1, -1)
            if np.isin(line + sign * u, (0, 1)).all()
        }
        twins = find_twins(picture)
        assert [twin.name for twin in twins if twin.kind == "line"] == [
            f"{'row' if axis == 0 else 'column'} {place + 1}" for axis, place in sorted(flippable)
        ]
        for twin in twins:
            kinds.add(twin.kind)
            if twin.kind == "two-block":
                flipped = np.zeros((5, 5), bool)
                flipped[tuple(np.array(twin.cells).T)] = True
                assert flipped.sum(axis=0).max() < 4
                assert flipped.sum(axis=1).max() < 4
    assert kinds == {"line", "two-block"}


@pytest.mark.tiny
def test_only_sides_of_2_mod_3_have_lines() -> None:
    for rows in range(1, 9):
        for cols in range(1, 9):
            flat = np.zeros((1, rows, cols), np.int16)
            across, down = lines(flat)
            assert across.shape == (1, rows)
            assert down.shape == (1, cols)
            if rows % 3 != 2 != cols % 3:
                assert not across.any()
                assert not down.any()
                assert not has_twin(flat[0])


@pytest.mark.parametrize("shape", [(2, 5), (3, 5), (5, 5), (5, 8), (6, 6), (8, 8), (8, 10), (10, 11)])
def test_a_solver_finds_another_picture_exactly_where_the_classifier_says(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(shape)
    twins = 0
    for _ in range(300):
        picture = rng.integers(0, 2, shape, np.int16)
        with Thinner(picture, all_clues(picture)) as thinner:
            other = thinner.sufficient(thinner.open) is None
        assert other is has_twin(picture), picture.tolist()
        twins += other
    assert abs(twins / 300 - float(count_twins(*shape).fraction)) < 0.1
