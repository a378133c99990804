"""Fill-a-Pix with a switch for every clue: the clauses that thinning uses, with the given cells."""

from __future__ import annotations

import numpy as np

from models.fillapix.board import INK, Board
from models.fillapix.cnf import selectable_clauses, to_array
from models.puzzle import Clue, ClueView
from models.statement import Look, unhurried


def clue_view(board: Board, look: Look = unhurried) -> ClueView:
    """Variables 1 .. cells are the cells (true: ink)."""
    clauses, selectors, _ = selectable_clauses(to_array(board.clues), look)
    cells = np.arange(1, selectors.size + 1, dtype=np.int32)
    for cell, given in enumerate(value for row in board.givens for value in row):
        if given is not None:
            clauses.append([cell + 1 if given == INK else -cell - 1])
    places = [(r, c, Clue(str(board.clues[r][c]), r, c)) for r, c in board.clue_cells]
    return ClueView(
        clauses,
        np.stack((-cells, cells), axis=1),
        [(clue, int(selectors[r, c])) for r, c, clue in places],
    )
