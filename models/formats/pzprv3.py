"""The text files of pzprjs (``pzprv3``): the only form of its puzzles that carries an answer.

Lines end with a line feed or, as people paste them, with a slash. What follows the board (history,
author, an address) is not read. Fill-a-Pix has no such file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from models.formats import Parsed, Reading
from models.formats import pzprv3_doppelblock as doppelblock
from models.formats import pzprv3_tentaisho as tentaisho
from models.formats.puzzlink import REFUSALS
from models.formats.source import Lines, Source, shown, sides_of
from models.puzzle import BadPuzzle, Grid, Puzzle

NAME = "pzprv3"
HOLDS_ANSWER = True

_FIRST = re.compile(r"\s*(?P<variant>v:[^\n/]{0,60}[\n/]\s*)?pzprv3(?:\.[0-9]{1,3})?[ \t\r]*[\n/]")
_AFTER = re.compile(r"(?:info:|history:|__HISTORY__|https?:)")

READERS: dict[str, Callable[[Source, Lines, int, int], Parsed]] = {
    "doppelblock": doppelblock.read_board,
    "tentaisho": tentaisho.read_board,
}
WRITERS: dict[str, Callable[[Mapping[str, Any], Grid | None], str]] = {
    "doppelblock": doppelblock.write_board,
    "tentaisho": tentaisho.write_board,
}


def recognises(text: str) -> bool:
    """Whether the first line says ``pzprv3``."""
    return _FIRST.match(text) is not None


def recognises_line(line: str) -> bool:
    """Whether a line holds a whole file, with slashes for line ends."""
    return recognises(line) and line.count("/") > 4


def read(text: str) -> Reading:
    """Read a file; BadPuzzle names the line and column, or the character of a text in one line."""
    return parse(text).reading(NAME)


def write(puzzle: Puzzle, answer: Grid | None = None) -> str:
    """The board as a file, with an answer if one is given."""
    return compose(puzzle.to_json(), answer)


def parse(text: str) -> Parsed:
    """Take a file apart."""
    source = Source(text)
    first = _FIRST.match(text)
    if first is None:
        raise source.fault(0, "expected pzprv3 in the first line")
    if first["variant"]:
        raise source.fault(
            first.start("variant"), "the file is of a variant: its rules differ from those known here"
        )
    after = _AFTER.search(text, first.end())
    lines = source.lines(first.end(), after.start() if after else len(text.rstrip()), "\n/")
    name = lines.take("the puzzle's name")
    pid = name.text.strip()
    if pid not in READERS:
        unknown = f"the puzzle {shown(pid)} is not known here, expected {' or '.join(READERS)}"
        raise source.fault(name, REFUSALS.get(pid, unknown))
    sides = []
    for what in ("rows", "columns"):
        line = lines.take(f"the number of {what}")
        sides.append(source.side(source.row(line, 1, f"the number of {what}")[0], what, sides_of(pid)))
    parsed = READERS[pid](source, lines, *sides)
    for line in lines:
        if line.text.strip():
            raise source.fault(line, f"expected the end of the file after the board, not {shown(line.text)}")
    return parsed


def compose(data: Mapping[str, Any], answer: Grid | None = None) -> str:
    """The file of a board given by its JSON fields."""
    if data["kind"] not in WRITERS:
        raise BadPuzzle(f"pzprjs has no file for {data['kind']}")
    return WRITERS[data["kind"]](data, answer)
