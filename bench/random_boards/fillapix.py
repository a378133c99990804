"""Fill-a-Pix at random: pictures of any darkness and the clues they have, or clues of no picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bench.random_boards import NONSENSE, WRONG, Board, Rng
from bench.random_boards.cells import Cells, blanked, given_cells, in_rows, kept, without_column, without_row
from models.puzzle import Grid

SIDES = (1, 6)
DARKNESS = (0.15, 0.3, 0.5, 0.7, 0.85)


def draw(rng: Rng, rows: int, cols: int, sort: str) -> Board:
    """A board of one sort; a wrong clue is off by one, nonsense is 0..9 or what its block could hold."""
    picture: Grid = (rng.random((rows, cols)) < rng.choice(DARKNESS)).astype(np.int16)
    most = _block_sums(np.ones_like(picture))
    clues = _block_sums(picture)
    if sort == NONSENSE:
        clues = rng.integers(0, 10 if rng.random() < 0.2 else most + 1, picture.shape, np.int16)
    flat = kept(clues.ravel().tolist(), rng)
    if sort == WRONG:
        _spoil(flat, rng)
    board: Board = {"kind": "fillapix", "clues": in_rows(flat, cols)}
    givens = given_cells(picture, rng)
    if any(cell is not None for row in givens for cell in row):
        board["givens"] = givens
    return board


def _block_sums(picture: Grid) -> Grid:
    """What every cell's clue would be."""
    rows, cols = picture.shape
    padded = np.pad(picture, 1)
    sums = np.zeros_like(picture)
    for r in range(3):
        for c in range(3):
            sums += padded[r : r + rows, c : c + cols]
    return sums


def _spoil(clues: list[int | None], rng: Rng) -> None:
    """Change one of the clues by one, if there is any."""
    places = [place for place, clue in enumerate(clues) if clue is not None]
    if places:
        place = int(rng.choice(places))
        clue = clues[place] or 0
        clues[place] = clue + 1 if clue == 0 or (clue < 9 and rng.random() < 0.5) else clue - 1


def smaller(board: Board) -> Iterator[Board]:
    """Without a row, a column, all givens, a clue, a given."""
    clues: Cells = board["clues"]
    if len(clues) > 1:
        for row in range(len(clues)):
            yield _mapped(board, partial(without_row, row=row))
    if len(clues[0]) > 1:
        for column in range(len(clues[0])):
            yield _mapped(board, partial(without_column, column=column))
    if board.get("givens"):
        yield {key: value for key, value in board.items() if key != "givens"}
    for name in ("clues", "givens"):
        for cells in blanked(board.get(name, [])):
            yield board | {name: cells}


def _mapped(board: Board, change: Callable[[Cells], Cells]) -> Board:
    """The board with its clues and its givens changed alike."""
    return board | {name: change(board[name]) for name in ("clues", "givens") if board.get(name)}
