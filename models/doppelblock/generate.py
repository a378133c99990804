"""Doppelblock puzzles from random Latin squares.

All the sums of an answer seldom fix it on large boards (one 8x8 in forty). Either answers are drawn until
they do, or a few cells are given: a small set, none of which can go.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import numpy as np

from models.deadline import Deadline, Unfinished
from models.doppelblock import Doppelblock
from models.doppelblock.board import SIDES, Board, Line, Rows
from models.doppelblock.latin import Rng, block_cycles, random_answer, window_sums
from models.doppelblock.needs import Rival, drop_needless, fewest_givens
from models.fewest import fewest
from models.puzzle import BadPuzzle, Generated, Grid

GIVENS = ("fewest", "none")
CLUES = ("all", "minimal", "minimum")
DRAWS = 2_000
"""Answers drawn at most for a puzzle without givens: some 10 s. Of 9x9 answers one in some 200 will do."""


Givens = Annotated[
    str,
    "Which cells are given: fewest (of the first answer drawn, until it is fixed, and none that can go) "
    f"or none (answers are drawn until all the sums fix one, at most {DRAWS:,}).",
]
Clues = Annotated[
    str,
    "Which sums are printed: all, minimal (dropped in random order, so that nothing printed can go) "
    "or minimum (as few as there can be beside the givens).",
]
Seconds = Annotated[
    float | None,
    "Time for one puzzle, without which there is none; the search for the minimum ends with it as minimal.",
]
"""Dials: what help says of them stands with the type."""


class NoneFixed(Unfinished):
    """None of the answers drawn is fixed by its sums alone."""


def generate(
    rows: int,
    cols: int,
    seed: int,
    *,
    givens: Givens = "fewest",
    clues: Clues = "all",
    seconds: Seconds = None,
) -> Generated:
    """A puzzle of a random answer; the same seed makes it again.

    Raises NoneFixed where no answer drawn is fixed by its sums and no cell may be given, Unfinished where the
    time does not suffice, else BadPuzzle.
    """
    _check(rows, cols, seed, givens, clues)
    rng = np.random.Generator(np.random.PCG64(seed))
    deadline = Deadline(seconds, f"a board of {rows}x{cols} (seed {seed})")
    draws = calls = 0
    while draws < DRAWS:
        draws += 1
        answer = random_answer(rows, rng)
        top, left = window_sums(answer)
        with Rival(answer, left + top, deadline) as rival:
            if givens == "fewest" or rival.differences(rival.sums) is None:
                given, shown, fewest_sums = _choose(rival, rng, givens, clues)
                break
            calls += rival.calls
    else:
        raise NoneFixed(f"none of {DRAWS} answers of {rows}x{cols} is fixed by its sums alone (seed {seed})")
    board = _board(answer, top, left, given, shown)
    details: dict[str, Any] = {
        "givens": len(given),
        "sums": len(shown),
        "draws": draws,
        "cycles": block_cycles(answer),
        "solver_calls": calls + rival.calls,
    }
    if clues == "minimum":
        details["fewest"] = fewest_sums
    return Generated(Doppelblock(board), answer, seed, details)


def _check(rows: int, cols: int, seed: int, givens: str, clues: str) -> None:
    """BadPuzzle on a size or option there is not."""
    if rows != cols:
        raise BadPuzzle("the board must be square", f"{rows}x{cols}")
    if rows < 2:
        raise BadPuzzle("a line needs room for two blocks", f"{rows}x{cols}")
    SIDES.check(rows, cols, f"{rows}x{cols}")
    if seed < 0:
        raise BadPuzzle("is negative", f"seed {seed}")
    for name, value, allowed in (("givens", givens, GIVENS), ("clues", clues, CLUES)):
        if value not in allowed:
            raise BadPuzzle(f"expected one of {', '.join(allowed)}", f"{name} {value[:40]!r}")


def _choose(rival: Rival, rng: Rng, givens: str, clues: str) -> tuple[set[int], set[int], bool]:
    """(cells given, lines whose sum is shown), numbered from 0; whether fewer sums are certain not to do."""
    given = fewest_givens(rival, rng) if givens == "fewest" else []
    shown, certain = rival.sums, False
    if clues != "all":
        shown = drop_needless(rival, given, rng.permutation(rival.sums).tolist())
    if clues == "minimum":
        with suppress(Unfinished):
            end = rival.deadline.end
            shown, certain = fewest(rival.sums, shown, partial(rival.shortfall, given), end)
    cells = {rival.givens.index(each) for each in given}
    return cells, {rival.sums.index(each) for each in shown}, certain


def _board(answer: Grid, top: Line, left: Line, given: set[int], shown: set[int]) -> Board:
    """What is printed of an answer."""
    side = len(answer)
    sums = [clue if line in shown else None for line, clue in enumerate(left + top)]
    cells: list[int | None] = [
        value if cell in given else None for cell, value in enumerate(answer.ravel().tolist())
    ]
    givens: Rows = tuple(tuple(cells[r * side : (r + 1) * side]) for r in range(side)) if given else ()
    return Board(tuple(sums[side:]), tuple(sums[:side]), givens)
