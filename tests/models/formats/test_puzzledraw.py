"""puzzle-draw files: YAML that is read strictly and within bounds."""

from __future__ import annotations

import time

import pytest

from models.formats import puzzledraw
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

N = None
GALAXIES = """type: galaxies
puzzle: |
  . . . . . .
       o
  . . . . . .
    o  o
  . . . . . .

  . . o . .o.

  . . . . . .
       o
  . . . . . .
solution: |
  aaaaa
  bbcde
  dddde
  dddde
  dfffe
"""
DOPPELBLOCK = """type: doppelblock
puzzle:
  top: [-,6,-,3,4]
  left: [-,1,0,-,-]
solution: |
  3X21X
  X1X23
  23XX1
  X213X
  1X3X2
"""


def test_a_drawn_lattice_gives_the_dots() -> None:
    assert puzzledraw.recognises(GALAXIES)
    parsed = puzzledraw.parse(GALAXIES)
    half_units = [(0, 4), (2, 1), (2, 4), (5, 3), (5, 8), (8, 4)]
    assert parsed.data["dots"] == [[y + 1, x + 1] for y, x in half_units]
    assert (parsed.data["rows"], parsed.data["cols"]) == (5, 5)
    assert parsed.answer is not None
    assert ["".join(map(str, row)) for row in parsed.answer.cells] == [
        "aaaaa",
        "bbcde",
        "dddde",
        "dddde",
        "dfffe",
    ]


def test_lists_at_the_sides_give_the_clues() -> None:
    parsed = puzzledraw.parse(DOPPELBLOCK)
    assert parsed.data == {"kind": "doppelblock", "top": [N, 6, N, 3, 4], "left": [N, 1, 0, N, N]}
    assert parsed.answer is not None
    assert parsed.answer.cells[0] == (3, 0, 2, 1, 0)


def test_opposite_sides_are_merged() -> None:
    parsed = puzzledraw.parse(DOPPELBLOCK.replace("  left", "  bottom: [1,6,-,-,-]\n  left"))
    assert parsed.data["top"] == [1, 6, N, 3, 4]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        (
            DOPPELBLOCK.replace("  left", "  bottom: [1,5,-,-,-]\n  left"),
            "line 4, column 14",
            "5 contradicts the 6",
        ),
        (
            DOPPELBLOCK.replace("top: [-,", "top: ["),
            "line 4, column 9",
            "expected 4 clues at the left, found 5",
        ),
        (DOPPELBLOCK.replace("top:", "middle:"), "line 3, column 11", "'middle' is not known"),
        (DOPPELBLOCK.replace("[-,6,-,3,4]", "-636"), "line 3, column 8", "as a list such as"),
        (
            DOPPELBLOCK.replace("3X21X", "3X31Y"),
            "line 6, column 7",
            "expected x or a digit 1..3 in the answer, not 'Y'",
        ),
        (
            DOPPELBLOCK.replace("23XX1", "23XX"),
            "line 8, column 7",
            "expected 5 cells in a row of the solution, found 4",
        ),
        (
            DOPPELBLOCK.replace("  1X3X2\n", ""),
            "line 5, column 11",
            "expected 5 rows in the solution, found 4",
        ),
        (
            DOPPELBLOCK.replace("type: d", "type: sudokud"),
            "line 1, column 7",
            "the type 'sudokudoppelblock' is not known",
        ),
        (
            GALAXIES.replace("    o  o", "    o  *"),
            "line 6, column 8",
            "expected 'o', '.' or a blank, not '*'",
        ),
        (GALAXIES.replace("  . . . . . .\nsol", "  . . o . . .\nsol"), "line 13, column 7", "on the border"),
        (GALAXIES.replace("       o\n", "", 1), "line 2, column 9", "found 10 by 11"),
        (
            GALAXIES.replace("puzzle: |", "puzzle:"),
            "line 3, column 3",
            "expected the lines of the puzzle after '|'",
        ),
        ("type: galaxies\ntype: x\npuzzle: y", "line 2, column 1", "the key 'type' occurs twice"),
        ("type: x\npuzzle: [a", "line 2, column 11", "not YAML"),
        ("type: x\npuzzle: \x07", "line 2, column 9", "is not allowed"),
        ("- a\ntype: x\npuzzle: x", "line 2, column 1", "not YAML"),
        ("type: &t x\npuzzle: *t", "line 2, column 9", "aliases (*) are not read"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        puzzledraw.parse(text)
    assert why in refused.value.why
    assert refused.value.where == where


@pytest.mark.parametrize(
    "text",
    [
        "type: x\npuzzle: " + "[" * 300_000,
        "type: x\npuzzle:\n " + "- " * 100_000,
        "type: x\npuzzle: [" + "1," * 150_000,
        "type: x\npuzzle:\n" + "".join(f" k{i}: v\n" for i in range(30_000)),
        "type: x\npuzzle: " + "{a: " * 60_000,
        "type: x\npuzzle: |\n" + "  . . .\n" * 60_000,
    ],
)
def test_great_and_deep_files_are_refused_at_once(text: str) -> None:
    begin = time.process_time()
    with pytest.raises(TooLarge):
        puzzledraw.parse(text)
    assert time.process_time() - begin < 2


def test_tags_construct_nothing() -> None:
    with pytest.raises(BadPuzzle, match="the type 'ls' is not known here"):
        puzzledraw.parse("type: !!python/object/apply:os.system ls\npuzzle: x")
