"""Tentai Show boards as text and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from models.puzzle import Grid
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import RING

pytestmark = pytest.mark.tiny

COLOURED = TentaiShow.from_json(
    {"rows": 2, "cols": 4, "dots": [[1, 2], [1, 7], [2, 5], [3, 2]], "colours": "bgww", "holes": [[1, 3]]}
)
ANSWER = np.array([[0, 0, 2, 1], [3, 3, 2, -1]], np.int16)
DARK, MIDDLE, LIGHT = "#555", "#bbb", "#fff"


def test_a_board_is_drawn_with_its_dots_and_holes() -> None:
    assert COLOURED.draw_text().splitlines() == [
        "┌───────────────┐",
        "│   *         + │",
        "│   ·   · o ┌───┘",
        "│   o       │###",
        "└───────────┘   ·",
    ]


def test_an_answer_is_drawn_with_walls_and_the_shaded_picture() -> None:
    assert COLOURED.draw_text(ANSWER).splitlines() == [
        "┌───────┬───┬───┐",
        "│▒▒▒*▒▒▒│   │░+░│",
        "├───────┤ o ├───┘",
        "│   o   │   │###",
        "└───────┴───┘   ·",
    ]


def test_a_ring_is_walled_inside_and_outside() -> None:
    grid = np.array([[1] * 5, [1, 0, 1, 2, 1], [1] * 5], np.int16)
    assert TentaiShow.from_json(RING).draw_text(grid).splitlines() == [
        "┌───────────────────┐",
        "│                   │",
        "│   ┌───┐   ┌───┐   │",
        "│   │ o │ o │ o │   │",
        "│   └───┘   └───┘   │",
        "│                   │",
        "└───────────────────┘",
    ]


def shapes(puzzle: TentaiShow, grid: Grid | None, tag: str) -> list[dict[str, str]]:
    """The attributes of every shape of a kind in the SVG drawing, with the upper left cell marked."""
    root = ElementTree.fromstring(puzzle.draw_svg(grid, [(0, 0)]))
    return [element.attrib for element in root if element.tag.endswith(tag)]


def test_the_picture_in_svg_shades_galaxies_by_their_dots() -> None:
    cells = [shape for shape in shapes(COLOURED, ANSWER, "rect") if shape["fill"] != "none"]
    assert [shape["fill"] for shape in cells] == [DARK, DARK, LIGHT, MIDDLE, LIGHT, LIGHT, LIGHT]
    bare = [shape for shape in shapes(COLOURED, None, "rect") if shape["fill"] != "none"]
    assert {shape["fill"] for shape in bare} == {LIGHT}


def test_svg_has_every_dot_in_its_place_and_colour() -> None:
    dots = shapes(COLOURED, None, "circle")
    assert [(dot["cx"], dot["cy"], dot["fill"]) for dot in dots] == [
        ("24", "12", "#000"),
        ("84", "12", "#999"),
        ("60", "24", "#fff"),
        ("24", "36", "#fff"),
    ]


def test_svg_walls_are_as_many_as_the_answer_has() -> None:
    (path,) = shapes(COLOURED, ANSWER, "path")
    # The rim has 12 edges, one cell cut out of a corner included; the galaxies part at 5 more.
    assert path["d"].count("M") == 12 + 5
    (bare,) = shapes(COLOURED, None, "path")
    assert bare["d"].count("M") == 12


def test_svg_rings_marked_cells() -> None:
    (mark,) = (shape for shape in shapes(COLOURED, None, "rect") if shape["fill"] == "none")
    assert (mark["x"], mark["y"]) == ("1.5", "1.5")
