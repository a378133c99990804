"""Four ways of counting pictures with a twin, for every size up to 5x5; kernel vectors on their own."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from models.fillapix.generate import all_clues
from models.fillapix.kernel_vectors import kernel_vectors, minimal, pictures_taking_one
from models.fillapix.twin_count import count_twins, non_constant_matrices
from models.fillapix.twin_ways import WAYS, batches, by_clues, kinds, pictures, smallest_sizes
from models.fillapix.twins import LINE, NO_TWIN, TWO_BLOCK, find_twins
from models.puzzle import TooLarge

A283624 = [
    2,
    102,
    22874,
    17633670,
    46959933962,
    451575174961302,
    16271255119687320314,
    2253375946574190518740230,
    1219041140314101911449662059402,
    2601922592659455476330065914740044182,
    22040870572750372076278589658097827953983034,
]
"""n x n 0/1 matrices with no constant row or column, n = 2 .. 12, as the encyclopedia has them."""


@pytest.mark.parametrize(("rows", "cols"), [size for size in smallest_sizes(5) if size != (5, 5)])
def test_four_ways_count_the_same(rows: int, cols: int) -> None:
    exact = count_twins(rows, cols).twins
    assert {name: count(rows, cols) for name, count in WAYS.items()} == dict.fromkeys(WAYS, exact)
    assert WAYS["closed form"](cols, rows) == exact


def test_all_pictures_of_5x5_are_classified_as_three_other_ways_count_them() -> None:
    without, line, blocks = kinds(5, 5).tolist()
    assert (line, blocks) == (24_587_824, 56_448)
    assert without + line + blocks == 1 << 25
    assert line + blocks == WAYS["kernel vectors"](5, 5) == WAYS["closed form"](5, 5) == 24_644_272


@pytest.mark.parametrize(
    ("size", "vectors", "least"),
    [((2, 5), 344, 42), ((3, 5), 26, 6), ((4, 5), 80, 8), ((5, 5), 3194, 216), ((4, 4), 0, 0)],
)
def test_kernel_vectors_and_minimal_ones_are_as_many_as_published(
    size: tuple[int, int], vectors: int, least: int
) -> None:
    listed = kernel_vectors(*size)
    assert (len(listed), len(minimal(listed))) == (vectors, least)


@pytest.mark.tiny
@pytest.mark.parametrize("size", [(1, 2), (2, 2), (2, 3), (2, 5), (3, 5), (5, 2), (5, 5)])
def test_kernel_vectors_change_no_clue_and_come_with_their_opposites(size: tuple[int, int]) -> None:
    listed = kernel_vectors(*size)
    assert len(np.unique(listed, axis=0)) == len(listed) > 0
    assert {each.tobytes() for each in listed} == {each.tobytes() for each in -listed}
    for vector in listed[:: max(1, len(listed) // 50)]:
        assert vector.any()
        assert not all_clues(vector.astype(np.int16)).any()


@pytest.mark.tiny
def test_every_minimal_vector_is_a_twin_that_the_classifier_names_and_the_other_way_round() -> None:
    least = minimal(kernel_vectors(5, 5))
    for vector in least[::9]:
        picture = (vector < 0).astype(np.int16)
        cells = {tuple(cell) for cell in np.argwhere(vector).tolist()}
        assert any(set(twin.cells) <= cells or set(twin.cells) >= cells for twin in find_twins(picture))
    rng = np.random.default_rng(8)
    known = {each.tobytes() for each in kernel_vectors(5, 5)}
    for _ in range(200):
        picture = rng.integers(0, 2, (5, 5), np.int16)
        for twin in find_twins(picture):
            assert (twin.flip(picture) - picture).astype(np.int8).tobytes() in known


@pytest.mark.tiny
def test_pictures_are_numbered_by_their_cells_and_come_in_parts_without_gaps() -> None:
    assert pictures(2, 2, 6, 8).tolist() == [[[0, 1], [1, 0]], [[1, 1], [1, 0]]]
    assert len({each.tobytes() for each in pictures(3, 3, 0, 512)}) == 512
    parts = list(batches(18))
    assert parts[0][0] == 0
    assert parts[-1][1] == 1 << 18
    assert all(left[1] == right[0] for left, right in pairwise(parts))


@pytest.mark.tiny
def test_ways_of_counting_stop_with_an_error_where_there_are_too_many_pictures() -> None:
    for count in (by_clues, kinds):
        with pytest.raises(TooLarge, match="6x5"):
            count(6, 5)
    with pytest.raises(TooLarge, match="2x10"):
        kernel_vectors(2, 10)
    with pytest.raises(TooLarge, match="3x9"):
        pictures_taking_one(np.zeros((1, 3, 9), np.int8))


@pytest.mark.tiny
def test_pictures_without_a_line_to_flip_are_the_encyclopedias_matrices() -> None:
    assert [non_constant_matrices(n, n) for n in range(2, 13)] == A283624
    for side in (2, 5, 8):
        count = count_twins(side, side)
        matrix = 2 * (side + 1) // 3
        alone = (2**matrix - 2) ** (2 * (side - matrix)) * 2 ** ((side - matrix) ** 2)
        assert count.pictures - count.with_line == A283624[matrix - 2] * alone


@pytest.mark.tiny
def test_a_picture_and_its_complement_are_of_one_kind() -> None:
    from models.fillapix.twins import classify

    rng = np.random.default_rng(1)
    drawn = rng.integers(0, 2, (4000, 5, 5), np.uint8)
    found = classify(drawn)
    assert (found == classify(1 - drawn)).all()
    assert set(found.tolist()) == {NO_TWIN, LINE, TWO_BLOCK}
