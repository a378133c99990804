"""Plain text for people: a heading such as ``fillapix 10x12`` (rows x columns), then the board's lines.

The lines after the heading are the puzzle's own business (``models/<kind>/text.py``). The size may be left
out; where it is written the board must have it. A file may hold several boards, each with its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO

from models import PUZZLES, puzzle_class
from models.formats import Reading
from models.puzzle import BadPuzzle, Puzzle
from models.sides import Sides

NAME = "plain"
LINES_A_ROW = 2
"""Lines that a row of any board takes at the most: clues and givens, or a lattice."""

_HEADING = re.compile(r"\s*([A-Za-z][A-Za-z_-]{0,30})(?:\s+([0-9]{1,40})\s*x\s*([0-9]{1,40}))?\s*")


def is_heading(line: str) -> bool:
    """Whether a board begins at this line: a known kind, or any word before a size."""
    found = _HEADING.fullmatch(line)
    return found is not None and (found[2] is not None or found[1].lower() in PUZZLES)


def recognises(text: str) -> bool:
    """Whether the first line that is not blank is a heading."""
    return is_heading(text.lstrip().partition("\n")[0])


def read(text: str) -> Reading:
    """Read one board; BadPuzzle names the line and column."""
    filled = ((number, line) for number, line in enumerate(_lines(text), 1) if line.strip())
    number, heading = next(filled)
    found = _HEADING.fullmatch(heading)
    if found is None:
        raise BadPuzzle("expected a heading such as: fillapix 10x12", f"line {number}")
    try:
        kind = puzzle_class(found[1].lower())
    except BadPuzzle as error:
        raise BadPuzzle(error.why, f"line {number}") from None
    if found[2] is not None:
        kind.sides.check(int(found[2]), int(found[3]), f"line {number}")
    puzzle = kind.from_lines(_board_lines(filled, kind.sides))
    if found[2] is not None and puzzle.shape != (int(found[2]), int(found[3])):
        rows, columns = puzzle.shape
        raise BadPuzzle(f"says {found[2]}x{found[3]}, the board is {rows}x{columns}", f"line {number}")
    return Reading(puzzle=puzzle, format=NAME)


def _lines(text: str) -> Iterator[str]:
    """The lines, whichever way they end; not parted at what only Unicode takes for a line's end."""
    return (line.removesuffix("\n") for line in StringIO(text, newline=None))


def _board_lines(filled: Iterator[tuple[int, str]], sides: Sides) -> list[tuple[int, str]]:
    """The lines below the heading, no more than a board can have."""
    lines: list[tuple[int, str]] = []
    for number, line in filled:
        if is_heading(line):
            raise BadPuzzle("a second board begins here, one was expected", f"line {number}")
        lines.append((number, line))
        if len(lines) > LINES_A_ROW * sides.most + 1:
            raise sides.too_large(f"more than {LINES_A_ROW * sides.most + 1} lines", f"line {number}")
    return lines


def write(puzzle: Puzzle) -> str:
    """The puzzle's own plain text form."""
    return puzzle.to_text()


def with_heading(puzzle: Puzzle, lines: Iterable[str]) -> str:
    """A board's lines below its heading."""
    rows, columns = puzzle.shape
    return "\n".join([f"{puzzle.kind} {rows}x{columns}", *lines])
