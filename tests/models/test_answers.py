"""Answers as people write them, judged by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from models import load
from models.answers import Answer, check
from models.formats.answers import read_answer
from models.puzzle import BadPuzzle

pytestmark = pytest.mark.tiny

PUZZLE = load('{"kind":"fillapix","clues":[[2,null,null],[null,null,1]]}')
RIGHT = np.array([[1, 0, 0], [1, 0, 1]], np.int16)


def codes(text: str) -> list[str]:
    return [each.code for each in check(PUZZLE, read_answer(text, PUZZLE)).violations]


def test_every_answer_that_obeys_the_rules_is_right() -> None:
    found = [
        grid
        for bits in range(64)
        if check(
            PUZZLE, grid := np.array([[bits >> 3 * r + c & 1 for c in range(3)] for r in range(2)], np.int16)
        ).is_correct
    ]
    assert len(found) == 6
    assert any((grid == RIGHT).all() for grid in found)


@pytest.mark.parametrize(
    "text",
    [
        "[[1,0,0],[1,0,1]]",
        '{"solution":[[1,0,0],[1,0,1]]}',
        '["x--","x-x"]',
        '[["x","-","-"],["x","-","x"]]',
        "x--\nx-x",
        "x - -\n\nx - x\n",
        "1 0 0\n1 0 1",
        "begin\npuzzle mosaik\nproblem\n2 - -\n- - 1\nsolution\nx - -\nx - x\nend",
        "2 3\n2 - -\n- - 1\n2 3\nx - -\nx - x",
    ],
)
def test_an_answer_may_be_written_in_many_ways(text: str) -> None:
    assert codes(text) == []


def test_broken_rules_are_named_with_their_cells() -> None:
    found = check(PUZZLE, read_answer("xxx\nx-x", PUZZLE))
    assert [(each.code, len(each.cells)) for each in found.violations] == [("clue", 4), ("clue", 4)]
    assert found.grid is not None


def test_open_cells_and_wrong_shapes_are_told_alone() -> None:
    found = check(PUZZLE, read_answer("x??\nx-x", PUZZLE))
    assert [(each.code, each.text, each.cells) for each in found.violations] == [
        ("unfilled", "2 cells are not filled in", ((0, 1), (0, 2)))
    ]
    assert [each.code for each in check(PUZZLE, Answer(((1,), (0,)))).violations] == ["shape"]


def test_a_name_is_no_value() -> None:
    found = check(PUZZLE, Answer((("a", 0, 0), (1, 0, 1))))
    assert "value" in [each.code for each in found.violations]


def test_values_that_no_cell_takes_are_faults() -> None:
    assert "value" in codes("[[7,0,0],[1,0,1]]")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[1,0],[1,0]]", "answer row 1: expected a list of 3 values"),
        ('["x-o","x-x"]', "answer r1c3: expected x or - in the answer, not 'o'"),
        ("x-o\nx-x", "answer: line 1, column 3: expected x or - in the answer, not 'o'"),
        ("x--", "answer: expected 2 rows of 3 values, JSON, or a text that carries an answer"),
        ("fillapix\n2..\n..1", "answer: the text (plain) carries no answer"),
        ("fillapix\n2..\n..2", "answer: the text is of another board"),
    ],
)
def test_what_is_no_answer_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read_answer(text, PUZZLE)
    assert str(refused.value) == complaint


RING = load("5x3:ubb")


def told(text: str) -> list[tuple[str, int]]:
    return [(each.code, len(each.cells)) for each in check(RING, read_answer(text, RING)).violations]


@pytest.mark.parametrize(
    "text",
    [
        "bbbbb\nbabcb\nbbbbb",
        "7 7 7 7 7\n7 1 0 2 7\n7 7 7 7 7",
        "[[1,1,1,1,1],[1,0,1,2,1],[1,1,1,1,1]]",
        '{"solution":["qqqqq","qxq1q","qqqqq"]}',
    ],
)
def test_regions_may_have_any_names(text: str) -> None:
    text = text.replace("babcb", "bacdb").replace("[1,0,1,2,1]", "[1,0,5,2,1]").replace("qxq1q", "qxz1q")
    assert ("no-dot", 12) in told(text)
    merged = (
        text.replace("bacdb", "babcb").replace("7 1 0 2 7", "7 1 7 2 7").replace("[1,0,5,2,1]", "[1,0,1,2,1]")
    )
    assert told(merged.replace("qxz1q", "qxq1q")) == []


def test_faults_of_regions_are_named_with_their_cells() -> None:
    assert told("bbbbb\nbaabb\nbbbbb") == [("several-dots", 2), ("symmetry", 6)]
    assert told("bbbbb\nbabcb\nbbbbc") == [("symmetry", 1), ("symmetry", 1), ("connected", 1)]
    assert told("bbbbb\nbabcb\nbbb.b") == [("unfilled", 1)]
    assert told("bbbbb\nbab.b\nbb..b") == [("unfilled", 3)]


def test_a_wall_through_a_dot_is_named() -> None:
    puzzle = load("tentaisho 1x4\n.o...o.")
    found = check(puzzle, read_answer("abbb", puzzle))
    assert (found.violations[0].code, found.violations[0].cells) == ("cut-dot", ((0, 0), (0, 1)))
    assert check(puzzle, read_answer("aabb", puzzle)).is_correct


def test_walls_of_a_file_are_checked_and_those_too_many_remarked() -> None:
    puzzle = load("tentaisho 2x2\n...\n.o.\n...")
    walls = "pzprv3/tentaisho/2/2/.../.1./.../1 /0 /0 0 /1 1 /1 1 /"
    found = check(puzzle, read_answer(walls, puzzle))
    assert found.is_correct
    assert [(each.code, each.cells) for each in found.remarks] == [("loose-wall", ((0, 0), (0, 1)))]


def test_a_solved_doppelblock_file_is_right_and_a_block_moved_is_wrong() -> None:
    solved = (
        "pzprv3/doppelblock/5/5/. . 6 . 3 4 /. 3 - 2 1 - /1 - 1 - 2 3 /"
        "0 2 3 - - 1 /. - 2 1 3 - /. 1 - 3 - 2 /"
    )
    puzzle = load(solved)
    assert check(puzzle, read_answer(solved, puzzle)).is_correct
    assert check(puzzle, read_answer("3X21X\nX1X23\n23XX1\nX213X\n1X3X2", puzzle)).is_correct
    wrong = check(puzzle, read_answer("X321X\nX1X23\n23XX1\nX213X\n1X3X2", puzzle))
    assert [each.code for each in wrong.violations][:2] == ["blocks", "blocks"]
