"""The lines of a board in plain text: its lattice of cell centres, edges and vertices.

A board of R x C cells is 2 R - 1 lines of 2 C - 1 places: every second place of every second line is
the centre of a cell. A dot is ``o``, or ``w`` (white), ``b`` (black), ``g`` (grey) on a coloured board;
``#`` at a centre is a hole. ``.``, ``-``, ``?`` and ``_`` say that nothing is there, and spaces nothing
at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.puzzle import BadPuzzle
from models.tentaisho.board import COLOURS, SIDES, Board, board_from_json

NOTHING = ".-?_"
HOLE = "#"
PLAIN = "o"
"""A dot without a colour."""

NumberedLines = Sequence[tuple[int, str]]


def board_to_lines(board: Board) -> list[str]:
    """The inverse of ``board_from_lines``: ``.`` at centres, ``-`` at edges and vertices.

    BadPuzzle on a dot over a hole or over another dot, of which one would be lost.
    """
    lattice = [
        ["-" if y % 2 or x % 2 else "." for x in range(2 * board.cols - 1)] for y in range(2 * board.rows - 1)
    ]
    for r, c in board.holes:
        lattice[2 * r][2 * c] = HOLE
    for (y, x), letter in zip(board.dots, board.colours or PLAIN * len(board.dots), strict=True):
        if lattice[y - 1][x - 1] not in NOTHING:
            raise BadPuzzle(f"the dot ({y}, {x}) lies on another dot or on a hole", "dots")
        lattice[y - 1][x - 1] = letter
    return ["".join(line) for line in lattice]


def board_from_lines(lines: NumberedLines) -> Board:
    """Read (number, text) lines; BadPuzzle names line and column."""
    if lines:
        SIDES.check((len(lines) + 1) // 2, 0, f"line {lines[min(2 * SIDES.most, len(lines)) - 1][0]}")
    if len(lines) % 2 == 0:
        raise BadPuzzle(
            f"{len(lines)} lines, a board of R rows has 2 R - 1", f"line {lines[-1][0]}" if lines else ""
        )
    for number, text in lines:
        SIDES.check(0, (sum(not letter.isspace() for letter in text) + 1) // 2, f"line {number}")
    width = len(_places(lines[0]))
    dots, letters, holes = [], [], []
    for y, line in enumerate(lines):
        places = _places(line)
        if len(places) != width or width % 2 == 0:
            wanted = (
                f"the line above has {len(_places(lines[y - 1]))}"
                if y
                else "a board of C columns has 2 C - 1"
            )
            raise BadPuzzle(f"has {len(places)} places, {wanted}", f"line {line[0]}")
        for x, (column, letter) in enumerate(places):
            if letter == HOLE and not (y % 2 or x % 2):
                holes.append([y // 2, x // 2])
            elif letter in PLAIN + COLOURS:
                dots.append([y + 1, x + 1])
                letters.append(letter)
            elif letter not in NOTHING:
                where = f"line {line[0]} column {column}"
                raise BadPuzzle(
                    f"{letter!r} is not a dot (o w b g), a hole (# on a cell) or one of . - ? _", where
                )
    colours = "".join(letters).replace(PLAIN, "w") if set(letters) - {PLAIN} else None
    return board_from_json(
        {
            "rows": len(lines) // 2 + 1,
            "cols": width // 2 + 1,
            "dots": dots,
            "colours": colours,
            "holes": holes,
        }
    )


def _places(line: tuple[int, str]) -> list[tuple[int, str]]:
    """The places of a line, each with its column in the text from 1."""
    return [(column, letter.lower()) for column, letter in enumerate(line[1], 1) if not letter.isspace()]
