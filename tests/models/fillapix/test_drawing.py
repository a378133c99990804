"""Drawings: every clue and every bit of ink is there, legible, and no mark rests on colour alone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from engines.certify import certify
from engines.engine import UNKNOWN
from models import load
from models.fillapix.drawing import CELL, INK_FILL, MARK, PAPER
from models.fillapix.generate import generate
from models.puzzle import Grid, Puzzle

GIVENS = '{"kind":"fillapix","clues":[[2,null,2],[null,null,null]],"givens":[[1,null,null],[null,null,0]]}'
SVG = "{http://www.w3.org/2000/svg}"


def parse(puzzle: Puzzle, *arguments: object) -> ElementTree.Element:
    return ElementTree.fromstring(puzzle.draw_svg(*arguments))  # type: ignore[arg-type]


def inked(svg: ElementTree.Element) -> set[tuple[int, int]]:
    return {
        (int(rect.attrib["y"]) // CELL, int(rect.attrib["x"]) // CELL)
        for rect in svg.iter(f"{SVG}rect")
        if rect.attrib["fill"] == INK_FILL
    }


def luminance(colour: str) -> float:
    """Relative luminance of #rgb, as WCAG defines it."""
    channels = [int(digit * 2, 16) / 255 for digit in colour[1:]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_an_answer_shows_all_ink_and_every_clue_in_high_contrast() -> None:
    made = generate(9, 7, 1)
    svg = parse(made.puzzle, made.solution)
    assert inked(svg) == {(r, c) for r, c in np.argwhere(made.solution == 1).tolist()}
    texts = list(svg.iter(f"{SVG}text"))
    assert len(texts) == made.details["clues"]
    for text in texts:
        r, c = int(float(text.attrib["y"]) // CELL), int(float(text.attrib["x"]) // CELL)
        assert text.text == str(made.puzzle.to_json()["clues"][r][c])
        ground = luminance(INK_FILL if made.solution[r, c] else PAPER)
        ink = luminance(text.attrib["fill"])
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) > 7


@pytest.mark.tiny
def test_a_board_shows_what_is_given_by_a_dot() -> None:
    svg = parse(load(GIVENS))
    assert inked(svg) == {(0, 0)}
    dots = {
        (int(float(dot.attrib["cy"]) // CELL), int(float(dot.attrib["cx"]) // CELL)): dot.attrib["fill"]
        for dot in svg.iter(f"{SVG}circle")
    }
    assert dots.keys() == {(0, 0), (1, 2)}
    assert dots[0, 0] == PAPER != dots[1, 2]


@pytest.mark.tiny
def test_marked_cells_are_ringed_on_a_light_ground() -> None:
    svg = parse(load(GIVENS), None, [(0, 1), (1, 0)])
    strokes = [rect.attrib.get("stroke") for rect in svg.iter(f"{SVG}rect") if "rx" in rect.attrib]
    assert strokes == [PAPER, MARK, PAPER, MARK]


@pytest.mark.tiny
def test_cells_that_are_not_known_look_like_neither_ink_nor_blank() -> None:
    puzzle = load(GIVENS)
    grid: Grid = np.array([[1, 0, UNKNOWN], [UNKNOWN, UNKNOWN, 0]], np.int16)
    svg = parse(puzzle, grid)
    assert inked(svg) == {(0, 0)}
    hatching = [path.attrib["d"] for path in svg.iter(f"{SVG}path") if path.attrib["stroke"] == "#ddd"]
    assert len(hatching) == 1
    assert hatching[0].count(f"l{CELL} -{CELL}") == 3
    assert puzzle.draw_text(grid) == "█2█ ·  2?\n ?  ?  ·"


@pytest.mark.tiny
def test_text_drawings_are_as_expected() -> None:
    puzzle = load(GIVENS)
    assert puzzle.draw_text() == "2#. 2\n. . .-"
    assert str(puzzle) == puzzle.draw_text()
    assert puzzle.draw_text(np.array([[1, 1, 0], [0, 0, 0]], np.int16)) == "█2████ 2\n ·  ·  ·"


@pytest.mark.tiny
def test_an_svg_names_its_board_and_has_its_size() -> None:
    svg = parse(generate(3, 7, 0, thin="none").puzzle)
    assert svg.attrib["aria-label"] == "Fill-a-Pix board, 3 by 7"
    assert (int(svg.attrib["width"]), int(svg.attrib["height"])) == (7 * CELL + 2, 3 * CELL + 2)


def test_a_certificate_of_two_answers_draws_both_with_their_difference() -> None:
    certificate = certify(load('{"kind":"fillapix","clues":[[2,null,2],[null,null,null],[2,null,2]]}'))
    html = certificate._repr_html_()
    assert html.count("<svg") == 2
    assert html.count(f'stroke="{MARK}"') == 2 * len(certificate.difference) > 0
