"""The published boards: every verdict, grid and count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.cpsat import CpSat
from engines.engine import Limits
from engines.ladder import Ladder
from engines.raw import Raw
from engines.sat import Sat
from models.tentaisho import TentaiShow

Corpus = Callable[[str], list[dict[str, Any]]]


def disagreements(engine: Ladder | Sat | CpSat | Raw, boards: list[dict[str, Any]]) -> list[str]:
    """The boards where an engine's verdict or answer is not the published one."""
    wrong = []
    for board in boards:
        outcome = engine.solve(TentaiShow.from_json(board), Limits(seconds=30))
        grids = [grid.tolist() for grid in outcome.solutions]
        known = board.get("solution")
        if str(outcome.verdict) != board["verdict"] or (known and grids != [known]):
            wrong.append(f"{board['id']}: {outcome.verdict}, {outcome.limit}")
    return wrong


@pytest.mark.parametrize("engine", [Ladder(), Sat()], ids=lambda engine: engine.name)
def test_every_published_board_is_decided_rightly(engine: Ladder | Sat, corpus: Corpus) -> None:
    assert disagreements(engine, corpus("tentaisho")) == []


@pytest.mark.parametrize("engine", [CpSat(), Raw()], ids=lambda engine: engine.name)
def test_every_engine_decides_the_boards_up_to_7x7(engine: CpSat | Raw, corpus: Corpus) -> None:
    small = [board for board in corpus("tentaisho") if max(board["rows"], board["cols"]) <= 7]
    assert len(small) > 50
    assert disagreements(engine, small) == []


@pytest.mark.parametrize("engine", [Ladder(), Sat(), CpSat(), Raw()], ids=lambda engine: engine.name)
def test_small_cases_have_their_counts(engine: Ladder | Sat | CpSat | Raw, corpus: Corpus) -> None:
    cases = [case for case in corpus("cases") if case["kind"] == "tentaisho"]
    assert cases
    for case in cases:
        outcome = engine.solve(TentaiShow.from_json(case), Limits(solutions=None))
        assert (outcome.count, outcome.exhausted) == (case["count"], True), case["id"]
        if case["solution"]:
            assert outcome.solutions[0].tolist() == case["solution"]


def test_no_published_board_keeps_the_ladder_busy(corpus: Corpus) -> None:
    """Measured: the slowest takes under 200 probes, and no board needs search."""
    ladder = Ladder()
    for board in corpus("tentaisho"):
        outcome = ladder.solve(TentaiShow.from_json(board), Limits())
        assert outcome.nodes == 0
        assert outcome.counters["probes"] <= 200, board["id"]
