"""The plain text of Doppelblock and Tentai Show boards."""

from __future__ import annotations

import pytest

from models import load
from models.formats import write
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

DOPPELBLOCK = """doppelblock 5x5
. . 6 . 3 4
. . # . . .
1 . . . . .
0 . 3 . . .
. . . . . .
. . . . . ."""
TENTAISHO = """tentaisho 2x3
#.w.#
-----
..b.."""


def test_a_doppelblock_board_has_its_clues_around_it() -> None:
    data = load(DOPPELBLOCK).to_json()
    assert data["top"] == [None, 6, None, 3, 4]
    assert data["left"] == [None, 1, 0, None, None]
    assert data["givens"][0][1] == 0
    assert data["givens"][2][1] == 3
    assert load(write(load(DOPPELBLOCK), "plain")) == load(DOPPELBLOCK)


def test_a_tentaisho_board_is_its_lattice() -> None:
    assert load(TENTAISHO) == load("tentaisho/3/2/hehfk0")
    assert load(write(load(TENTAISHO), "plain")) == load(TENTAISHO)
    assert write(load("5x3:ubb"), "plain").splitlines()[3].count("o") == 3


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (DOPPELBLOCK.replace("\n. . 6", "\n1 . 6"), "line 2"),
        (DOPPELBLOCK.replace("3 . . .", "4 . . ."), "line 5 column 5"),
        (DOPPELBLOCK.replace("6", "-6"), "line 2 column 5"),
        (DOPPELBLOCK.replace("0 . 3 . . .", "0 . 3 . ."), "line 5"),
        (DOPPELBLOCK + "\n. . . . . .", "line 3"),
        ("doppelblock", "line 2"),
        (TENTAISHO.replace("..b..", "..b.x"), "line 4 column 5"),
        (TENTAISHO.replace("-----", "-#---"), "line 3 column 2"),
        (TENTAISHO.replace("-----", "----"), "line 3"),
        (TENTAISHO.replace("-----\n", ""), "line 3"),
        ("tentaisho\n....", "line 2"),
        ("tentaisho\n#", "holes"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, where: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert refused.value.where == where


def test_a_great_board_is_refused() -> None:
    with pytest.raises(TooLarge):
        load("tentaisho\n" + "." * 201)
    with pytest.raises(TooLarge):
        load("doppelblock\n" + ". . .\n" * 40)


@pytest.mark.parametrize("dots", ['[[1,1],[1,1]],"holes":[]', '[[1,1]],"holes":[[0,0]]'])
def test_dots_over_dots_or_holes_are_not_written_where_one_would_be_lost(dots: str) -> None:
    puzzle = load(f'{{"kind":"tentaisho","rows":3,"cols":3,"dots":{dots}}}')
    for name in ("plain", "pzprv3", "tatham"):
        with pytest.raises(BadPuzzle):
            write(puzzle, name)
