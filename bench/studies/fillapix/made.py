"""Boards made by thinning in plain random order: how many clues are left, which ones, how hard they are."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import numpy.typing as npt

from bench.studies.lab import Lab
from bench.studies.table import Table
from engines.engine import Limits
from engines.ladder import Ladder
from models.fillapix import FillAPix
from models.fillapix.generate import all_clues, generate
from models.fillapix.twin_count import count_twins

SIDES = range(5, 16)
BOARDS = 16
GRADES = ("count", "pair", "probe", "search")
PUBLISHED = {
    5: (0.415, 54, (0, 14, 2, 0)),
    8: (0.454, 15, (0, 6, 10, 0)),
    10: (0.434, 0, (0, 1, 14, 1)),
    11: (0.431, 1, (0, 1, 14, 1)),
    13: (0.420, 0, (0, 1, 10, 5)),
    15: (0.442, 0, (0, 0, 8, 8)),
}
"""Side -> part of the clues left, redraws, boards by grade."""
ALL = 176
ALL_GRADES = (0, 37, 118, 21)
PLACES = {4: "corner", 6: "edge", 9: "interior"}
SURVIVAL = {"interior": (0.453, 0.004), "edge": (0.400, 0.007), "corner": (0.376, 0.018)}
"""Place -> part of the clues left and its standard error."""
DECIDING, OTHERS = (0.353, 0.025), 0.436
"""Part left of the clues that decide their window alone, its standard error; part left of the others."""
VALUES = (0.448, 0.467)
"""Least and greatest part left among the interior clues 1 .. 8."""


@dataclass(frozen=True)
class Made:
    """A board; per cell: the clue, how many cells its window has, whether it is left."""

    side: int
    redraws: int
    grade: str
    ink: float
    seconds: float
    clues: npt.NDArray[np.int32]
    windows: npt.NDArray[np.int32]
    left: npt.NDArray[np.bool_]


def make(task: tuple[int, int]) -> Made:
    """Draw a picture of a side, thin its clues, grade the board."""
    side, seed = task
    started = time.perf_counter()
    made = generate(side, side, seed, thin="random")
    seconds = time.perf_counter() - started
    assert isinstance(made.puzzle, FillAPix)
    left = np.array([[clue is not None for clue in row] for row in made.puzzle.board.clues])
    grade = Ladder().solve(made.puzzle, Limits()).grade or "search"
    windows = all_clues(np.ones_like(made.solution))
    clues = all_clues(made.solution)
    return Made(
        side,
        int(made.details["redraws"]),
        grade,
        float(made.solution.mean()),
        seconds,
        clues.ravel(),
        windows.ravel(),
        left.ravel(),
    )


def boards(lab: Lab) -> list[Made]:
    """16 boards of each side from 5 to 15, made once for all tables."""

    def work() -> list[Made]:
        tasks = [(side, seed) for side in reversed(SIDES) for seed in lab.seeds(BOARDS, side, side, 3)]
        return lab.measure("thinned boards", make, tasks)

    return lab.once("thinned boards", work)


def generator(lab: Lab) -> Table:
    """Clues left, redraws against what exact rates say, grades."""
    table = Table("generator", "Boards thinned in plain random order")
    table.note = "Seconds are those of making one board on the machine at hand."
    every = boards(lab)
    for side in SIDES:
        made = [each for each in every if each.side == side]
        name = f"{side}x{side}"
        share, redraws, grades = PUBLISHED.get(side, (None, None, (None,) * 4))
        table.mean(name, "clues left", [float(each.left.mean()) for each in made], share, BOARDS)
        _draws(table, name, made, float(count_twins(side, side).fraction), redraws)
        for grade, theirs in zip(GRADES, grades, strict=True):
            hits = sum(each.grade == grade for each in made)
            part = None if theirs is None else theirs / BOARDS
            table.share(name, f"grade {grade}", hits, len(made), part, part if part is None else BOARDS)
        table.median(name, "seconds a board", [each.seconds for each in made])
    _all_sides(table, every)
    return table


def _draws(table: Table, name: str, made: list[Made], rate: float, redraws: int | None) -> None:
    """Pictures drawn in vain, beside the exact rate and beside those of the published boards."""
    vain = sum(each.redraws for each in made)
    drawn = vain + len(made)
    table.share(name, "drawn in vain, exact rate", vain, drawn, rate)
    if redraws is not None:
        published = redraws + BOARDS
        table.share(name, "drawn in vain, published", vain, drawn, redraws / published, published)


def _all_sides(table: Table, every: list[Made]) -> None:
    """What is published of all 176 boards together."""
    for grade, theirs in zip(GRADES, ALL_GRADES, strict=True):
        hits = sum(each.grade == grade for each in every)
        table.share("all", f"grade {grade}", hits, len(every), theirs / ALL, ALL)
    expected = fmean(float(count_twins(side, side).expected_redraws) for side in SIDES)
    table.exact("all", "redraws expected for 176 boards", round(expected * ALL, 1), 58.8, form="number")
    vain = sum(each.redraws for each in every)
    table.share("all", "drawn in vain", vain, vain + len(every), 71 / (71 + ALL), 71 + ALL)
    for name, part, rest in (("sides 2 (mod 3)", 0.432, {2}), ("other sides", 0.442, {0, 1})):
        shares = [float(each.left.mean()) for each in every if each.side % 3 in rest]
        table.mean(name, "clues left", shares, part, BOARDS * sum(side % 3 in rest for side in SIDES))
    table.mean("all", "ink", [each.ink for each in every], 0.499, ALL)


def survival(lab: Lab) -> Table:
    """Which clues are left, by where they stand and by what they say."""
    table = Table("survival", "Which clues are left after thinning")
    table.note = "Clues of one board are not independent: intervals are over boards."
    every = boards(lab)
    for window, place in PLACES.items():
        _left(table, place, every, [each.windows == window for each in every], *SURVIVAL[place])
    deciding = [(each.clues == 0) | (each.clues == each.windows) for each in every]
    _left(table, "decide their window alone", every, deciding, *DECIDING)
    _left(table, "others", every, [~each for each in deciding], OTHERS)
    low, high = VALUES
    for value in range(10):
        between = 0 < value < 9
        chosen = [(each.windows == 9) & (each.clues == value) for each in every]
        theirs = (low + high) / 2 if between else None
        why = f"published: between {100 * low:.1f}% and {100 * high:.1f}%" if between else ""
        _left(table, f"interior clue {value}", every, chosen, theirs, why=why)
    return table


def _left(
    table: Table,
    row: str,
    every: list[Made],
    chosen: list[npt.NDArray[np.bool_]],
    theirs: float | None = None,
    error: float | None = None,
    why: str = "",
) -> None:
    """How many of the chosen clues are left, board by board; nothing if no board has one."""
    hits = [int((each.left & here).sum()) for each, here in zip(every, chosen, strict=True)]
    of = [int(here.sum()) for here in chosen]
    if sum(of):
        table.ratio(row, "left", hits, of, theirs, error, why)
