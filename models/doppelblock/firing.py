"""What the rungs' reasons mean, as clues to point at and a sentence a solver would say."""

from __future__ import annotations

from models.doppelblock.board import BLOCK, Board, window_lengths
from models.puzzle import Clue, Firing

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

PLACING = (
    ("{name} has its {value} already", "{name} has both of its blocks already"),
    ("{name} has only one place left for its {value}", "{name} has only two places left for its blocks"),
    ("{name} has its {value} twice", "{name} has more than two blocks"),
    ("{name} has no place left for its {value}", "{name} has fewer than two places left for its blocks"),
)
"""Per kind of reason of ``line`` (STANDS, NEEDED, CLASHES, MISSING): said of a digit, and of blocks."""


def firing(board: Board, rung: str, reason: int) -> Firing:
    """``line``: see REASON_KINDS in placing.py; the other rungs: the number of the line they read."""
    if rung == "line":
        return _placing(board, reason)
    name = board.line_name(reason)
    cells = tuple(board.line_cells(reason))
    clue = board.clues[reason]
    if clue is None:
        return Firing((), f"{name} cannot hold two blocks and each digit in any other way", cells)
    if rung == "scope":
        text = _distance(board, name, clue)
    elif rung == "bounds":
        text = (
            f"the least and the greatest digits left between the blocks of {name} must allow a sum of {clue}"
        )
    else:
        text = f"{name} cannot be filled with a sum of {clue} between its blocks in any other way"
    return Firing((_clue(board, reason, clue),), text, cells)


def _clue(board: Board, line: int, clue: int) -> Clue:
    """A clue of a line; it stands in row -1 above the board or in column -1 left of it."""
    if line < board.side:
        return Clue(str(clue), line, -1)
    return Clue(str(clue), -1, line - board.side)


def _placing(board: Board, reason: int) -> Firing:
    """Two blocks and each digit once, without any clue."""
    from models.doppelblock.placing import REASON_KINDS, REASON_VALUES

    rest, value = divmod(reason, REASON_VALUES)
    line, kind = divmod(rest, REASON_KINDS)
    text = PLACING[kind][value == BLOCK].format(name=board.line_name(line), value=value)
    return Firing((), text, tuple(board.line_cells(line)))


def _distance(board: Board, name: str, clue: int) -> str:
    """A clue as a distance: ``a 20 in row 3 needs five cells between its blocks``."""
    lengths = window_lengths(board.side, clue)
    if not lengths:
        return f"no cells between two blocks of {name} can hold a sum of {clue}"
    if lengths[-1] == 0:
        return f"a 0 in {name} needs its blocks side by side"
    least, most = NUMBERS[lengths[0]], NUMBERS[lengths[-1]]
    if len(lengths) == 1:
        cells = "one cell" if lengths[0] == 1 else f"{least} cells"
    else:
        cells = f"{least} {'or' if len(lengths) == 2 else 'to'} {most} cells"
    return f"{_article(clue)} {clue} in {name} needs {cells} between its blocks"


def _article(number: int) -> str:
    """``an`` before eight, eleven, eighteen and the eighties, else ``a``."""
    return "an" if str(number).startswith("8") or number in (11, 18) else "a"
