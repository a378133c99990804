"""Searches that know little, and what the generator's dial does to the rates of boards."""

from __future__ import annotations

from dataclasses import dataclass

from bench.studies.fixpoints import fixpoint, is_unique
from bench.studies.lab import Lab
from bench.studies.table import Table
from bench.studies.tentaisho.drawn import ADDED, BOARDS, GENERATOR, LEFT_OUT, NOTE, SIDES, draw_puzzle
from engines.engine import Limits
from engines.ladder import Ladder
from engines.raw import Raw
from models.tentaisho.generate import generate

RAW_MEDIAN = 5
"""Placements of the plain walk through all answers at 5x5, published."""
GUESSES = {"mirror": 142.5, "reach": 0}
"""Nodes at 10x10 to decide uniqueness, with the rungs up to this one at every node."""
LIMIT = 100_000
"""Nodes after which a walk or search is given up; medians do not feel it."""
DIALS = ((0, 3.0), (0, 4.0), (0, 6.0), (0, 8.0), (1, 6.0))
"""Rounds of merging and mean size of galaxies that the generator is asked for; the last are its defaults."""
DIALLED = 200


def walk(seed: int) -> int:
    """Placements of the plain walk through all answers of a 5x5."""
    puzzle, _ = draw_puzzle(5, seed)
    return Raw().solve(puzzle, Limits(solutions=None, keep=0, nodes=LIMIT)).nodes


def guess(seed: int) -> tuple[int, int]:
    """Nodes to decide a 10x10, with mirror alone and with reach beside it."""
    puzzle, _ = draw_puzzle(10, seed)
    rungs = puzzle.rungs
    few, more = (
        Ladder(on, probing=False).solve(puzzle, Limits(nodes=LIMIT)).nodes for on in (rungs[:1], rungs[:2])
    )
    return few, more


def guesses(lab: Lab) -> Table:
    """How much has to be guessed without connectedness, and with it."""
    table = Table("guesses", "Guesses without connectedness and with it", NOTE)
    walked = lab.measure("plain walks", walk, lab.seeds(BOARDS, 5))
    table.median("5x5", "placements of the plain walk", walked, RAW_MEDIAN, GENERATOR, True)
    nodes = lab.measure("searches", guess, lab.seeds(BOARDS, 10))
    for place, (rung, theirs) in enumerate(GUESSES.items()):
        counts = [each[place] for each in nodes]
        table.median("10x10", f"nodes with rungs up to {rung}", counts, theirs, GENERATOR, True)
    return table


@dataclass(frozen=True)
class Dialled:
    """What is asked of a board of some dial."""

    mirror: bool
    reach: bool
    without_reach: bool
    unique: bool


def measure(task: tuple[int, int, float, int]) -> Dialled:
    """Draw a board with one setting of the dials."""
    side, merges, mean, seed = task
    puzzle = generate(side, side, seed, mean=mean, merges=merges, unique=False).puzzle
    rungs = puzzle.rungs
    return Dialled(
        fixpoint(puzzle, rungs[:1], False).finished,
        fixpoint(puzzle, rungs[:2], False).finished,
        fixpoint(puzzle, tuple(each for each in rungs if each != "reach"), True).finished,
        is_unique(puzzle),
    )


def dials(lab: Lab) -> Table:
    """Rates beside the published ones, by the generator's dials: where theirs lies."""
    table = Table("dials", "Rates of boards by the dials of the generator")
    table.note = "Of the published generator no setting is known; here is what those of ours do."
    for side in SIDES:
        mirror, reach, *_, unique = ADDED[side]
        tasks = [(side, *dial, seed) for dial in DIALS for seed in lab.seeds(DIALLED, side, 1)]
        found = lab.measure(f"dials at {side}x{side}", measure, tasks)
        size = lab.size(DIALLED)
        for number, (merges, mean) in enumerate(DIALS):
            boards = found[number * size : (number + 1) * size]
            name = f"{side}x{side}, mean {mean:g}, {'merged' if merges else 'not merged'}"
            for column, hits, theirs in (
                ("mirror", sum(each.mirror for each in boards), mirror),
                ("reach", sum(each.reach for each in boards), reach),
                ("without reach", sum(each.without_reach for each in boards), LEFT_OUT[side][2]),
                ("one answer", sum(each.unique for each in boards), unique),
            ):
                table.share(name, column, hits, size, theirs, BOARDS)
    return table
