"""The bounds of a line in plain Python, for the study alone: a second opinion on what ``bounds`` settles.

A block or digit goes if no placement of the blocks is left in which the sums that it allows enclose the clue.
"""

from __future__ import annotations

from bench.studies.doppelblock.drawn import ADDED, BARE, BOARDS, draw_puzzle
from bench.studies.lab import Lab
from bench.studies.table import Table
from engines.ladder import Ascent
from models.doppelblock import Doppelblock
from models.kernel import LENGTH, remove

SIDES = {4: 200, 5: 200, 6: 200}
BOUNDS = 2
"""Its place among the published rungs."""

Sets = list[set[int]]
"""The candidates of the cells of a line, 0 for a block."""


def enclose(window: Sets, clue: int, digits: int) -> bool:
    """Whether the least and the greatest sum of different digits of these cells enclose the clue."""
    least = greatest = 0
    low, high = set(range(1, digits + 1)), set(range(1, digits + 1))
    for cell in window:
        lows = [digit for digit in low if digit >= min(cell)]
        highs = [digit for digit in high if digit <= max(cell)]
        if not lows or not highs:
            return False
        least, greatest = least + min(lows), greatest + max(highs)
        low.remove(min(lows))
        high.remove(max(highs))
    return least <= clue <= greatest


def supported(line: Sets, clue: int) -> set[tuple[int, int]]:
    """(place, value) of every candidate that some placement of the two blocks leaves."""
    side = len(line)
    kept: set[tuple[int, int]] = set()
    for first in range(side):
        for second in range(first + 1, side):
            others = {place: line[place] - {0} for place in range(side) if place not in (first, second)}
            if 0 not in line[first] or 0 not in line[second] or not all(others.values()):
                continue
            window = {place: others[place] for place in range(first + 1, second)}
            if not enclose(list(window.values()), clue, side - 2):
                continue
            kept |= {(first, 0), (second, 0)}
            for place, values in others.items():
                for value in values:
                    fixed = list((window | {place: {value}}).values()) if place in window else []
                    if place not in window or enclose(fixed, clue, side - 2):
                        kept.add((place, value))
    return kept


def settle(puzzle: Doppelblock) -> float:
    """The part of the cells that line, scope and these bounds settle."""
    ascent = Ascent(puzzle, ("line", "scope"), probing=False)
    side = puzzle.board.side
    rows = [list(range(row * side, (row + 1) * side)) for row in range(side)]
    columns = [list(range(column, side * side, side)) for column in range(side)]
    before = -1
    while before != ascent.trail[LENGTH, 0]:
        ascent.climb()
        before = ascent.trail[LENGTH, 0]
        for cells, clue in zip(rows + columns, puzzle.board.left + puzzle.board.top, strict=True):
            strike(ascent, cells, clue)
    return float((ascent.sizes[:, 0] == 1).mean())


def strike(ascent: Ascent, cells: list[int], clue: int | None) -> None:
    """Remove from a line what nothing supports."""
    if clue is None:
        return
    masks = [int(ascent.candidates[cell, 0]) for cell in cells]
    line = [{value for value in range(mask.bit_length()) if mask >> value & 1} for mask in masks]
    kept = supported(line, clue)
    for place, values in enumerate(line):
        for value in values:
            if (place, value) not in kept:
                remove(ascent.candidates, ascent.sizes, ascent.trail, cells[place], value, 0)


def measure(task: tuple[int, int]) -> float:
    """What is settled of a board drawn from a seed; the boards are those of the table ``added``."""
    return settle(draw_puzzle(*task)[0])


def striking(lab: Lab) -> Table:
    """The published figures of bounds beside those of bounds in plain Python."""
    table = Table("striking", "Bounds in plain Python, beside the published bounds")
    table.note = "See `added` and `bare` for the figures of the rung `bounds`."
    for side, full in SIDES.items():
        tasks = [(side, seed) for seed in lab.seeds(full, side)]
        shares = lab.measure(f"bounds at {side}x{side}", measure, tasks)
        name = f"{side}x{side}"
        table.mean(name, "settled", shares, ADDED[side][BOUNDS], BOARDS[side])
        finished = sum(share == 1 for share in shares)
        table.share(name, "finished", finished, len(shares), BARE[side][0], BOARDS[side])
    return table
