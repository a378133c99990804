"""LEGUP's Fill-a-Pix files: XML with a board and the cells that say something.

A cell's value is its number (10 for none) plus 100 if it is black from the start, or 200 if white. What
LEGUP adds about a proof (rules, goals) is not read. A document type or an entity is refused unread.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from models.formats import Parsed, Reading
from models.formats.source import shown, sides_of, whole_number
from models.puzzle import BadPuzzle, cell_name

NAME = "legup"

NO_NUMBER = 10
STATES = {0: None, 1: 1, 2: 0}
"""Hundreds of a value -> the given ink or blank."""

MAX_DEPTH = 250
"""Elements inside elements; a board needs five."""
HEAD = 4_000
"""Characters before which the first element begins."""


def recognises(text: str) -> bool:
    """Whether the text is XML whose first element is ``Legup``."""
    head = text[: 2 * HEAD].lstrip()[:HEAD]
    return head[:1] == "<" and "<legup" in head.lower()


def read(text: str) -> Reading:
    """Read a file; BadPuzzle names the line and column."""
    return parse(text).reading(NAME)


def parse(text: str) -> Parsed:
    """Take a file apart, element by element."""
    reader = _Reader(text)
    reader.run()
    return reader.parsed()


class _Reader:
    """The board as far as the elements have told it."""

    def __init__(self, text: str) -> None:
        self.text = text.lstrip()
        self.lines_above = text[: len(text) - len(self.text)].count("\n")
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.path: list[str] = []
        self.clues: list[list[int | None]] = []
        self.givens: list[list[int | None]] = []

    def run(self) -> None:
        """Feed the whole text."""
        try:
            self.parser.Parse(self.text, True)
        except expat.ExpatError as error:
            raise self._fault(f"not XML: {expat.ErrorString(error.code)}") from None
        except UnicodeEncodeError as error:
            raise BadPuzzle("a lone surrogate is no character", f"character {error.start + 1}") from None

    def parsed(self) -> Parsed:
        """The board."""
        if not self.clues:
            raise self._fault("expected a board inside Legup and puzzle")
        data: dict[str, Any] = {"kind": "fillapix", "clues": self.clues}
        if any(value is not None for row in self.givens for value in row):
            data["givens"] = self.givens
        return Parsed("fillapix", data)

    def _fault(self, why: str) -> BadPuzzle:
        line = self.parser.CurrentLineNumber + self.lines_above
        return BadPuzzle(why, f"line {line}, column {self.parser.CurrentColumnNumber + 1}")

    def _refuse(self, *_: Any) -> None:
        raise self._fault("document types and entities are not read")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.path.append(name.lower())
        if self.path == ["legup", "puzzle"] and attributes.get("name", "").lower() != "fillapix":
            raise self._fault(
                f"the puzzle {shown(attributes.get('name', ''))} is not known here, expected Fillapix"
            )
        if self.path == ["legup", "puzzle", "board"]:
            self._board(attributes)
        elif self.path == ["legup", "puzzle", "board", "cells", "cell"]:
            self._cell(attributes)
        elif len(self.path) > MAX_DEPTH:
            raise self._fault(f"elements nested more than {MAX_DEPTH} deep")

    def _end(self, _: str) -> None:
        self.path.pop()

    def _board(self, attributes: Mapping[str, str]) -> None:
        if self.clues:
            raise self._fault("a second board, one was expected")
        size = attributes.get("size")
        cols = self._number(attributes, "width") if size is None else self._number(attributes, "size")
        rows = self._number(attributes, "height") if size is None else cols
        if min(rows, cols) < 1:
            raise self._fault("a board has at least one row and one column")
        sides_of("fillapix").check(rows, cols, self._fault("").where)
        self.clues = [[None] * cols for _ in range(rows)]
        self.givens = [[None] * cols for _ in range(rows)]

    def _cell(self, attributes: Mapping[str, str]) -> None:
        value, x, y = (self._number(attributes, name) for name in ("value", "x", "y"))
        if not (0 <= y < len(self.clues) and 0 <= x < len(self.clues[0])):
            raise self._fault(f"the cell x={x} y={y} is outside the board")
        state, number = divmod(value, 100)
        if state not in STATES or number > NO_NUMBER:
            raise self._fault(
                f"{value} in {cell_name(y, x)} is not a clue 0..9 (10 for none) plus 0, 100 or 200"
            )
        if self.clues[y][x] is not None or self.givens[y][x] is not None:
            raise self._fault(f"{cell_name(y, x)} occurs twice")
        self.clues[y][x] = None if number == NO_NUMBER else number
        self.givens[y][x] = STATES[state]

    def _number(self, attributes: Mapping[str, str], name: str) -> int:
        text = attributes.get(name, "")
        value = whole_number(text)
        if value is None:
            raise self._fault(f"expected a whole number as {name}, not {shown(text)}")
        return value
