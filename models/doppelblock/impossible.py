"""Contradictions of a Doppelblock board that need no search: a clue, a line, or the ends of the lines.

Each is a proof, so nothing is said of a board unless it really has no answer; most impossible
boards are left to the engines.
"""

from __future__ import annotations

from functools import cache

from models.doppelblock.board import BLOCK, Board, Line, greatest_sum, window_lengths

FIELD = 4
"""Bits a line's count takes in a packed word; no count exceeds the 12 lines of a board."""


def find_impossible(board: Board) -> str | None:
    """The first reason found why no grid can satisfy the board, or None."""
    most = greatest_sum(board.side)
    for line, clue in enumerate(board.clues):
        if clue is not None and clue > most:
            return f"the {clue} of {board.line_name(line)} is more than all its digits together, {most}"
    return _crossing_blocks(board) or (_given_lines(board) if board.givens else None)


@cache
def _placements(side: int, clue: int | None) -> tuple[int, int]:
    """Where the blocks of a line can stand and where they must, one FIELD of 0 or 1 per place."""
    lengths = range(side - 1) if clue is None else window_lengths(side, clue)
    pairs = [
        1 << FIELD * first | 1 << FIELD * (first + 1 + length)
        for length in lengths
        for first in range(side - 1 - length)
    ]
    possible, forced = 0, -1
    for pair in pairs:
        possible |= pair
        forced &= pair
    return possible, forced


def _crossing_blocks(board: Board) -> str | None:
    """Clues of one direction, read as distances, that put the wrong number of blocks in a crossing line."""
    side = board.side
    for clues, ends, crossing in ((board.left, "rows", side), (board.top, "columns", 0)):
        placed = [_placements(side, clue) for clue in clues]
        possible, forced = sum(p for p, _ in placed), sum(f for _, f in placed)
        for place in range(side):
            name = board.line_name(crossing + place)
            if forced >> FIELD * place & 15 > 2:
                return f"the sums of the {ends} put more than two blocks into {name}"
            if possible >> FIELD * place & 15 < 2:
                return f"the sums of the {ends} leave no room for two blocks in {name}"
    return None


def _given_lines(board: Board) -> str | None:
    """A line whose given cells clash with each other or cannot meet its clue."""
    for line, clue in enumerate(board.clues):
        given = board.given_line(line)
        name = board.line_name(line)
        for value in range(board.digits + 1):
            count = given.count(value)
            if count > (2 if value == BLOCK else 1):
                what = "blocks" if value == BLOCK else f"cells with the digit {value}"
                return f"{name} has {count} given {what}"
        if board.side - sum(value not in (None, BLOCK) for value in given) < 2:
            return f"the given cells of {name} leave no room for two blocks"
        if clue is not None and not _can_meet(given, clue):
            return f"the given cells of {name} cannot meet its clue {clue}"
    return None


def _can_meet(given: Line, clue: int) -> bool:
    """Whether some two blocks and some digits complete a line of given values to the clue, exactly."""
    side = len(given)
    digits = [value for value in range(1, side - 1) if value not in given]
    sums = _sums_by_count(digits)
    for first in range(side - 1):
        for second in range(first + 1, side):
            outside = given[:first] + given[first + 1 : second] + given[second + 1 :]
            if BLOCK in outside or given[first] not in (None, BLOCK) or given[second] not in (None, BLOCK):
                continue
            window = given[first + 1 : second]
            rest = clue - sum(value for value in window if value is not None)
            if rest >= 0 and sums[window.count(None)] >> rest & 1:
                return True
    return False


def _sums_by_count(digits: list[int]) -> list[int]:
    """Per count, the sums of that many of the digits, as the bits of a word."""
    sums = [1] + [0] * len(digits)
    for digit in digits:
        for count in range(len(digits), 0, -1):
            sums[count] |= sums[count - 1] << digit
    return sums
