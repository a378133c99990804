"""Small boards at random, of every sort: right, one clue wrong, nonsense; few clues or all; with givens.

Each kind has a module here with ``draw`` (a board from a generator of random numbers and a size) and
``smaller`` (the boards that are this one with something left out, largest cuts first). Boards are
puzzle JSON throughout, which travels between processes. Refuses to judge what it draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from models import PUZZLES

Board = dict[str, Any]
Rng = np.random.Generator

RIGHT, WRONG, NONSENSE = "right", "one wrong", "nonsense"
SORTS = (RIGHT, WRONG, NONSENSE)
"""Clues of an answer, those with one of them changed, and clues of no answer at all."""
SHARES = (0.5, 0.3, 0.2)
"""How often each sort is drawn."""


@dataclass(frozen=True)
class Drawn:
    """A board, its number in the run, and its sort; of a right board it is known that it has an answer."""

    board: Board
    number: int
    sort: str


def draw(kind: str, seed: int, number: int, sides: tuple[int, int]) -> Drawn:
    """Board ``number`` of a run: rows and columns between two bounds, the same for equal arguments."""
    rng = np.random.default_rng([seed, list(PUZZLES).index(kind), number])
    rows, cols = (int(side) for side in rng.integers(sides[0], sides[1] + 1, 2))
    sort = str(rng.choice(SORTS, p=SHARES))
    board: Board = _module(kind).draw(rng, rows, cols, sort)
    return Drawn(board, number, sort)


def smaller(board: Board) -> Iterator[Board]:
    """The boards that are this one with a line, a clue, a dot or a given less."""
    yield from _module(board["kind"]).smaller(board)


def default_sides(kind: str) -> tuple[int, int]:
    """The least and the greatest side that plain enumeration copes with, whatever the clues."""
    sides: tuple[int, int] = _module(kind).SIDES
    return sides


def _module(kind: str) -> Any:
    return import_module(f"{__name__}.{kind}")
