"""Random pictures with all clues shown: how many have a twin, by a solver and by the classifier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bench.studies.lab import Lab, batches, rng
from bench.studies.table import Table
from engines.engine import Limits
from engines.ladder import Ladder
from models.fillapix import FillAPix
from models.fillapix.generate import all_clues, board_of
from models.fillapix.twin_count import count_twins
from models.fillapix.twins import TWO_BLOCK, classify, has_twin

PICTURES = 2_000
BATCH = 100
"""Pictures that one task draws and solves."""
RATES: dict[tuple[int, int], tuple[float | None, float, float]] = {
    (5, 5): (0.73446, 0.73277, 0.7480),
    (8, 8): (0.39873, 0.39814, 0.3855),
    (11, 11): (None, 0.15848, 0.1440),
    (14, 14): (None, 0.05327, 0.0535),
    (17, 17): (None, 0.01647, 0.0150),
    (20, 20): (None, 0.00487, 0.0035),
    (8, 10): (0.27202, 0.27202, 0.2710),
    (10, 11): (0.07543, 0.07543, 0.0690),
}
"""Size -> published: exact rate, exact rate of lines, rate in a sample of 2,000 that was solved."""
REGULAR = (3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19)
"""Twelve sides that are not 2 (mod 3). Which twelve were sampled for the 24,000 is not published."""
SMALL = ((5, 5), (5, 8), (8, 8), (10, 11))
SMALL_PICTURES = 2_500
"""With these the pictures on which solver and classifier are compared make 50,000."""
DRAWN = 1_000_000
BLOCKS = {(8, 8): (617, 0.000593), (11, 11): (10, None)}
"""Size -> published: two-block pictures among a million, and their exact part."""


@dataclass(frozen=True)
class Solved:
    """Pictures in which a solver found another answer, and those where the classifier says otherwise."""

    pictures: int
    twins: int
    differences: int

    def __add__(self, other: Solved) -> Solved:
        return Solved(
            self.pictures + other.pictures,
            self.twins + other.twins,
            self.differences + other.differences,
        )


def solve_pictures(task: tuple[int, int, int, int]) -> Solved:
    """Draw so many pictures of a size, show all clues, and look for a second answer in each."""
    rows, cols, count, seed = task
    source, ladder = rng(seed), Ladder()
    total = Solved(0, 0, 0)
    for _ in range(count):
        picture = source.integers(0, 2, (rows, cols), np.int16)
        puzzle = FillAPix(board_of(all_clues(picture)))
        second = ladder.solve(puzzle, Limits(), picture).count > 1
        total += Solved(1, second, second != has_twin(picture))
    return total


def solved(lab: Lab, rows: int, cols: int, full: int) -> Solved:
    """A sample of a size, solved once for all tables."""

    def work() -> Solved:
        parts = batches(lab.size(full), BATCH)
        seeds = lab.seeds(full, rows, cols, 1)
        tasks = [(rows, cols, count, seed) for count, seed in zip(parts, seeds, strict=False)]
        return sum(lab.measure(f"pictures of {rows}x{cols}", solve_pictures, tasks), Solved(0, 0, 0))

    return lab.once(f"solved {rows}x{cols} {full}", work)


def rates(lab: Lab) -> Table:
    """Exact rates, and the solver's beside the published sample and beside the exact rate."""
    table = Table("rates", "Part of all pictures that has a twin")
    for (rows, cols), (published, lines, sampled) in RATES.items():
        name, count = f"{rows}x{cols}", count_twins(rows, cols)
        if published is None:
            table.exact(name, "exact", float(count.fraction), form="percent")
        else:
            table.rounded(name, "exact", float(count.fraction), published, 3)
        table.rounded(name, "exact, lines", count.with_line / count.pictures, lines, 3)
        ours = solved(lab, rows, cols, PICTURES)
        table.share(name, "solved", ours.twins, ours.pictures, sampled, PICTURES)
        table.share(name, "solved, exact rate", ours.twins, ours.pictures, float(count.fraction))
    return table


def solver(lab: Lab) -> Table:
    """Sizes without twins never have a second answer, and the classifier is never contradicted."""
    table = Table("solver", "The classifier against a solver")
    regular = Solved(0, 0, 0)
    for side in REGULAR:
        regular += solved(lab, side, side, PICTURES)
    table.exact(f"{regular.pictures:,} pictures of other sizes", "with a second answer", regular.twins, 0)
    total = regular
    for rows, cols in RATES:
        total += solved(lab, rows, cols, PICTURES)
    for rows, cols in SMALL:
        total += solved(lab, rows, cols, SMALL_PICTURES)
    table.exact(f"{total.pictures:,} pictures", "solver and classifier differ", total.differences, 0)
    return table


def count_blocks(task: tuple[int, int, int, int]) -> int:
    """Pictures with a two-block twin and no line, among so many drawn."""
    rows, cols, count, seed = task
    pictures = rng(seed).integers(0, 2, (count, rows, cols), np.uint8)
    return int((classify(pictures) == TWO_BLOCK).sum())


def blocks(lab: Lab) -> Table:
    """How rare pictures are that have a two-block twin and no line to flip."""
    table = Table("blocks", "Two blocks and no line to flip, among random pictures")
    for (rows, cols), (published, exactly) in BLOCKS.items():
        name, count = f"{rows}x{cols}", count_twins(rows, cols)
        part = count.blocks_only / count.pictures
        if exactly is None:
            table.exact(name, "exact", part, form="percent")
        else:
            table.rounded(name, "exact", part, exactly, 4)
        full = DRAWN if lab.boards is None else min(DRAWN, 1000 * lab.boards)
        parts = batches(full, 20_000)
        seeds = lab.seeds(len(parts), rows, cols, 2)
        tasks = [(rows, cols, size, seed) for size, seed in zip(parts, seeds, strict=False)]
        found = lab.measure(f"two blocks in {name}", count_blocks, tasks)
        sample = sum(task[2] for task in tasks)
        table.share(name, "drawn", sum(found), sample, published / DRAWN, DRAWN)
    return table
