"""The lines of a board in plain text: a lattice of cell centres with the places between them.

Characters at odd places of odd lines are cells, the others the edges and corners between cells. ``o`` is a
dot, ``w``, ``b`` and ``g`` are white, black and grey ones, ``#`` on a cell is a hole, ``.`` is nothing. A
capital letter is a dot on a hole: such a board has no answer, but it can be written down.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.puzzle import BadPuzzle, TooLarge
from models.tentaisho.board import MAX_SIDE, Board, Cell

DOTS = {"o": "w", "w": "w", "b": "b", "g": "g"}
"""Letter -> colour; ``o`` is a dot of a board whose dots have none."""

NumberedLines = Sequence[tuple[int, str]]


def board_to_lines(board: Board) -> list[str]:
    """The inverse of ``board_from_lines``; BadPuzzle on two dots at one place."""
    lines = [["."] * (2 * board.cols - 1) for _ in range(2 * board.rows - 1)]
    for r, c in board.holes:
        lines[2 * r][2 * c] = "#"
    for index, (y, x) in enumerate(board.dots):
        letter = board.colours[index] if board.colours else "o"
        if lines[y - 1][x - 1] not in ".#":
            raise BadPuzzle(f"two dots at ({y}, {x}) cannot be written", "dots")
        lines[y - 1][x - 1] = letter.upper() if lines[y - 1][x - 1] == "#" else letter
    return ["".join(line) for line in lines]


def board_from_lines(lines: NumberedLines) -> Board:
    """Read (number, text) lines; BadPuzzle names line and column."""
    if not lines:
        raise BadPuzzle("no line of the board follows the heading", "line 2")
    width = len(lines[0][1].strip())
    if len(lines) % 2 == 0:
        raise BadPuzzle(f"expected an odd number of lines, found {len(lines)}", f"line {lines[-1][0]}")
    if width % 2 == 0:
        raise BadPuzzle(f"expected an odd number of characters, found {width}", f"line {lines[0][0]}")
    rows, cols = len(lines) // 2 + 1, width // 2 + 1
    if max(rows, cols) > MAX_SIDE:
        raise TooLarge(f"{rows}x{cols} cells, the limit is {MAX_SIDE}", f"line {lines[0][0]}")
    dots: list[Cell] = []
    holes: list[Cell] = []
    letters = ""
    for y, (number, line) in enumerate(lines):
        text = line.strip()
        if len(text) != width:
            raise BadPuzzle(f"has {len(text)} characters, the first line {width}", f"line {number}")
        for x, letter in enumerate(text):
            is_hole = y % 2 == x % 2 == 0 and (letter == "#" or letter.isupper())
            dot = letter.lower() if is_hole else letter
            if is_hole:
                holes.append((y // 2, x // 2))
            if dot in DOTS:
                dots.append((y + 1, x + 1))
                letters += dot
            elif dot != "." and not (is_hole and dot == "#"):
                column = len(line) - len(line.lstrip()) + x + 1
                why = f"{letter!r} is not a dot o w b g, a hole # on a cell, or ."
                raise BadPuzzle(why, f"line {number} column {column}")
    if len(holes) == rows * cols:
        raise BadPuzzle("every cell of the board is a hole", f"line {lines[0][0]}")
    colours = "".join(DOTS[letter] for letter in letters) if letters.strip("o") else ""
    return Board(rows, cols, tuple(dots), colours, tuple(holes))
