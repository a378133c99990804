"""What the rungs of Tentai Show say about why they removed a candidate."""

from __future__ import annotations

import numpy as np
import pytest

from engines.explain import explain
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import drawn

pytestmark = pytest.mark.tiny

PUZZLE = TentaiShow.from_json(
    {"rows": 3, "cols": 4, "dots": [[1, 2], [2, 6], [3, 3], [5, 5]], "colours": "wbgw"}
)


@pytest.mark.parametrize(
    ("rung", "reason", "text"),
    [
        (
            "mirror",
            0,
            "the half turn about the white dot between r1c1 and r1c2 leads to cells that cannot be in its "
            "galaxy",
        ),
        (
            "mirror",
            3,
            "the half turn about the black dot at the corner of r1c3 and r2c4 leads to cells of its galaxy",
        ),
        ("reach", 2, "from the grey dot at r2c2 no way leads there"),
        ("bridge", 3, "the galaxy of the white dot at r3c3 would fall apart otherwise"),
    ],
)
def test_a_reason_becomes_a_sentence_about_its_dot(rung: str, reason: int, text: str) -> None:
    firing = PUZZLE.firing(rung, reason)
    assert firing.text == text
    dot = reason // 2 if rung == "mirror" else reason
    assert list(firing.cells) == PUZZLE.board.core(dot)
    (clue,) = firing.because
    assert (clue.row, clue.column) == PUZZLE.board.core(dot)[0]
    assert clue.text in text


def test_a_value_is_named_by_its_dot() -> None:
    assert PUZZLE.value_name(1).endswith("the dot at the corner of r1c3 and r2c4")


def test_the_steps_of_an_explanation_lead_to_the_answer() -> None:
    for seed in range(5):
        puzzle, answer = drawn(4, 4, seed)
        explanation = explain(puzzle)
        grid = np.full_like(answer, -9)
        for step in explanation.steps:
            assert step.text
            for row, column, value in step.settles:
                grid[row, column] = value
        if explanation.finished:
            known = grid != -9
            assert (grid[known] == answer[known]).all()
