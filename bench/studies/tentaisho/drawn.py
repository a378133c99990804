"""Random partitions, chosen for nothing: what the rungs finish, and that candidates stay symmetric."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bench.studies import fixpoints
from bench.studies.fixpoints import Fixpoint, climb, fixpoint, is_kept, is_unique, left_out, read
from bench.studies.lab import Lab
from bench.studies.table import Table
from engines.ladder import Ascent
from models.puzzle import Grid
from models.tentaisho import TentaiShow
from models.tentaisho.generate import generate

SIDES = (5, 7, 10)
BOARDS = 300
RUNGS = (*TentaiShow.rungs, "probe")
ADDED = {
    5: (0.943, 0.977, 0.980, 0.980, 0.980),
    7: (0.633, 0.933, 0.953, 0.953, 0.953),
    10: (0.027, 0.873, 0.923, 0.930, 0.930),
}
"""Side -> boards finished, rung by rung; boards with one answer."""
LEFT_OUT = {
    5: (0.980, 0.053, 0.950, 0.980, 0.980),
    7: (0.953, 0.000, 0.740, 0.953, 0.953),
    10: (0.930, 0.000, 0.310, 0.927, 0.923),
}
"""Side -> boards finished with all rungs, and without each."""
GRADES = {"mirror": 9, "reach": 6, "bridge": 1, "probe": 0}
GRADED = 16
"""Boards at 7x7."""
FIXPOINTS = 3_600
GENERATOR = "another generator"
NOTE = (
    "How theirs draws its partitions is not published, so rates are not comparable. Ours grows galaxies one "
    "after another and merges none, which comes closest (see `dials`)."
)


@dataclass(frozen=True)
class Drawn:
    """One board, climbed with every set of rungs."""

    added: dict[str, Fixpoint]
    left_out: dict[str, Fixpoint]
    unique: bool
    broken: int
    """Fixpoints, one for each rung added, in which some dot's candidates are not symmetric about it."""
    lost: int
    """Fixpoints that lack a candidate of the answer."""


def draw_puzzle(side: int, seed: int) -> tuple[TentaiShow, Grid]:
    """The dots of a random partition that was grown and not merged, and the partition."""
    made = generate(side, side, seed, merges=0, unique=False)
    assert isinstance(made.puzzle, TentaiShow)
    return made.puzzle, made.solution


def is_symmetric(puzzle: TentaiShow, ascent: Ascent) -> bool:
    """Whether every dot's candidates are their own half turn about it."""
    rows, cols = puzzle.shape
    cells = np.arange(rows * cols)
    for dot, (y, x) in enumerate(puzzle.board.dots):
        bits = ascent.candidates[:, dot >> 6] >> np.uint64(dot & 63) & np.uint64(1)
        alive = cells[bits != 0]
        r, c = y - alive // cols - 1, x - alive % cols - 1
        if not ((r >= 0) & (r < rows) & (c >= 0) & (c < cols)).all():
            return False
        if set((r * cols + c).tolist()) != set(alive.tolist()):
            return False
    return True


def measure(task: tuple[int, int]) -> Drawn:
    """Draw a board and climb it; uniqueness is SAT's business."""
    side, seed = task
    puzzle, answer = draw_puzzle(side, seed)
    ascents = {name: climb(puzzle, on, probing) for name, on, probing in fixpoints.added(puzzle.rungs)}
    return Drawn(
        {name: read(ascent) for name, ascent in ascents.items()},
        {name: fixpoint(puzzle, on, probing) for name, on, probing in left_out(puzzle.rungs)},
        is_unique(puzzle),
        sum(not is_symmetric(puzzle, ascent) for ascent in ascents.values()),
        sum(not is_kept(ascent, answer) for ascent in ascents.values()),
    )


def drawn(lab: Lab, side: int) -> list[Drawn]:
    """The boards of a side, drawn once for all tables."""
    seeds = lab.seeds(BOARDS, side)
    return lab.once(
        f"drawn {side}",
        lambda: lab.measure(f"boards of {side}x{side}", measure, [(side, seed) for seed in seeds]),
    )


def added(lab: Lab) -> Table:
    """Boards finished, one rung added after another, beside those with one answer."""
    table = Table("added", "Boards finished, one rung added after another", NOTE)
    differ = 0
    for side in SIDES:
        boards = drawn(lab, side)
        *finished, unique = ADDED[side]
        for rung, theirs in zip(RUNGS, finished, strict=True):
            hits = sum(each.added[rung].finished for each in boards)
            table.share(f"{side}x{side}", rung, hits, len(boards), theirs, BOARDS, GENERATOR, True)
        hits = sum(each.unique for each in boards)
        table.share(f"{side}x{side}", "one answer", hits, len(boards), unique, BOARDS, GENERATOR, True)
        differ += sum(each.unique != each.added["probe"].finished for each in boards)
    table.exact("all boards", "one answer, but not finished by probe, or the other way", differ, 0)
    return table


def ablation(lab: Lab) -> Table:
    """Boards finished with all rungs, and without each."""
    table = Table("ablation", "Each rung left out of the full ladder", NOTE)
    for side in SIDES:
        boards = drawn(lab, side)
        for missing, theirs in zip(("full", *RUNGS), LEFT_OUT[side], strict=True):
            name = missing if missing == "full" else f"without {missing}"
            hits = sum(each.left_out[missing].finished for each in boards)
            table.share(f"{side}x{side}", name, hits, len(boards), theirs, BOARDS, GENERATOR, True)
            if missing != "full":
                moved = sum(
                    each.left_out[missing].candidates != each.left_out["full"].candidates for each in boards
                )
                table.share(f"{side}x{side}", f"{name}, fixpoint moved", moved, len(boards))
    return table


def grades(lab: Lab) -> Table:
    """The weakest rungs that finish a board of 7x7, among those that some finish."""
    table = Table("grades", "Grades of boards of 7x7 with one answer", NOTE)
    boards = [each for each in drawn(lab, 7) if each.added["probe"].finished]
    weakest = [next(rung for rung in RUNGS if each.added[rung].finished) for each in boards]
    for rung, theirs in GRADES.items():
        hits = weakest.count(rung)
        if boards:
            table.share("7x7", rung, hits, len(boards), theirs / GRADED, GRADED, GENERATOR, True)
    return table


def symmetry(lab: Lab) -> Table:
    """No rung breaks the half turn, and none removes a candidate of the answer."""
    table = Table("symmetry", "Candidates at fixpoints")
    boards = [each for side in SIDES for each in drawn(lab, side)]
    count = sum(len(each.added) for each in boards)
    table.exact("fixpoints", "looked at", count, FIXPOINTS if lab.boards is None else None)
    table.exact("fixpoints", "not symmetric", sum(each.broken for each in boards), 0)
    table.exact("fixpoints", "without the answer", sum(each.lost for each in boards), 0)
    return table
