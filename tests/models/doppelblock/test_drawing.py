"""Boards as text and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from models.doppelblock import Doppelblock

pytestmark = pytest.mark.tiny

N = None
PUZZLE = Doppelblock.from_json(
    {"top": [N, 0, 3, N], "left": [1, N, N, N], "givens": [[N] * 4, [N, 0, 2, N], [N] * 4, [N] * 4]}
)
ANSWER = np.array([[0, 1, 0, 2], [1, 0, 2, 0], [2, 0, 1, 0], [0, 2, 0, 1]], np.int16)


def test_text_shows_sums_and_given_cells() -> None:
    assert PUZZLE.draw_text().splitlines() == [
        "     0 3",
        "  +-------",
        "1 |. . . .",
        "  |. # 2 .",
        "  |. . . .",
        "  |. . . .",
    ]


def test_text_shows_an_answer_with_wide_sums_in_columns() -> None:
    wide = Doppelblock.from_json({"top": [N] * 7, "left": [15, *[N] * 6]})
    drawn = wide.draw_text(np.zeros((7, 7), np.int16)).splitlines()
    assert drawn[2] == "15 | #  #  #  #  #  #  #"
    assert len(set(map(len, drawn[1:]))) == 1


def test_svg_is_well_formed_and_shows_blocks_digits_sums_and_marks() -> None:
    tree = ElementTree.fromstring(PUZZLE.draw_svg(ANSWER, [(0, 0), (3, 3)]))
    space = "{http://www.w3.org/2000/svg}"
    boxes = [each.get("fill") for each in tree.iter(f"{space}rect")]
    texts = [each.text for each in tree.iter(f"{space}text")]
    assert boxes.count("#333") == 8
    assert boxes.count("none") == 2
    assert sorted(filter(None, texts)) == sorted("031" + "12122112")
    bold = [each.text for each in tree.iter(f"{space}text") if each.get("font-weight")]
    assert bold == ["2"]


def test_the_blank_board_has_no_digits() -> None:
    tree = ElementTree.fromstring(Doppelblock.from_json({"top": [N] * 3}).draw_svg())
    assert not list(tree.iter("{http://www.w3.org/2000/svg}text"))
