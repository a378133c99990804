"""Outside formats: one file each. Recognises a text by its content and reads it strictly.

A format module offers ``NAME``, ``recognises(text) -> bool`` (cheap, and sure: no other format looks
like this), ``read(text) -> Reading`` and, where the format can be written,
``write(puzzle) -> str`` (BadPuzzle if it cannot hold this board). ``TAKES_KIND`` says that ``read`` takes a
kind, ``HOLDS_ANSWER`` that ``write`` takes an answer. A format whose puzzles fit on one line
offers ``recognises_line(line) -> bool`` too: a file that begins so holds one puzzle a line. Readers never
drop a value silently: what a format leaves ambiguous is taken the specified way with a warning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from models import puzzle_class
from models.answers import Answer
from models.puzzle import BadPuzzle, Grid, Puzzle, TooLarge, UnknownFormat

FORMATS: dict[str, str] = {
    "json": "models.formats.json_form",
    "penpa": "models.formats.penpa",
    "pzprv3": "models.formats.pzprv3",
    "puzzlink": "models.formats.puzzlink",
    "tatham": "models.formats.tatham",
    "tathamsave": "models.formats.tatham_save",
    "legup": "models.formats.legup",
    "janko": "models.formats.janko",
    "puzzledraw": "models.formats.puzzledraw",
    "puzzlekit": "models.formats.puzzlekit",
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
    answer: Answer | None = field(default=None, compare=False)
    id: str | int | None = None


@dataclass(frozen=True)
class Parsed:
    """A text taken apart, before a puzzle is built of it: a kind and its own JSON fields."""

    kind: str
    data: Mapping[str, Any]
    warnings: tuple[str, ...] = ()
    answer: Answer | None = None
    id: str | None = None

    def reading(self, name: str) -> Reading:
        """The puzzle, as read from the format of that name."""
        return reading_of(
            self.kind, self.data, format=name, warnings=self.warnings, answer=self.answer, id=self.id
        )


def written() -> list[str]:
    """The names of the formats that can be written."""
    return [name for name in FORMATS if hasattr(format_module(name), "write")]


@cache
def format_module(name: str) -> ModuleType:
    """The module of a format; BadPuzzle on an unknown name."""
    if name not in FORMATS:
        raise BadPuzzle(f"unknown format {name[:40]!r}, expected one of {', '.join(FORMATS)}")
    return import_module(FORMATS[name])


def read(text: str, kind: str | None = None) -> Reading:
    """Read one puzzle from a text in any supported format.

    ``kind`` tells the reader what the puzzle is where the text may leave it open; a text that is of
    another kind is refused. TypeError on what is no text: that is a fault of the caller's, not of a board.
    """
    if not isinstance(text, str):
        raise TypeError(f"a puzzle is read from a text (str), not from {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise TooLarge(f"{len(text)} characters, the limit is {MAX_TEXT}")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnknownFormat("the text is empty")
    for name in FORMATS:
        module = format_module(name)
        if module.recognises(text):
            reading: Reading = module.read(text, kind) if hasattr(module, "TAKES_KIND") else module.read(text)
            if kind not in (None, reading.puzzle.kind):
                raise BadPuzzle(f"the text is of the kind {reading.puzzle.kind}, not {kind}")
            return reading
    raise UnknownFormat(f"no format looks like {text.strip()[:40]!r}")


def write(puzzle: Puzzle, to: str, answer: Grid | None = None) -> str:
    """The puzzle in a format, with an answer where one is given and the format has room for it.

    BadPuzzle if the format cannot be written or cannot hold the board.
    """
    if to not in FORMATS:
        raise BadPuzzle(f"unknown format {to[:40]!r}, expected one of {', '.join(written())}")
    module = format_module(to)
    if not hasattr(module, "write"):
        raise BadPuzzle(
            f"the format {to} can be read but not written; expected one of {', '.join(written())}"
        )
    text: str = module.write(puzzle, answer) if hasattr(module, "HOLDS_ANSWER") else module.write(puzzle)
    return text


def reading_of(kind: str, data: Mapping[str, Any], **rest: Any) -> Reading:
    """Build the puzzle of a kind from its own JSON fields and wrap it as a reading."""
    return Reading(puzzle=puzzle_class(kind).from_json(data), **rest)
