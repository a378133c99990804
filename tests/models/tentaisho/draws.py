"""Boards for the tests of Tentai Show: from strings, and drawn at random."""

from __future__ import annotations

from random import Random

from models.deadline import Deadline
from models.puzzle import Grid
from models.tentaisho import TentaiShow
from models.tentaisho.generate import board_of, draw_partition
from models.tentaisho.partition import Sizes

RING = {"rows": 3, "cols": 5, "dots": [[3, 3], [3, 5], [3, 7]]}
"""Unique: the middle galaxy is a ring around the other two."""


def board(lines: str) -> TentaiShow:
    """A board from its lattice, as in its plain text, with spaces between the lines."""
    return TentaiShow.from_lines(list(enumerate(lines.split(), 2)))


def drawn(rows: int, cols: int, seed: int, mean: float = 6.0) -> tuple[TentaiShow, Grid]:
    """A board with an answer, and perhaps others: galaxies grown at random."""
    made, answer = board_of(
        draw_partition(
            rows, cols, [0] * (rows * cols), Sizes(mean, rows * cols), 1, Random(seed), Deadline(None, "")
        )
    )
    return TentaiShow(made), answer


def pierced(rows: int, cols: int, seed: int) -> tuple[TentaiShow, Grid]:
    """A board with an answer and one galaxy cut out as holes."""
    puzzle, answer = drawn(rows, cols, seed, 4)
    gone = Random(seed).randrange(puzzle.values)
    data = puzzle.to_json()
    data["holes"] = [[r, c] for r in range(rows) for c in range(cols) if answer[r, c] == gone]
    if len(data["holes"]) == rows * cols:
        return puzzle, answer
    del data["dots"][gone]
    answer = answer.copy()
    answer[answer == gone] = -1
    answer[answer > gone] -= 1
    return TentaiShow.from_json(data), answer


def scattered(rows: int, cols: int, seed: int) -> TentaiShow:
    """Dots anywhere, as long as no two touch one cell, and now and then a hole: seldom solvable."""
    rng = Random(seed)
    free = {(r, c) for r in range(rows) for c in range(cols)}
    holes = [rng.choice(sorted(free))] if rng.random() < 0.3 and len(free) > 1 else []
    free -= set(holes)
    dots = []
    places = [(y, x) for y in range(1, 2 * rows) for x in range(1, 2 * cols)]
    rng.shuffle(places)
    for y, x in places:
        core = {(r, c) for r in ((y - 1) // 2, y // 2) for c in ((x - 1) // 2, x // 2)}
        if core <= free and rng.random() < 0.6:
            dots.append([y, x])
            free -= core
    return TentaiShow.from_json({"rows": rows, "cols": cols, "dots": dots, "holes": holes})


def moved(rows: int, cols: int, seed: int) -> TentaiShow:
    """A drawn board with one dot moved by half a cell: often without a solution."""
    rng = Random(seed)
    data = drawn(rows, cols, seed)[0].to_json()
    dot = rng.choice(data["dots"])
    axis = rng.randrange(2)
    dot[axis] = min(max(1, dot[axis] + rng.choice((-1, 1))), 2 * (rows, cols)[axis] - 1)
    return TentaiShow.from_json(data)


def ambiguous(cols: int, seed: int) -> TentaiShow:
    """Three rows: a square that can be cut in two ways, and a drawn board beside it."""
    beside = drawn(3, cols, seed)[0].board.dots
    dots = [[3, 1], [3, 3], [3, 5], *([y, x + 6] for y, x in beside)]
    return TentaiShow.from_json({"rows": 3, "cols": 3 + cols, "dots": dots})


SORTS = ("drawn", "pierced", "scattered", "moved", "ambiguous")


def mixed(seed: int, side: int = 5) -> TentaiShow:
    """A small board up to ``side`` cells a side, of each of the sorts in turn."""
    rng = Random(seed)
    rows, cols = rng.randint(1, side), rng.randint(1, side)
    sort = SORTS[seed % len(SORTS)]
    if sort == "ambiguous":
        return ambiguous(min(cols, 3), seed)
    if sort == "scattered":
        return scattered(rows, cols, seed)
    if sort == "moved":
        return moved(rows, cols, seed)
    return (drawn if sort == "drawn" else pierced)(rows, cols, seed)[0]
