"""What needs no sample: windows that a sum allows, and all boards of a side counted."""

from __future__ import annotations

from bench.studies.lab import Lab
from bench.studies.table import Table
from models.doppelblock.board import window_lengths
from models.doppelblock.census import Census
from models.doppelblock.census import census as count

SIDE = 8
LENGTHS = {0: (0, 0), 1: (1, 1), 6: (1, 3), 15: (3, 5), 20: (5, 5), 21: (6, 6)}
"""Sum -> published: least and greatest number of cells between the blocks, at 8x8."""
CENSUS = ((7, 2), (6, 1), (6, 2), (5, 0), (5, 2), (4, 0), (4, 2), (3, 0))
"""Side, and how many lines are fixed by symmetry: 0 visits every board."""
WALKS = ("every board visited", "first row fixed", "first row and column fixed")
BOARDS = {4: 216, 5: 66_240}
LATIN_SQUARES = {4: 576, 5: 161_280}
"""Published."""
RECTANGLES = {3: 6, 6: 283_046_400, 7: 20_449_013_760_000}
SQUARES = {3: 12, 6: 812_851_200, 7: 61_479_419_904_000}
"""Latin rectangles of n - 2 rows and Latin squares: known numbers that nobody published for this puzzle."""


def lengths(lab: Lab) -> Table:
    """The numbers of cells between two blocks that a sum allows."""
    table = Table("lengths", "Cells between the blocks that a sum allows, at 8x8")
    for clue, (least, most) in LENGTHS.items():
        allowed = window_lengths(SIDE, clue)
        table.exact(f"sum {clue}", "least", allowed[0], least)
        table.exact(f"sum {clue}", "most", allowed[-1], most)
    return table


def count_side(task: tuple[int, int]) -> Census:
    """The census of a side."""
    return count(*task)


def census(lab: Lab) -> Table:
    """All boards without clues, and the Latin squares they stand for."""
    table = Table("census", "Boards without clues, and the sum of 2^cycles over them")
    table.note = (
        "Published for sides 4 and 5. For the others the figures beside ours are the known numbers of Latin "
        "rectangles (boards) and Latin squares (the sum)."
    )
    found = zip(CENSUS, lab.measure("censuses", count_side, CENSUS), strict=True)
    for (side, fixed), counted in sorted(found, key=lambda each: each[0]):
        name = f"{side}x{side}, {WALKS[fixed]}"
        table.exact(name, "boards", counted.boards, (BOARDS | RECTANGLES)[side])
        table.exact(name, "sum of 2^cycles", counted.latin_squares, (LATIN_SQUARES | SQUARES)[side])
    return table
