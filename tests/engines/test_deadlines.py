"""Every engine and every call ends about when it was told to, on the largest boards of every kind.

Time is that of the processor, which other work on the machine does not change: what is late by it is later
still by the clock.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from engines import find_engine
from engines.certify import certify
from engines.engine import KEPT_CELLS, LimitHit, Limits, Watch
from engines.explain import explain
from engines.grade import grade
from engines.ladder import warm
from engines.smallest import explain_smallest
from models import PUZZLES, puzzle_class
from models.puzzle import Puzzle
from models.statement import no_cycles

SECONDS = 0.3
LATE = 0.8
"""Work that looked at no clock was 0.8 to 30 s late."""
SIDE = 250
DOTS = range(2, 199, 8)
LARGE: dict[str, dict[str, Any]] = {
    "full": {"kind": "fillapix", "clues": [[4] * SIDE] * SIDE},
    "open": {
        "kind": "fillapix",
        "clues": [[None] * SIDE, *[[None, *[4] * (SIDE - 2), None]] * (SIDE - 2), [None] * SIDE],
    },
    "blank": {"kind": "doppelblock", "top": [None] * 12},
    "grid": {"kind": "tentaisho", "rows": 100, "cols": 100, "dots": [[y, x] for y in DOTS for x in DOTS]},
}


def board(name: str) -> Puzzle:
    """One of the boards."""
    return puzzle_class(LARGE[name]["kind"]).from_json(LARGE[name])


@pytest.fixture(scope="module", params=LARGE)
def large(request: pytest.FixtureRequest) -> Puzzle:
    """A board of the greatest size, with everything loaded that works on it."""
    puzzle = board(request.param)
    for library in ("ortools.sat.python.cp_model", "pysat.solvers"):
        import_module(library)
    warm(puzzle)
    find_engine("raw").solve(puzzle, Limits(seconds=0.1))
    explain(puzzle, limits=Limits(seconds=0.1))
    return puzzle


def lateness(work: Callable[[Limits], object]) -> float:
    """Seconds of the processor that some work takes beyond the time allowed."""
    gc.collect()
    started = time.process_time()
    work(Limits(seconds=SECONDS))
    return time.process_time() - started - SECONDS


@pytest.mark.parametrize("engine", ["ladder", "sat", "cpsat", "raw"])
def test_every_engine_keeps_to_its_time_on_the_largest_boards(engine: str, large: Puzzle) -> None:
    assert lateness(lambda limits: find_engine(engine).solve(large, limits)) < LATE


@pytest.mark.parametrize("call", [certify, explain, grade])
def test_every_call_keeps_to_its_time_on_the_largest_boards(
    call: Callable[..., object], large: Puzzle
) -> None:
    assert lateness(lambda limits: call(large, limits=limits)) < LATE


def test_answers_of_large_boards_are_kept_in_bounds() -> None:
    """1000 grids of 62,500 cells would take seconds to check, and hundreds of megabytes to write."""
    free = puzzle_class("fillapix").from_json({"clues": [[None] * SIDE] * SIDE})
    outcome = find_engine("raw").solve(free, Limits(solutions=1000, seconds=20))
    assert outcome.count == 1000
    assert len(outcome.solutions) == KEPT_CELLS // SIDE**2
    assert Limits(solutions=None).kept_of(KEPT_CELLS) == 2
    assert Limits(solutions=5, keep=0).kept_of(1) == 0


def test_the_smallest_explanation_keeps_to_its_time() -> None:
    assert lateness(lambda limits: explain_smallest(board("full"), limits)) < LATE


def test_a_statement_that_cannot_be_built_in_time_is_not_begun() -> None:
    """31 s of building for CP-SAT are not begun with a second left."""
    started = time.process_time()
    outcome = find_engine("cpsat").solve(board("grid"), Limits(seconds=5))
    assert outcome.limit == "time"
    assert time.process_time() - started < 2


def test_a_look_at_the_watch_ends_work_that_would_end_too_late() -> None:
    watch = Watch(Limits(seconds=60))
    watch.look(ahead=1)
    with pytest.raises(LimitHit, match="time"):
        watch.look(ahead=61)
    Watch(Limits()).look(ahead=1e9)


def test_the_collector_of_cycles_is_back_after_any_end() -> None:
    with pytest.raises(LimitHit), no_cycles():
        Watch(Limits(seconds=0)).look()
    assert gc.isenabled()
    with no_cycles(), no_cycles():
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    with no_cycles():
        pass
    assert not gc.isenabled()
    gc.enable()


def test_statements_are_looked_at_while_they_are_built() -> None:
    """No part of a statement is built for longer than a fraction of a second without a look."""
    for name, least in {"full": 100, "grid": 300, "blank": 12}.items():
        looks = 0

        def look(ahead: float = 0.0) -> None:
            nonlocal looks
            looks += 1

        with no_cycles():
            board(name).cnf_view(look)
        assert looks > least, name
    assert set(PUZZLES) == {board["kind"] for board in LARGE.values()}
