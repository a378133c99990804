"""Each rung left out of the full ladder, and what the cheap rungs spare the dear one."""

from __future__ import annotations

import numpy as np

from bench.studies.doppelblock.drawn import draw_puzzle
from bench.studies.fixpoints import Fixpoint, climb, left_out, read
from bench.studies.lab import Lab
from bench.studies.table import Table
from models.doppelblock import Doppelblock
from models.doppelblock.lines import WITNESSES

BOARDS = {6: 60, 8: 25}
PUBLISHED = {
    (6, "full"): (0.283, 0.739, None, 755, 74),
    (6, "line"): (0.283, 0.739, 0, 907, 74),
    (6, "scope"): (0.283, 0.739, 0, 755, 74),
    (6, "bounds"): (0.283, 0.739, 0, 777, 74),
    (6, "gac"): (0.283, 0.739, 0, 0, 117),
    (6, "probe"): (0.183, 0.541, 28, 167, 0),
    (8, "full"): (0.0, 0.397, None, 59_534, 591),
    (8, "line"): (0.0, 0.397, 0, 65_043, 591),
    (8, "scope"): (0.0, 0.397, 0, 59_534, 591),
    (8, "bounds"): (0.0, 0.397, 0, 60_458, 591),
    (8, "gac"): (0.0, 0.295, 21, 0, 938),
    (8, "probe"): (0.0, 0.133, 22, 795, 0),
}
"""Side and rung left out -> finished, settled, fixpoints moved, line assignments and probes a board."""
BEFORE = {6: (177, 155), 7: (400, 365), 8: (606, 563)}
"""Side -> line assignments of gac alone, and with the cheaper rungs before it."""
BEFORE_BOARDS = 60
"""Not published for this table."""
OTHER_GAC, OTHER_PROBE = "another gac", "another probe"
OTHERS = (
    "Words: lines that gac looked up as witnesses; theirs builds each anew, ours keeps what is left of a "
    "line's words. Probes: ours skips candidates that an earlier probe has shown to be consistent."
)

Run = tuple[Fixpoint, int]
"""A fixpoint and the words of lines that gac looked up as witnesses on the way."""


def run(puzzle: Doppelblock, rungs: tuple[str, ...], probing: bool) -> Run:
    """Climb with these rungs and read both."""
    ascent = climb(puzzle, rungs, probing)
    scratch = ascent.board[5]
    return read(ascent), int(scratch.view(np.int64)[WITNESSES]) if "gac" in rungs else 0


def measure(task: tuple[int, int]) -> dict[str, Run]:
    """Draw a board and climb it without one rung after another."""
    side, seed = task
    puzzle, _ = draw_puzzle(side, seed)
    return {name: run(puzzle, rungs, probing) for name, rungs, probing in left_out(puzzle.rungs)}


def ablation(lab: Lab) -> Table:
    """Finished, settled, fixpoints moved, work done: with all rungs, and without each."""
    table = Table("ablation", "Each rung left out of the full ladder")
    table.note = f"A fixpoint has moved when the candidates differ in a single bit. {OTHERS}"
    for side, count in BOARDS.items():
        tasks = [(side, seed) for seed in lab.seeds(count, side, 2)]
        boards = lab.measure(f"ablation at {side}x{side}", measure, tasks)
        for missing in ("full", *Doppelblock.rungs, "probe"):
            _report(table, side, missing, boards)
        differ = sum(each["scope"][1] != each["full"][1] for each in boards)
        table.exact(f"{side}x{side} without scope", "boards with other words", differ, 0)
    return table


def _report(table: Table, side: int, missing: str, boards: list[dict[str, Run]]) -> None:
    row = f"{side}x{side} " + (missing if missing == "full" else f"without {missing}")
    finished, settled, moved, words, probes = PUBLISHED[side, missing]
    count = BOARDS[side]
    found = [each[missing][0] for each in boards]
    hits = sum(each.finished for each in found)
    table.share(row, "finished", hits, len(boards), finished, count)
    table.mean(row, "settled", [each.share for each in found], settled, count)
    if moved is not None:
        differ = sum(each[missing][0].candidates != each["full"][0].candidates for each in boards)
        table.share(row, "fixpoints moved", differ, len(boards), moved / count, count)
    looked = [float(each[missing][1]) for each in boards]
    table.mean(row, "words", looked, words, count, "count", OTHER_GAC, True)
    asked = [float(each.counters["probes"]) for each in found]
    table.mean(row, "probes", asked, probes, count, "count", OTHER_PROBE, True)


def measure_words(task: tuple[int, int]) -> tuple[int, int]:
    """Words looked up by gac alone, and with the cheaper rungs before it."""
    side, seed = task
    puzzle, _ = draw_puzzle(side, seed)
    return run(puzzle, ("gac",), False)[1], run(puzzle, puzzle.rungs, False)[1]


def preprocessing(lab: Lab) -> Table:
    """What cheap rungs spare the dear one."""
    table = Table("preprocessing", "gac alone, and with the cheaper rungs before it")
    table.note = OTHERS
    for side, (alone, behind) in BEFORE.items():
        tasks = [(side, seed) for seed in lab.seeds(BEFORE_BOARDS, side, 2)]
        words = lab.measure(f"gac at {side}x{side}", measure_words, tasks)
        name = f"{side}x{side}"
        for column, place, theirs in (("words, alone", 0, alone), ("words, behind the others", 1, behind)):
            values = [float(each[place]) for each in words]
            table.mean(name, column, values, theirs, None, "count", OTHER_GAC, True)
        spared = [1 - second / first for first, second in words]
        table.mean(name, "spared", spared, 1 - behind / alone, None, why=OTHER_GAC, incomparable=True)
    return table
