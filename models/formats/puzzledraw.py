"""puzzle-draw files (``.pzl``): YAML with a type, a puzzle and perhaps a solution.

Doppelblock has lists of clues at the sides. Galaxies is drawn as a lattice with ``.`` at the corners of
the cells and ``o`` at the centres. Colours are not written.
"""

from __future__ import annotations

import re

from models.answers import Answer
from models.formats import Parsed, Reading
from models.formats import written_grids as grids
from models.formats.lattice import Dot, galaxies_fields
from models.formats.source import Source, Token, shown, sides_of
from models.formats.yaml_text import Node, drawn_lines, fault_if_other, mapping_of

NAME = "puzzledraw"

SIDES = ("top", "left", "bottom", "right")

_TYPE = re.compile(r"^type[ \t]*:", re.MULTILINE)
_PUZZLE = re.compile(r"^puzzle[ \t]*:", re.MULTILINE)


def recognises(text: str) -> bool:
    """Whether the text has the keys ``type`` and ``puzzle`` at the margin."""
    return _TYPE.search(text) is not None and _PUZZLE.search(text) is not None


def read(text: str) -> Reading:
    """Read a file; BadPuzzle names the line and column."""
    return parse(text).reading(NAME)


def parse(text: str) -> Parsed:
    """Take a file apart."""
    source = Source(text)
    fields = mapping_of(source)
    kind, puzzle = fields.get("type"), fields.get("puzzle")
    if kind is None or puzzle is None:
        raise source.fault(0, "expected the keys 'type' and 'puzzle'")
    name = (kind.text or "").strip().lower()
    if name == "doppelblock":
        return _doppelblock(source, puzzle, fields.get("solution"))
    if name == "galaxies":
        return _galaxies(source, puzzle, fields.get("solution"))
    raise source.fault(
        kind.offset, f"the type {shown(name)} is not known here, expected doppelblock or galaxies"
    )


def _doppelblock(source: Source, puzzle: Node, solution: Node | None) -> Parsed:
    """Clues at two or four sides; opposite sides are merged and must agree."""
    if puzzle.fields is None:
        raise source.fault(puzzle.offset, "expected the clues as 'top:' and 'left:'")
    fault_if_other(source, puzzle.fields, SIDES, "a Doppelblock puzzle")
    lists = {side: _clues(source, puzzle.fields.get(side), side) for side in SIDES}
    lengths = {side: len(found) for side, found in lists.items() if found}
    if not lengths:
        raise source.fault(puzzle.offset, "expected the clues as 'top:' and 'left:'")
    side = next(iter(lengths.values()))
    for name, length in lengths.items():
        if length != side:
            why = f"expected {side} clues at the {name}, found {length}: a Doppelblock board must be square"
            raise source.fault(puzzle.fields[name].offset, why)
    data = {"kind": "doppelblock"} | {
        near: grids.merged(source, lists[near], lists[far], side, far)
        for near, far in (("top", "bottom"), ("left", "right"))
    }
    like = [[Token("", puzzle.offset)] * side] * side
    return Parsed("doppelblock", data, (), _answer(source, solution, like, grids.blocks_of))


def _clues(source: Source, node: Node | None, side: str) -> list[Token]:
    if node is None:
        return []
    if node.items is None or not node.items or any(item.text is None for item in node.items):
        raise source.fault(node.offset, f"expected the clues of the {side} as a list such as [-,6,-]")
    count, where = len(node.items), source.place(node.offset)
    sides_of("doppelblock").check(*((0, count) if side in ("top", "bottom") else (count, 0)), where)
    return [Token((item.text or "").strip() or "-", item.offset) for item in node.items]


def _galaxies(source: Source, puzzle: Node, solution: Node | None) -> Parsed:
    """A lattice of 2 h + 1 lines by 2 w + 1 columns: place (y, x) is doubled coordinates as they are."""
    lines = drawn_lines(source, puzzle, "puzzle")
    width = max((len(line.text) for line in lines), default=0)
    if len(lines) % 2 == 0 or width % 2 == 0 or len(lines) < 3 or width < 3:
        why = f"expected an odd number of lines and columns, found {len(lines)} by {width}"
        raise source.fault(puzzle.offset, why)
    rows, cols = len(lines) // 2, width // 2
    sides_of("tentaisho").check(rows, cols, source.place(puzzle.offset))
    dots: list[Dot] = []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line.text):
            if letter not in "o. -|":
                raise source.fault(line.offset + x, f"expected 'o', '.' or a blank, not {shown(letter)}")
            if letter != "o":
                continue
            if y in (0, 2 * rows) or x in (0, 2 * cols):
                raise source.fault(line.offset + x, "the dot is on the border of the board")
            dots.append((y, x, "w"))
    fields = galaxies_fields(rows, cols, dots)
    like = [[Token("", puzzle.offset)] * cols] * rows
    return Parsed("tentaisho", fields, (), _answer(source, solution, like, grids.regions_of))


def _answer(source: Source, node: Node | None, like: grids.Words, form: grids.Form) -> Answer | None:
    """The solution: a letter or digit a cell."""
    if node is None:
        return None
    lines = drawn_lines(source, node, "solution")
    rows, cols = len(like), len(like[0])
    if len(lines) != rows:
        raise source.fault(node.offset, f"expected {rows} rows in the solution, found {len(lines)}")
    for line in lines:
        if len(line.text) != cols:
            at = line.offset + min(len(line.text), cols)
            raise source.fault(at, f"expected {cols} cells in a row of the solution, found {len(line.text)}")
    return form(source, [[Token(ch, line.offset + x) for x, ch in enumerate(line.text)] for line in lines])
