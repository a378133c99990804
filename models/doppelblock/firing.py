"""What the rungs' reasons mean, as clues to point at and a sentence a solver would say."""

from __future__ import annotations

from models.doppelblock.board import BLOCK, Board, window_lengths
from models.puzzle import Clue, Firing

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def firing(board: Board, rung: str, reason: int) -> Firing:
    """``line``: see REASON_KINDS in placing.py; the other rungs: the number of the line they read."""
    if rung == "line":
        return _line_firing(board, reason)
    name = board.line_name(reason)
    cells = tuple(board.line_cells(reason))
    clue = board.clues[reason]
    if clue is None:
        return Firing((), f"every way to fill {name} with two blocks and each digit once needs it", cells)
    because = (_clue(board, reason, clue),)
    if rung == "scope":
        return Firing(because, _distance(board, name, clue), cells)
    if rung == "bounds":
        text = f"the digits that still fit between two blocks of {name} must be able to add up to {clue}"
        return Firing(because, text, cells)
    text = f"every way to fill {name} with a sum of {clue} between its blocks needs it"
    return Firing(because, text, cells)


def _clue(board: Board, line: int, clue: int) -> Clue:
    """A clue of a line; it stands in row -1 above the board or in column -1 left of it."""
    if line < board.side:
        return Clue(str(clue), line, -1)
    return Clue(str(clue), -1, line - board.side)


def _line_firing(board: Board, reason: int) -> Firing:
    """Two blocks and each digit once, without any clue."""
    from models.doppelblock.placing import REASON_KINDS, REASON_VALUES, STANDS

    rest, value = divmod(reason, REASON_VALUES)
    line, kind = divmod(rest, REASON_KINDS)
    name = board.line_name(line)
    if value == BLOCK:
        text = (
            f"{name} has both of its blocks already"
            if kind == STANDS
            else (f"{name} has only two places left for its blocks")
        )
    else:
        text = (
            f"{name} has its {value} already"
            if kind == STANDS
            else (f"{name} has only one place left for its {value}")
        )
    return Firing((), text, tuple(board.line_cells(line)))


def _distance(board: Board, name: str, clue: int) -> str:
    """A clue as a distance: ``a 20 in row 3 needs five cells between its blocks``."""
    lengths = window_lengths(board.side, clue)
    if not lengths:
        return f"no cells between two blocks of {name} can hold a sum of {clue}"
    if lengths[-1] == 0:
        return f"a 0 in {name} needs its blocks side by side"
    if len(lengths) == 1:
        cells = "one cell" if lengths[0] == 1 else f"{NUMBERS[lengths[0]]} cells"
        return f"{_article(clue)} {clue} in {name} needs {cells} between its blocks"
    return (
        f"{_article(clue)} {clue} in {name} needs {NUMBERS[lengths[0]]} to {NUMBERS[lengths[-1]]} "
        "cells between its blocks"
    )


def _article(number: int) -> str:
    """``an`` before eight, eleven and eighteen, else ``a``."""
    return "an" if str(number).startswith("8") or number in (11, 18) else "a"
