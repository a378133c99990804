"""Fill-a-Pix for OR-Tools CP-SAT: one Boolean a cell, one linear sum a clue.

The model is written as protobuf text and parsed in one call: three times faster than adding 400
sums one by one from Python.
"""

from __future__ import annotations

import numpy as np

from models.fillapix.board import Board
from models.puzzle import CpsatView
from models.statement import Look, unhurried

CHARACTER_SECONDS = 4e-8
"""What a character of the text costs to parse, all in one call."""


def cpsat_view(board: Board, look: Look = unhurried) -> CpsatView:
    """Variable ``row * cols + col`` is 1 for ink; a given cell's domain is its value."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    text = "".join([*cell_texts(board), *clue_texts(board, look)])
    look(len(text) * CHARACTER_SECONDS)
    if not model.proto.parse_text_format(text):
        raise ValueError("CP-SAT does not read the model's text")
    look()
    cells = np.arange(board.rows * board.cols, dtype=np.int32)
    return CpsatView(model, np.stack((-cells - 1, cells), axis=1))


def cell_texts(board: Board) -> list[str]:
    """A variable with its domain per cell, row by row."""
    if not board.givens:
        return ["variables{domain:[0,1]}"] * (board.rows * board.cols)
    domains = {None: "0,1", 0: "0,0", 1: "1,1"}
    return [f"variables{{domain:[{domains[given]}]}}" for row in board.givens for given in row]


def clue_texts(board: Board, look: Look) -> list[str]:
    """A constraint per clue: the cells of its window add up to it."""
    cols = board.cols
    threes: list[list[str]] = []
    for row in range(board.rows):
        names = [str(row * cols + col) for col in range(cols)]
        threes.append([",".join(names[max(0, col - 1) : col + 2]) for col in range(cols)])
    texts = []
    for row, clues in enumerate(board.clues):
        look()
        around = threes[max(0, row - 1) : row + 2]
        for col, clue in enumerate(clues):
            if clue is not None:
                cells = ",".join([three[col] for three in around])
                ones = ",".join("1" * (cells.count(",") + 1))
                texts.append(f"constraints{{linear{{vars:[{cells}]coeffs:[{ones}]domain:[{clue},{clue}]}}}}")
    return texts
