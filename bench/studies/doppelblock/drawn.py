"""Answers drawn at random with all their sums printed and no cell: what each rung settles, what is unique."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.studies import fixpoints
from bench.studies.fixpoints import fixpoint, is_unique
from bench.studies.lab import Lab, rng
from bench.studies.table import Table
from models.doppelblock import Doppelblock
from models.doppelblock.board import Board, window_lengths
from models.doppelblock.generate import generate
from models.doppelblock.latin import block_cycles, random_answer, window_sums

BOARDS = {4: 300, 5: 300, 6: 200, 7: 120, 8: 80}
"""Side -> answers drawn, as many as published for the table ``bare``."""
RUNGS = (*Doppelblock.rungs, "probe")
ADDED = {
    4: (0.0, 0.375, 0.655, 0.655, 0.655),
    5: (0.0, 0.328, 0.676, 0.736, 0.759),
    6: (0.0, 0.203, 0.384, 0.528, 0.738),
    7: (0.0, 0.117, 0.163, 0.266, 0.630),
    8: (0.0, 0.047, 0.054, 0.085, 0.415),
}
"""Side -> part of the cells settled, rung by rung."""
BARE = {
    4: (0.560, 0.560, 0.560, 0.560),
    5: (0.453, 0.507, 0.547, 0.547),
    6: (0.105, 0.200, 0.295, 0.295),
    7: (0.008, 0.050, 0.117, 0.117),
    8: (0.000, 0.013, 0.025, 0.025),
}
"""Side -> boards finished by bounds, gac, probe; boards with one answer."""
THIRDS = {
    (6, "sharpest"): (1.18, 0.266, 0.584, 0.106),
    (6, "middle"): (1.33, 0.238, 0.726, 0.273),
    (6, "vaguest"): (1.49, 0.172, 0.847, 0.412),
    (7, "sharpest"): (1.38, 0.169, 0.512, 0.050),
    (7, "vaguest"): (1.71, 0.124, 0.819, 0.375),
}
"""Side and third -> lengths that a sum leaves, settled by scope, settled by probe, one answer."""
CYCLES = {1: (0.734, 0.241), 2: (0.719, 0.279), 3: (0.694, 0.222)}
"""Cycles of the blocks at 6x6 -> settled by probe, one answer."""
GIVENS = 5
"""Cells to give at 8x8, at the median."""


@dataclass(frozen=True)
class Drawn:
    """One board: per rung what it settles with the cheaper ones, and what was asked beside."""

    settled: dict[str, float]
    finished: dict[str, bool]
    unique: bool
    cycles: int
    sharpness: float
    """How many lengths a sum leaves, on the average."""


def draw_puzzle(side: int, seed: int) -> tuple[Doppelblock, int]:
    """A random answer's board with all sums and no given cell, and how many cycles its blocks make."""
    answer = random_answer(side, rng(seed))
    return Doppelblock(Board(*window_sums(answer), ())), len(block_cycles(answer))


def measure(task: tuple[int, int]) -> Drawn:
    """Draw a board and climb it rung by rung; uniqueness is SAT's business."""
    side, seed = task
    puzzle, cycles = draw_puzzle(side, seed)
    found = {name: fixpoint(puzzle, on, probing) for name, on, probing in fixpoints.added(puzzle.rungs)}
    return Drawn(
        {name: each.share for name, each in found.items()},
        {name: each.finished for name, each in found.items()},
        is_unique(puzzle),
        cycles,
        fmean(len(window_lengths(side, clue)) for clue in puzzle.board.clues if clue is not None),
    )


def drawn(lab: Lab) -> dict[int, list[Drawn]]:
    """Side -> its boards, drawn once for all tables."""

    def work() -> dict[int, list[Drawn]]:
        sides = [side for side in reversed(BOARDS) for _ in range(lab.size(BOARDS[side]))]
        seeds = [seed for side in reversed(BOARDS) for seed in lab.seeds(BOARDS[side], side)]
        results = lab.measure("answers", measure, zip(sides, seeds, strict=True))
        found: dict[int, list[Drawn]] = {side: [] for side in BOARDS}
        for side, result in zip(sides, results, strict=True):
            found[side].append(result)
        return found

    return lab.once("drawn", work)


def added(lab: Lab) -> Table:
    """What each rung settles with all the cheaper ones."""
    table = Table("added", "Cells settled, one rung added after another")
    table.note = "The published samples are taken to be those of the table `bare`."
    for side, boards in drawn(lab).items():
        for rung, theirs in zip(RUNGS, ADDED[side], strict=True):
            shares = [each.settled[rung] for each in boards]
            table.mean(f"{side}x{side}", rung, shares, theirs, BOARDS[side])
    return table


def bare(lab: Lab) -> Table:
    """Boards that the rungs finish, and boards with one answer, when no cell is printed."""
    table = Table("bare", "The cost of printing no cell")
    differ = 0
    for side, boards in drawn(lab).items():
        name, count = f"{side}x{side}", BOARDS[side]
        *finished, unique = BARE[side]
        for rung, theirs in zip(RUNGS[2:], finished, strict=True):
            hits = sum(each.finished[rung] for each in boards)
            table.share(name, f"finished by {rung}", hits, len(boards), theirs, count)
        table.share(name, "one answer", sum(each.unique for each in boards), len(boards), unique, count)
        differ += sum(each.unique != each.finished["probe"] for each in boards)
    table.exact("all boards", "one answer, but not finished by probe, or the other way", differ, 0)
    return table


def sharpness(lab: Lab) -> Table:
    """Boards in thirds, by how many lengths their sums leave."""
    table = Table("sharpness", "Sharp sums against good puzzles")
    for side in sorted({side for side, _ in THIRDS}):
        boards = sorted(drawn(lab)[side], key=lambda each: each.sharpness)
        cuts = [len(boards) * part // 3 for part in range(4)]
        for third, start, end in zip(("sharpest", "middle", "vaguest"), cuts, cuts[1:], strict=False):
            if end > start:
                _third(table, side, third, boards[start:end])
    return table


def _third(table: Table, side: int, third: str, boards: Sequence[Drawn]) -> None:
    name, count = f"{side}x{side} {third}", BOARDS[side] // 3
    left, scope, probe, unique = THIRDS.get((side, third), (None,) * 4)
    sample = None if left is None else count
    table.mean(name, "lengths a sum leaves", [each.sharpness for each in boards], left, count, "number")
    for rung, theirs in (("scope", scope), ("probe", probe)):
        table.mean(name, f"settled by {rung}", [each.settled[rung] for each in boards], theirs, count)
    table.share(name, "one answer", sum(each.unique for each in boards), len(boards), unique, sample)


def cycles(lab: Lab) -> Table:
    """Whether the cycles of the blocks say anything of a 6x6 board."""
    table = Table("cycles", "Cycles of the blocks at 6x6")
    table.note = "Their numbers of boards by cycles are not known; they are taken to be ours."
    for number, (probe, unique) in CYCLES.items():
        boards = [each for each in drawn(lab)[6] if each.cycles == number]
        if not boards:
            continue
        name = f"{number} cycles" if number > 1 else "1 cycle"
        table.mean(name, "settled by probe", [each.settled["probe"] for each in boards], probe, len(boards))
        hits = sum(each.unique for each in boards)
        table.share(name, "one answer", hits, len(boards), unique, len(boards))
    return table


def count_givens(seed: int) -> int:
    """Cells that must be given for an 8x8 answer with all its sums."""
    return int(generate(8, 8, seed).details["givens"])


def givens(lab: Lab) -> Table:
    """How many cells have to be given at 8x8."""
    table = Table("givens", "Cells given at 8x8, beside all sums")
    counts = lab.measure("givens", count_givens, lab.seeds(BOARDS[8], 8, 1))
    table.note = "How theirs are chosen is not published; ours are a small set, and none of them can go."
    table.median("8x8", "cells given", counts, GIVENS)
    return table
