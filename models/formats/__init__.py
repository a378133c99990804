"""Outside formats: one file each. Recognises a text by its content and reads it strictly.

A format module offers ``NAME``, ``recognises(text) -> bool`` (cheap, and sure: no other format looks
like this), ``read(text) -> Reading`` and, where the format can be written,
``write(puzzle) -> str`` (BadPuzzle if it cannot hold this board). A format whose puzzles fit on one line
offers ``recognises_line(line) -> bool`` too: a file that begins so holds one puzzle a line. Readers never
drop a value silently: what a format leaves ambiguous is taken the specified way with a warning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from models import puzzle_class
from models.puzzle import BadPuzzle, Grid, Puzzle, TooLarge, UnknownFormat

FORMATS: dict[str, str] = {
    "json": "models.formats.json_form",
    "tatham": "models.formats.tatham",
    "plain": "models.formats.plain",
}
"""name -> module, in the order in which they are asked whether a text is theirs."""

MAX_TEXT = 4_000_000
"""Characters of one puzzle's text; a 250 x 250 board with givens in JSON is under a tenth of it."""


@dataclass(frozen=True)
class Reading:
    """What a text was read as: the puzzle, its format, warnings, and an answer and id if it has them."""

    puzzle: Puzzle
    format: str
    warnings: tuple[str, ...] = ()
    answer: Grid | None = field(default=None, compare=False)
    id: str | int | None = None


def format_module(name: str) -> ModuleType:
    """The module of a format; BadPuzzle on an unknown name."""
    if name not in FORMATS:
        raise BadPuzzle(f"unknown format {name[:40]!r}, expected one of {', '.join(FORMATS)}")
    return import_module(FORMATS[name])


def read(text: str) -> Reading:
    """Read one puzzle from a text in any supported format."""
    if len(text) > MAX_TEXT:
        raise TooLarge(f"{len(text)} characters, the limit is {MAX_TEXT}")
    if not text.strip():
        raise UnknownFormat("the text is empty")
    for name in FORMATS:
        module = format_module(name)
        if module.recognises(text):
            reading: Reading = module.read(text)
            return reading
    raise UnknownFormat(f"no format looks like {text.strip()[:40]!r}")


def write(puzzle: Puzzle, to: str) -> str:
    """The puzzle in a format; BadPuzzle if the format cannot be written or cannot hold the board."""
    module = format_module(to)
    if not hasattr(module, "write"):
        raise BadPuzzle(f"the format {to} can be read but not written")
    text: str = module.write(puzzle)
    return text


def reading_of(kind: str, data: Mapping[str, Any], **rest: Any) -> Reading:
    """Build the puzzle of a kind from its own JSON fields and wrap it as a reading."""
    return Reading(puzzle=puzzle_class(kind).from_json(data), **rest)


def read_grid(data: Any, shape: tuple[int, int], name: str) -> Grid:
    """An answer from a list of rows of whole numbers, -1 in holes; BadPuzzle where it is not one.

    Whether the values are legal is for the rules to say.
    """
    rows, columns = shape
    if not _is_list(data):
        raise BadPuzzle("expected a list of rows", name)
    if len(data) != rows:
        raise BadPuzzle(f"has {len(data)} rows, the board has {rows}", name)
    for r, row in enumerate(data):
        if not _is_list(row) or len(row) != columns:
            raise BadPuzzle(f"expected a list of {columns} values", f"{name} row {r + 1}")
        for c, value in enumerate(row):
            if isinstance(value, bool) or not isinstance(value, int) or not -1 <= value < 2**15:
                raise BadPuzzle(f"{str(value)[:20]!r} is not a value", f"{name} r{r + 1}c{c + 1}")
    return np.array(data, dtype=np.int16)


def _is_list(data: Any) -> bool:
    return isinstance(data, Sequence) and not isinstance(data, str | bytes)
