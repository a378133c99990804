"""Fill-a-Pix as clauses, from templates laid over the board with NumPy.

The ink in one column of a window, a *piece* of up to three cells, is counted once in unary ("at
least 1, 2, 3") and shared by the up to three clues of that row that look at it. A clue then bounds a
sum of at most three unary numbers: some twenty clauses of up to three literals instead of up to 252
of up to six, and unit propagation still finds all that follows from one clue.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
import numpy.typing as npt

from models.fillapix.board import Board, Rows
from models.puzzle import CnfView, Ints
from models.statement import Look, to_lists, unhurried

REACH = 3
"""A window is at most so many cells high and wide."""
MAX_CLUE = REACH * REACH
WIDEST = 4
"""No clause has more literals than a piece's cells and a count, or three counts and a selector."""
SELECTOR = 1 + REACH * REACH
"""The slot of a clue's template that holds its selector; no variable (0) where there is none."""


def cnf_view(board: Board, look: Look = unhurried) -> CnfView:
    """Variables 1 .. cells are the cells (true: ink), the others the unary counts of pieces in use."""
    rows, cols = board.rows, board.cols
    cells = np.arange(1, rows * cols + 1, dtype=np.int32).reshape(rows, cols)
    clues = to_array(board.clues)
    counts, variables = number_pieces(clues, cells)
    tables = [count_clauses(counts, cells)]
    look()
    tables.append(sum_clauses(clues, counts))
    look()
    clauses = spread(tables, look)
    if board.givens:
        givens = to_array(board.givens)
        clauses += np.where(givens == 1, cells, -cells)[givens >= 0].reshape(-1, 1).tolist()
    return CnfView(clauses, variables, np.stack((-cells.ravel(), cells.ravel()), axis=1))


def selectable_clauses(clues: Ints, look: Look = unhurried) -> tuple[list[list[int]], Ints, int]:
    """Clauses that make a clue binding only where its selector is true.

    Returns the clauses, the selector of each clue (int32[rows, cols], 0 where there is no clue) and the
    number of variables; the cells are the variables 1 .. cells as in ``cnf_view``.
    """
    cells = np.arange(1, clues.size + 1, dtype=np.int32).reshape(clues.shape)
    counts, selectors, variables = number_selectors(clues)
    clauses = spread([count_clauses(counts, cells), sum_clauses(clues, counts, selectors)], look)
    return clauses, selectors, variables


def number_selectors(clues: Ints) -> tuple[Ints, Ints, int]:
    """The counts of ``number_pieces``, the selector of each clue, and how many variables there are."""
    cells = np.arange(1, clues.size + 1, dtype=np.int32).reshape(clues.shape)
    counts, variables = number_pieces(clues, cells)
    numbers = np.cumsum(clues >= 0, dtype=np.int32).reshape(clues.shape)
    selectors = np.where(clues >= 0, variables + numbers, 0).astype(np.int32)
    return counts, selectors, variables + int(numbers[-1, -1])


def to_array(rows: Rows) -> Ints:
    """int32[rows, cols]: the numbers, -1 for None."""
    return np.array([[-1 if value is None else value for value in row] for row in rows], np.int32)


def spans(length: int) -> tuple[Ints, Ints]:
    """First index and extent of the window around each index of a side of that length."""
    index = np.arange(length, dtype=np.int32)
    first = np.maximum(index - 1, 0)
    return first, np.minimum(index + 1, length - 1) - first + 1


def number_pieces(clues: Ints, cells: Ints) -> tuple[Ints, int]:
    """The variable "at least 1" of the piece around each cell, and how many variables there are.

    int32[rows, cols]; "at least 2" and "at least 3" follow it. A piece of one cell counts itself; a
    piece that no clue looks at has none (0).
    """
    rows, cols = clues.shape
    if rows == 1:
        return cells, cols
    has = np.zeros((rows, cols + 2), bool)
    has[:, 1:-1] = clues >= 0
    used = has[:, :-2] | has[:, 1:-1] | has[:, 2:]
    sizes = np.where(used, spans(rows)[1][:, None], 0)
    ends = np.cumsum(sizes.ravel(), dtype=np.int32).reshape(rows, cols)
    return np.where(used, ends - sizes + cells.size + 1, 0).astype(np.int32), int(cells.size + ends[-1, -1])


def count_clauses(counts: Ints, cells: Ints) -> Ints:
    """int32[clauses, WIDEST]: every count holds exactly when its piece has that much ink."""
    first, heights = spans(len(cells))
    if len(cells) == 1:
        return np.zeros((0, WIDEST), np.int32)
    row, col = np.nonzero(counts)
    slots = np.zeros((len(row), 1 + 2 * REACH), np.int32)
    for step in range(REACH):
        slots[:, 1 + step] = cells[np.minimum(first[row] + step, len(cells) - 1), col]
        slots[:, 1 + REACH + step] = counts[row, col] + step
    return lay(count_templates(), heights[row], slots)


def sum_clauses(clues: Ints, counts: Ints, selectors: Ints | None = None) -> Ints:
    """int32[clauses, WIDEST]: the counts of the pieces of every clue's window add up to the clue."""
    rows, cols = clues.shape
    row, col = np.nonzero(clues >= 0)
    first, widths = spans(cols)
    slots = np.zeros((len(row), 1 + SELECTOR), np.int32)
    if selectors is not None:
        slots[:, SELECTOR] = selectors[row, col]
    for piece in range(REACH):
        at = counts[row, np.minimum(first[col] + piece, cols - 1)]
        for step in range(REACH):
            slots[:, 1 + REACH * piece + step] = at + step
    shapes = shape_number(spans(rows)[1][row], widths[col])
    return lay(sum_templates(), shapes * (MAX_CLUE + 1) + clues[row, col], slots)


def shape_number(height: Ints, width: Ints) -> Ints:
    """Windows of 1..3 by 1..3 cells, numbered from 0."""
    return (height - 1) * REACH + width - 1


Templates = tuple[Ints, Ints, npt.NDArray[np.int64]]
"""int32[n, WIDEST] clauses as slot numbers (0: none), and as signs; per template, where its rows start."""


def lay(templates: Templates, chosen: Ints, slots: Ints) -> Ints:
    """Write out template ``chosen[i]`` with the variables ``slots[i]``, for every i."""
    numbers, signs, starts = templates
    first = starts[chosen]
    sizes = starts[chosen + 1] - first
    total = int(sizes.sum())
    # Where the owner of each clause has its slots, and how far its template's rows lie from its clauses.
    at = np.repeat(np.arange(0, slots.size, slots.shape[1]), sizes)
    row = np.arange(total) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
    literals: Ints = slots.reshape(-1).take(numbers.take(row, axis=0) + at[:, None])
    literals *= signs.take(row, axis=0)
    return literals


def spread(tables: Sequence[Ints], look: Look) -> list[list[int]]:
    """The rows of tables of clauses as lists, without the zeros that fill them up."""
    table = np.concatenate(tables)
    lengths = (table != 0).view(np.int8) @ np.ones(WIDEST, np.int8)  # a sum over rows so short takes longer
    table = table.take(np.argsort(lengths, kind="stable"), axis=0)
    look()
    ends = np.cumsum(np.bincount(lengths, minlength=WIDEST + 1)).tolist()
    clauses: list[list[int]] = []
    for length, (start, end) in enumerate(pairwise([0, *ends])):
        clauses += to_lists(table[start:end, :length], look)
    return clauses


def pack(templates: list[list[list[int]]]) -> Templates:
    """Pile templates up in one table."""
    rows = [clause + [0] * (WIDEST - len(clause)) for template in templates for clause in template]
    starts = np.cumsum([0] + [len(template) for template in templates])
    table = np.array(rows, np.int32).reshape(-1, WIDEST)
    return np.abs(table), np.sign(table), starts


@cache
def count_templates() -> Templates:
    """Per height 0..3: slots 1..3 are the cells, 4..6 say that at least 1, 2, 3 of them are ink."""
    return pack([count_template(height) for height in range(REACH + 1)])


def count_template(height: int) -> list[list[int]]:
    """Any t cells of ink give "at least t"; any height - t + 1 blank cells deny it."""
    template = []
    for least in range(1, height + 1):
        says = REACH + least
        inks = combinations(range(1, height + 1), least)
        blanks = combinations(range(1, height + 1), height - least + 1)
        template += [[-cell for cell in ink] + [says] for ink in inks]
        template += [[*blank, -says] for blank in blanks]
    return template


@cache
def sum_templates() -> Templates:
    """Per window shape and clue 0..9: slot 3 p + t says that piece p has at least t ink.

    Every clause ends in "unless not selected"; without a selector that is a zero at the end.
    """
    return pack(
        [
            sum_template(height, width, clue)
            for height in range(1, REACH + 1)
            for width in range(1, REACH + 1)
            for clue in range(MAX_CLUE + 1)
        ]
    )


def sum_template(height: int, width: int, clue: int) -> list[list[int]]:
    """No way to reach clue + 1, and none to be stuck at clue - 1; the empty clause if it cannot fit."""
    clue = min(clue, height * width + 1)
    template = []
    for inks in product(range(height + 1), repeat=width):
        if sum(inks) == clue + 1:
            template.append([-(REACH * piece + ink) for piece, ink in enumerate(inks) if ink] + [-SELECTOR])
        if sum(inks) == clue - 1:
            rises = [REACH * piece + ink + 1 for piece, ink in enumerate(inks) if ink < height]
            template.append([*rises, -SELECTOR])
    return template
