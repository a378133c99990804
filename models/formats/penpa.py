"""Penpa+ links (``#m=edit&p=...``) of boards with square cells, of any host, and bare payloads.

Penpa+ draws anything, so the kind is told by the genre tag, by circles, by numbers beside the grid, by the
title, or by the reader's caller; where it is a guess it comes with a warning. The problem layer is the
board, the solution layer and the link's checked answer (``&a=``) are the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.formats import Parsed, Reading
from models.formats.penpa_boards import fillapix, tentaisho, texts
from models.formats.penpa_doppelblock import doppelblock
from models.formats.penpa_link import is_link, json_of, payloads_of
from models.formats.penpa_sheet import Sheet, sheet_of
from models.formats.source import whole_number
from models.puzzle import BadPuzzle

NAME = "penpa"
TAKES_KIND = True

TAGS = {
    "spiralgalaxies": "tentaisho",
    "tentaisho": "tentaisho",
    "doppelblock": "doppelblock",
    "fillapix": "fillapix",
}
TITLES = {
    "doppelblock": "doppelblock",
    "galaxies": "tentaisho",
    "tentai": "tentaisho",
    "fill-a-pix": "fillapix",
}
GUESS = "nothing in the drawing names the puzzle: numbers in the cells alone are read as Fill-a-Pix"


def recognises(text: str) -> bool:
    """Whether the text has the parameters of a Penpa+ link, or is the payload of one."""
    return is_link(text)


recognises_line = recognises


def read(text: str, kind: str | None = None) -> Reading:
    """Read a link, of a kind if one is named; BadPuzzle names the place in the link or in the payload."""
    return parse(text, kind).reading(NAME)


def parse(text: str, kind: str | None = None) -> Parsed:
    """Take a link apart."""
    _, board, checked = payloads_of(text)
    sheet = sheet_of(board)
    if kind is None:
        kind = _kind(sheet)
    answer = _Checked(checked, sheet.warnings)
    if kind == "tentaisho":
        return tentaisho(sheet, answer.edges)
    if kind == "doppelblock":
        return doppelblock(sheet, answer.marks, answer.numbers)
    if kind == "fillapix":
        return fillapix(sheet, answer.marks)
    raise BadPuzzle(f"a drawing is not read as {kind}")


def _kind(sheet: Sheet) -> str:
    """The kind that the drawing names or shows."""
    for tag in sheet.tags:
        if tag in TAGS:
            return TAGS[tag]
    if any(_is_circle(what) for _, what, _ in sheet.drawn("problem", "symbol")):
        return "tentaisho"
    numbers = [(spot, whole_number(text)) for spot, text, _ in texts(sheet, "problem")]
    if any(not sheet.has(spot.row, spot.col) or (number or 0) > 9 for spot, number in numbers):
        return "doppelblock"
    for word, kind in TITLES.items():
        if word in sheet.title.lower():
            return kind
    if not numbers:
        raise BadPuzzle("the drawing has neither dots nor numbers", "problem layer")
    sheet.warnings.append(GUESS)
    return "fillapix"


def _is_circle(what: Any) -> bool:
    return isinstance(what, list) and len(what) > 1 and str(what[1]).startswith("circle")


class _Checked:
    """The answer that a link checks the solver's drawing against: shaded cells, edges and numbers."""

    def __init__(self, text: str | None, warnings: list[str]) -> None:
        self.marks: list[int] = []
        self.edges: list[str] = []
        self.numbers: list[tuple[int, str]] = []
        if text is None:
            return
        parts = json_of(text, "answer")
        if (
            not isinstance(parts, list)
            or len(parts) != 6
            or any(not isinstance(part, list) for part in parts)
        ):
            warnings.append("the link's answer is of a form that is not read (one of several answers)")
            return
        self.marks = [index for entry in parts[0] if (index := _index(entry)) is not None]
        self.edges = [entry for entry in parts[2] if isinstance(entry, str)]
        self.numbers = list(_numbers(parts[4]))


def _index(entry: Any) -> int | None:
    """The index of a shaded cell: a text, a number, or the first of a list with its colours."""
    index = whole_number(str(entry[0] if isinstance(entry, list) and entry else entry))
    return index if index is not None and index >= 0 else None


def _numbers(entries: list[Any]) -> Iterator[tuple[int, str]]:
    """Pairs of index and text, written ``index,text``."""
    for entry in entries:
        place, comma, text = str(entry).partition(",")
        index = whole_number(place)
        if comma and index is not None and index >= 0:
            yield index, text
