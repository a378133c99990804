"""Regions named anyhow, told to the dots that own them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from models.answers import Name
from models.tentaisho.board import Board
from models.tentaisho.regions import galaxies_of

pytestmark = pytest.mark.tiny

DOTS = ((1, 1), (1, 4), (3, 3))
BOARD = Board(2, 3, DOTS)


def told(
    rows: Sequence[str], holes: Sequence[tuple[int, int]] = ()
) -> tuple[list[list[int]], list[str], int]:
    cells = [[None if letter == "." else letter for letter in row] for row in rows]
    grid, faults, amiss = galaxies_of(Board(2, 3, DOTS, holes=tuple(holes)), cells)
    return grid.tolist(), [fault.code for fault in faults], len(amiss)


def test_each_region_belongs_to_the_dot_inside_it() -> None:
    assert told(["abb", "acc"]) == ([[0, 1, 1], [0, 2, 2]], [], 0)


def test_names_may_be_any() -> None:
    cells: list[list[Name]] = [[7, "x", "x"], [7, -3, -3]]
    assert galaxies_of(BOARD, cells)[0].tolist() == [[0, 1, 1], [0, 2, 2]]


def test_a_region_without_a_dot_and_one_with_two_are_faults() -> None:
    assert told(["abb", "aac"]) == ([[-2, 1, 1], [-2, -2, -2]], ["several-dots", "no-dot"], 4)


def test_a_dot_in_two_regions_is_one_fault_not_three() -> None:
    assert told(["abd", "acc"]) == ([[0, -2, -2], [0, 2, 2]], ["cut-dot"], 2)


def test_open_cells_are_faults_and_holes_are_not() -> None:
    assert told(["abb", "ac."], [(1, 2)]) == ([[0, 1, 1], [0, 2, -1]], [], 0)
    assert told(["abb", "ac."])[1:] == (["unfilled"], 1)


def test_a_name_in_a_hole_makes_no_hole_of_it() -> None:
    grid, codes, _ = told(["abb", "acc"], [(1, 2)])
    assert grid[1][2] == 2
    assert codes == []
