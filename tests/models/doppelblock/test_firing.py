"""What a solver would say: every rung's reasons as clues and sentences."""

from __future__ import annotations

import numpy as np
import pytest

from engines.ladder import Ascent
from models.doppelblock import Doppelblock
from models.doppelblock.latin import random_answer
from models.doppelblock.placing import CLASHES, MISSING, NEEDED, REASON_KINDS, REASON_VALUES, STANDS
from models.kernel import HEAD, LENGTH
from tests.models.doppelblock.draws import board_of, random_board

pytestmark = pytest.mark.tiny

N = None
PUZZLE = Doppelblock.from_json(
    {"top": [0, 8, 11, 15, N, N, N, N], "left": [1, 2, 20, 21, 18, 3, 5, N]},
)


def placing(line: int, kind: int, value: int) -> int:
    return (line * REASON_KINDS + kind) * REASON_VALUES + value


SENTENCES = [
    ("scope", 2, "a 20 in row 3 needs five cells between its blocks"),
    ("scope", 3, "a 21 in row 4 needs six cells between its blocks"),
    ("scope", 0, "a 1 in row 1 needs one cell between its blocks"),
    ("scope", 4, "an 18 in row 5 needs four or five cells between its blocks"),
    ("scope", 8, "a 0 in column 1 needs its blocks side by side"),
    ("scope", 9, "an 8 in column 2 needs two or three cells between its blocks"),
    ("scope", 10, "an 11 in column 3 needs two to four cells between its blocks"),
    (
        "bounds",
        2,
        "the least and the greatest digits left between the blocks of row 3 must allow a sum of 20",
    ),
    ("gac", 2, "row 3 cannot be filled with a sum of 20 between its blocks in any other way"),
    ("gac", 7, "row 8 cannot hold two blocks and each digit in any other way"),
    ("line", placing(1, STANDS, 4), "row 2 has its 4 already"),
    ("line", placing(1, STANDS, 0), "row 2 has both of its blocks already"),
    ("line", placing(9, NEEDED, 6), "column 2 has only one place left for its 6"),
    ("line", placing(9, NEEDED, 0), "column 2 has only two places left for its blocks"),
    ("line", placing(0, CLASHES, 1), "row 1 has its 1 twice"),
    ("line", placing(0, CLASHES, 0), "row 1 has more than two blocks"),
    ("line", placing(15, MISSING, 2), "column 8 has no place left for its 2"),
    ("line", placing(15, MISSING, 0), "column 8 has fewer than two places left for its blocks"),
]


@pytest.mark.parametrize(("rung", "reason", "text"), SENTENCES)
def test_a_reason_reads_as_a_sentence(rung: str, reason: int, text: str) -> None:
    assert PUZZLE.firing(rung, reason).text == text


def test_a_reason_points_at_its_clue_and_its_cells() -> None:
    row, column = PUZZLE.firing("scope", 2), PUZZLE.firing("gac", 10)
    assert [(clue.text, clue.row, clue.column) for clue in row.because + column.because] == [
        ("20", 2, -1),
        ("11", -1, 2),
    ]
    assert row.cells == tuple((2, c) for c in range(8))
    assert column.cells == tuple((r, 2) for r in range(8))
    assert PUZZLE.firing("gac", 7).because == ()


def test_values_have_names() -> None:
    assert [PUZZLE.value_name(value) for value in (0, 3)] == ["a block", "the digit 3"]


def reasons_of(puzzle: Doppelblock, rung: str, with_line: bool) -> tuple[list[int], bool]:
    """Every reason that a rung writes on the trail, and whether it ends in a contradiction."""
    ascent = Ascent(puzzle, ("line", rung) if with_line else (rung,), probing=False)
    reasons, contradiction, index = [], False, 0
    while index < len(ascent.names) and not contradiction:
        mark = int(ascent.trail[LENGTH, 0])
        removed = ascent.step(index)
        rows = ascent.trail[mark : ascent.trail[LENGTH, 0], 1].tolist()
        contradiction = removed < 0
        if ascent.names[index] == rung:
            reasons += rows + ([int(ascent.trail[LENGTH, 1])] if contradiction else [])
        index = 0 if removed else index + 1
    return reasons, contradiction


@pytest.mark.parametrize("rung", Doppelblock.rungs)
def test_every_reason_on_the_trail_is_a_line_through_the_cell(rung: str) -> None:
    rng = np.random.default_rng(90)
    contradictions = 0
    for k in range(40):
        side = 3 + k % 2
        puzzle = random_board(rng, side) if k % 3 else board_of(random_answer(side, rng), rng, 0.7, 0.2)
        reasons, contradiction = reasons_of(puzzle, rung, with_line=rung != "line")
        contradictions += contradiction
        assert all(puzzle.firing(rung, reason).text for reason in reasons)
    ascent = Ascent(board_of(random_answer(4, rng), rng, 1.0, 0.2), probing=False)
    for index, name in enumerate(ascent.names):
        mark = int(ascent.trail[LENGTH, 0])
        ascent.step(index)
        for flat, reason in ascent.trail[max(mark, HEAD) : ascent.trail[LENGTH, 0]].tolist():
            assert divmod(flat >> 6, 4) in ascent.puzzle.firing(name, reason).cells
