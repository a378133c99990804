"""Boards on which no dot can own any cell: statements without a variable."""

from __future__ import annotations

import pytest

from engines import deciding, find_engine
from engines.engine import Limits, Verdict
from models.tentaisho import TentaiShow


@pytest.mark.tiny
@pytest.mark.parametrize("engine", deciding())
@pytest.mark.parametrize(
    "board",
    [
        {"rows": 2, "cols": 1, "dots": [[2, 1]], "holes": [[1, 0]]},
        {"rows": 2, "cols": 2, "dots": [[2, 2]], "holes": [[0, 0]]},
        {"rows": 1, "cols": 2, "dots": []},
    ],
)
def test_a_board_without_a_variable_has_no_answer(engine: str, board: dict[str, object]) -> None:
    outcome = find_engine(engine).solve(TentaiShow.from_json(board), Limits(solutions=None))
    assert outcome.verdict is Verdict.NONE
