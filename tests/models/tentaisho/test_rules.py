"""The rules of Tentai Show: what they accept, and that they reject everything beside it."""

from __future__ import annotations

import numpy as np
import pytest

from engines.engine import Limits
from engines.raw import Raw
from models.puzzle import Grid
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import RING, board, drawn, pierced

pytestmark = pytest.mark.tiny


def grid(rows: str) -> Grid:
    """Rows of digits, parted by spaces; ``#`` a hole, ``x`` no value at all."""
    marks = {"#": -1, "x": 99}
    return np.array([[marks.get(mark, ord(mark) - 48) for mark in row] for row in rows.split()], np.int16)


def codes(puzzle: TentaiShow, answer: str) -> set[str]:
    """The codes of the rules that an answer breaks."""
    return {violation.code for violation in puzzle.violations(grid(answer))}


def test_a_ring_around_other_galaxies_is_accepted() -> None:
    assert TentaiShow.from_json(RING).violations(grid("11111 10121 11111")) == []


@pytest.mark.parametrize(
    ("lines", "answer", "broken"),
    [
        (".-o-.-o", "0001", set()),
        (".-o-.-o", "0001 0001", {"shape"}),
        # The first dot takes the other's cell, and more on one side than on the other.
        (".-o-.-o", "0000", {"dot", "symmetry"}),
        ("o-.-o", "001", {"symmetry"}),
        # Two cells change hands across their dots.
        ("o-o", "10", {"dot", "symmetry"}),
        # The outer cells belong to the middle, and nothing between does.
        (".-o-o-o-.", "10121", {"connected"}),
        # A cell of the ring goes to a galaxy inside it.
        (".-.-.-.-. --------- .-o-o-o-. --------- .-.-.-.-.", "11111 10121 11111", set()),
        (".-.-.-.-. --------- .-o-o-o-. --------- .-.-.-.-.", "11111 10121 11011", {"symmetry", "connected"}),
        # A hole is a hole, and nothing else is one.
        ("#-o-.", "#0#", {"hole"}),
        ("#-o-o", "001", {"hole"}),
        ("o-o", "0x", {"dot", "value"}),
    ],
)
def test_each_broken_rule_has_its_code(lines: str, answer: str, broken: set[str]) -> None:
    assert codes(board(lines), answer) == broken


def test_a_violation_names_the_galaxy_and_the_cells() -> None:
    found = board(".-o-o-o-.").violations(grid("10121"))
    assert [(each.text, each.cells) for each in found] == [
        ("the galaxy of the dot at r1c3 is in pieces", ((0, 0), (0, 4)))
    ]


def test_every_mutant_of_an_answer_is_rejected_unless_it_is_an_answer() -> None:
    for seed in range(12):
        puzzle, answer = (drawn, pierced)[seed % 2](3, 4, seed)
        assert puzzle.violations(answer) == []
        every = {each.tobytes() for each in Raw().solve(puzzle, Limits(solutions=None)).solutions}
        assert answer.tobytes() in every
        for place in range(answer.size):
            for value in range(-1, puzzle.values):
                mutant = answer.copy()
                mutant.ravel()[place] = value
                assert (puzzle.violations(mutant) == []) == (mutant.tobytes() in every), puzzle.canonical()


def test_a_galaxy_is_whole_however_far_it_winds() -> None:
    dots = [[3, 4], [7, 2], [7, 5], [7, 8], [11, 6]]
    puzzle = TentaiShow.from_json({"rows": 7, "cols": 5, "dots": dots})
    answer = grid("22222 00002 22222 11233 22222 24444 22222")
    assert puzzle.violations(answer) == []
    answer[1, 4], answer[5, 0] = 0, 4
    pieces = [found for found in puzzle.violations(answer) if found.code == "connected"]
    assert [found.cells for found in pieces] == [
        tuple((r, c) for r in (0, 6) for c in range(5)),
    ]
