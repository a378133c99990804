"""pzprv3 files: boards with their answers, in lines or with slashes."""

from __future__ import annotations

import numpy as np
import pytest

from models.formats import puzzlink, pzprv3
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

N = None
SOLVED = (
    "pzprv3/doppelblock/5/5/. . 6 . 3 4 /. 3 - 2 1 - /1 - 1 - 2 3 /0 2 q3 - - 1 /. - 2 1 3 - /. 1 - 3 - 2 /"
)
HOLES = "pzprv3/tentaisho/2/3/X.1.X/...../..2../0 0 /0 0 /0 0 0 /0 0 0 /0 0 0 /"
DOTS = "1...2...X/........./2....1..2/........./.1...2..1/........./......1../..2....../2.....2../"
WALLED = (
    f"pzprv3/tentaisho/5/5/{DOTS}1 0 0 0 /1 1 0 1 /0 1 0 1 /1 1 0 0 /1 1 0 0 /1 1 1 1 0 /1 0 1 1 1 /"
    "0 1 1 1 1 /1 0 1 1 1 /1 2 2 2 0 /2 1 1 1 2 /1 1 2 2 1 /1 2 1 1 1 /2 2 2 2 2 /"
)


@pytest.mark.parametrize("text", [SOLVED, SOLVED.replace("/", "\n"), SOLVED.replace("/", "\r\n")])
def test_a_doppelblock_file_holds_its_givens_and_its_answer(text: str) -> None:
    assert pzprv3.recognises(text)
    parsed = pzprv3.parse(text)
    assert parsed.data["top"] == [N, 6, N, 3, 4]
    assert parsed.data["left"] == [N, 1, 0, N, N]
    assert [(r, c) for r in range(5) for c in range(5) if parsed.data["givens"][r][c]] == [(2, 1)]
    assert parsed.data["givens"][2][1] == 3
    assert parsed.answer is not None
    assert parsed.answer.cells == (
        (3, 0, 2, 1, 0),
        (0, 1, 0, 2, 3),
        (2, 3, 0, 0, 1),
        (0, 2, 1, 3, 0),
        (1, 0, 3, 0, 2),
    )
    assert not parsed.warnings


def test_a_solved_doppelblock_file_is_written_again_to_the_character() -> None:
    parsed = pzprv3.parse(SOLVED)
    assert parsed.answer is not None
    answer = np.array(parsed.answer.cells, np.int16)
    assert pzprv3.compose(parsed.data, answer) == SOLVED.replace("/", "\n")


def test_a_tentaisho_file_without_walls_has_no_answer() -> None:
    parsed = pzprv3.parse(HOLES)
    assert parsed.data == puzzlink.parse("tentaisho/3/2/hehfk0").data
    assert parsed.answer is None
    assert pzprv3.compose(parsed.data) == HOLES.replace("/", "\n")


def test_walls_become_the_regions_they_enclose() -> None:
    parsed = pzprv3.parse(WALLED)
    assert parsed.data == puzzlink.parse("tentaisho/5/5/6fl94fi65en8dbf10000").data
    assert parsed.answer is not None
    assert parsed.answer.cells == (
        (0, 1, 1, 1, N),
        (2, 3, 4, 4, 5),
        (3, 3, 6, 6, 7),
        (3, 8, 9, 9, 9),
        (10, 8, 11, 11, 11),
    )
    assert not parsed.answer.loose


def test_a_walled_file_is_written_again_to_the_character() -> None:
    parsed = pzprv3.parse(WALLED)
    owners = ["abbb#", "cfdde", "ffggh", "fjiii", "kjlll"]
    order = {"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 5, "g": 6, "h": 7, "i": 8, "j": 9, "k": 10, "l": 11}
    grid = np.array([[order.get(letter, -1) for letter in row] for row in owners], np.int16)
    assert pzprv3.compose(parsed.data, grid) == WALLED.replace("/", "\n")


def test_a_wall_inside_a_region_is_kept_apart() -> None:
    parsed = pzprv3.parse("pzprv3/tentaisho/2/2/.../.1./.../1 /0 /0 0 /0 0 /0 0 /")
    assert parsed.answer is not None
    assert parsed.answer.cells == ((0, 0), (0, 0))
    assert parsed.answer.loose == (((0, 0), (0, 1)),)


def test_paint_without_walls_is_an_answer_of_one_region() -> None:
    parsed = pzprv3.parse("pzprv3/tentaisho/1/2/.2./0 /2 2 /")
    assert parsed.answer is not None
    assert parsed.answer.cells == ((0, 0),)


def test_a_board_of_one_column_has_empty_lines_for_its_upright_walls() -> None:
    text = "pzprv3/tentaisho/2/1/1/./1///1 /1 /1 /"
    parsed = pzprv3.parse(text)
    assert parsed.answer is not None
    assert parsed.answer.cells == ((0,), (1,))
    assert pzprv3.compose(parsed.data, np.array([[0], [1]], np.int16)) == text.replace("/", "\n")


@pytest.mark.parametrize(
    "after",
    [
        'info:{\n "metadata": {"author": "a/b"}\n}',
        'history:{"type":"pzpr"}',
        "__HISTORY__/1/2",
        "http://pzv.jp/",
    ],
)
def test_what_follows_the_board_is_not_read(after: str) -> None:
    assert pzprv3.parse(SOLVED + after).data == pzprv3.parse(SOLVED).data


def test_a_file_inside_a_link_is_read() -> None:
    link = "https://puzz.link/p?" + SOLVED.replace(" ", "%20")
    assert puzzlink.recognises(link)
    assert puzzlink.parse(link) == pzprv3.parse(SOLVED)


@pytest.mark.parametrize(
    ("cell", "warning"),
    [
        ("q0", "the given 0 in r3c2 is read as a given block"),
        ("q-2", "the unknown digit of r3c2 is read as an open cell"),
        ("+", "pencil marks in 1 cells are not part of the board and are left out"),
        (".[1,2,,]", "pencil marks in 1 cells are not part of the board and are left out"),
    ],
)
def test_marks_and_unknowns_are_taken_the_stated_way_with_a_warning(cell: str, warning: str) -> None:
    assert pzprv3.parse(SOLVED.replace("q3", cell)).warnings == (warning,)


def test_an_unknown_clue_is_read_as_none_with_a_warning() -> None:
    parsed = pzprv3.parse(SOLVED.replace("6", "-2"))
    assert parsed.data["top"] == [N, N, N, 3, 4]
    assert parsed.warnings == ("the unknown clue of column 2 is read as no clue",)


LINES = SOLVED.replace("/", "\n")


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("pzprv3/mines/5/5/", "character 8", "is Minesweeper"),
        ("pzprv3/slither/5/5/", "character 8", "'slither' is not known here"),
        ("v:x/pzprv3/doppelblock/5/5/", "character 1", "variant"),
        ("pzprv3/doppelblock/5/6/", "character 23", "must be square"),
        ("pzprv3/doppelblock/5/x/", "character 22", "expected the number of columns, not 'x'"),
        (LINES.replace(". . 6", "1 . 6"), "line 5, column 1", "expected '.' in the corner, not '1'"),
        (LINES.replace("q3", "q4"), "line 8, column 5", "4 in r3c2 is not a digit 1..3"),
        (LINES.replace("q3", "0"), "line 8, column 5", "0 in r3c2 is not a digit 1..3"),
        (LINES.replace("q3", "x"), "line 8, column 5", "expected a cell"),
        (LINES.replace("q3 - - 1", "q3 - -"), "line 8, column 12", "expected 6 values in row 3, found 5"),
        (LINES.replace("q3 - - 1", "q3 - - 1 1"), "line 8, column 14", "expected no more than 6 values"),
        (LINES.replace("1 - 3 - 2 \n", ""), "line 10, column 2", "expected 6 values in row 5, found 1"),
        (LINES.replace(". 1 - 3 - 2 \n", ""), "line 9, column 12", "the text ends where row 5 was expected"),
        (LINES + "1 1 1", "line 11, column 1", "expected the end of the file after the board"),
        (HOLES.replace("X.1.X", "XX1.X"), "character 23", "expected '.', 1, 2, or X on a cell, not 'X'"),
        (HOLES.replace("X.1.X", "X.1."), "character 26", "expected 5 characters in a line of dots, found 4"),
        (HOLES.replace("0 0 /0 0 /", "0 3 /0 0 /"), "character 42", "a number -1..2, not '3'"),
    ],
)
def test_a_fault_names_its_place_and_what_was_expected(text: str, where: str, why: str) -> None:
    assert pzprv3.recognises(text)
    with pytest.raises(BadPuzzle) as refused:
        pzprv3.parse(text)
    assert why in refused.value.why
    assert refused.value.where == where


def test_a_size_over_the_limit_is_refused_first() -> None:
    with pytest.raises(TooLarge):
        pzprv3.parse("pzprv3\ntentaisho\n251\n9999999999\n")


def test_a_given_block_and_a_kind_without_files_are_not_written() -> None:
    data = pzprv3.parse(SOLVED.replace("q3", "q0")).data
    with pytest.raises(BadPuzzle, match="r3c2: a pzprv3 file cannot hold a given block"):
        pzprv3.compose(data)
    with pytest.raises(BadPuzzle, match="pzprjs has no file for fillapix"):
        pzprv3.compose({"kind": "fillapix"})
