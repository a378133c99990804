"""Plain text for people: a heading such as ``fillapix 10x12`` (rows x columns), then the board's lines.

The lines after the heading are the puzzle's own business (``models/<kind>/text.py``). The size may be left
out; where it is written the board must have it. A file may hold several boards, each with its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from models import PUZZLES, puzzle_class
from models.formats import Reading
from models.puzzle import BadPuzzle, Puzzle

NAME = "plain"

_HEADING = re.compile(r"\s*([A-Za-z][A-Za-z_-]{0,30})(?:\s+([0-9]{1,5})\s*x\s*([0-9]{1,5}))?\s*")


def is_heading(line: str) -> bool:
    """Whether a board begins at this line: a known kind, or any word before a size."""
    found = _HEADING.fullmatch(line)
    return found is not None and (found[2] is not None or found[1].lower() in PUZZLES)


def recognises(text: str) -> bool:
    """Whether the first line that is not blank is a heading."""
    return is_heading(text.lstrip().partition("\n")[0])


def read(text: str) -> Reading:
    """Read one board; BadPuzzle names the line and column."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    number, heading = lines[0]
    found = _HEADING.fullmatch(heading)
    if found is None:
        raise BadPuzzle("expected a heading such as: fillapix 10x12", f"line {number}")
    try:
        kind = puzzle_class(found[1].lower())
    except BadPuzzle as error:
        raise BadPuzzle(error.why, f"line {number}") from None
    for later, line in lines[1:]:
        if is_heading(line):
            raise BadPuzzle("a second board begins here, one was expected", f"line {later}")
    puzzle = kind.from_lines(lines[1:])
    if found[2] is not None and puzzle.shape != (int(found[2]), int(found[3])):
        rows, columns = puzzle.shape
        raise BadPuzzle(f"says {found[2]}x{found[3]}, the board is {rows}x{columns}", f"line {number}")
    return Reading(puzzle=puzzle, format=NAME)


def write(puzzle: Puzzle) -> str:
    """The puzzle's own plain text form."""
    return puzzle.to_text()


def with_heading(puzzle: Puzzle, lines: Iterable[str]) -> str:
    """A board's lines below its heading."""
    rows, columns = puzzle.shape
    return "\n".join([f"{puzzle.kind} {rows}x{columns}", *lines])
