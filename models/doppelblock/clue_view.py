"""Doppelblock with a switch for every sum: the bare square and the given cells always hold."""

from __future__ import annotations

from models.doppelblock.board import Board, window_lengths
from models.doppelblock.cnf import cell_literals, clue_template, lay, line_literals, square_tables, two_blocks
from models.puzzle import Clue, ClueView
from models.statement import Look, unhurried


def clue_view(board: Board, look: Look = unhurried) -> ClueView:
    """Variable 1 + cell x values + value says that the cell has the value, as in ``cnf_view``."""
    side = board.side
    literals = cell_literals(side)
    clauses = [clause for table in square_tables(side) for clause in table.tolist()]
    selectors = []
    top = literals.size
    for line, clue in enumerate(board.clues):
        look()
        cells = line_literals(literals, side, line)
        clauses += lay(two_blocks(side), cells, top)
        if clue is None:
            continue
        top += 1
        place = (line, -1) if line < side else (-1, line - side)
        selectors.append((Clue(str(clue), *place), top))
        if not window_lengths(side, clue):
            clauses.append([-top])
            continue
        template = clue_template(side, clue)
        clauses += lay(template, cells, top, guard=top)
        top += template.extra
    for cell, given in enumerate(value for row in board.givens for value in row):
        if given is not None:
            clauses.append([int(literals[cell, given])])
    return ClueView(clauses, literals, selectors)
