"""Every engine finds the same answers of small Tentai Show boards, each once."""

from __future__ import annotations

import pytest

from engines.cpsat import CpSat
from engines.engine import Limits
from engines.ladder import Ladder
from engines.raw import Raw
from engines.sat import Sat
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import SORTS, mixed

ENGINES = (Ladder(), Sat(), CpSat(), Raw())
LEAST = {"drawn": 1, "pierced": 1, "scattered": 0, "moved": 0, "ambiguous": 2}
"""The fewest answers that some board of a sort has."""


def answers(engine: Ladder | Sat | CpSat | Raw, puzzle: TentaiShow) -> list[bytes]:
    """All answers, sorted."""
    outcome = engine.solve(puzzle, Limits(solutions=None))
    assert outcome.exhausted
    assert outcome.count == len(outcome.solutions)
    return sorted(grid.tobytes() for grid in outcome.solutions)


def agreed(puzzle: TentaiShow) -> int:
    """How many answers every engine finds: the same ones, none of them twice."""
    found = [answers(engine, puzzle) for engine in ENGINES]
    assert found == [found[0]] * len(ENGINES), puzzle.canonical()
    assert len(set(found[0])) == len(found[0])
    return len(found[0])


@pytest.mark.parametrize("sort", SORTS)
def test_engines_find_equal_answers_on_random_boards(sort: str) -> None:
    counts = [agreed(mixed(seed)) for seed in range(SORTS.index(sort), 60 * len(SORTS), len(SORTS))]
    assert min(counts) == LEAST[sort]
    assert max(counts) > 0


def squares(rows: int, cols: int, hollow: int) -> TentaiShow:
    """Squares of three by three with three dots in a row, the first ones cut out as holes."""
    places = [(r, c) for r in range(rows) for c in range(cols)]
    dots = [[6 * r + 3, 6 * c + x] for r, c in places[hollow:] for x in (1, 3, 5)]
    holes = [[3 * r + i, 3 * c + j] for r, c in places[:hollow] for i in range(3) for j in range(3)]
    return TentaiShow.from_json({"rows": 3 * rows, "cols": 3 * cols, "dots": dots, "holes": holes})


@pytest.mark.parametrize(
    ("rows", "cols", "hollow", "count"),
    [(1, 1, 0, 2), (1, 2, 0, 8), (1, 3, 0, 34), (2, 2, 1, 16), (2, 2, 0, 64)],
)
def test_engines_count_the_ways_to_cut_squares(rows: int, cols: int, hollow: int, count: int) -> None:
    assert agreed(squares(rows, cols, hollow)) == count
