"""A Penpa+ drawing: the board's rectangle, its cells, and what is drawn in the two layers.

Every drawn thing has an index over a sheet with two spare cells all around: category 0 is a cell's centre, 1
the corner at its lower right, 2 the middle of its lower edge, 3 the middle of its right edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from models.formats.penpa_link import GRIDS, json_of, unabbreviated
from models.formats.source import shown, sides_of, whole_number
from models.formats.walls import Cell, Wall
from models.puzzle import BadPuzzle

SPARE = 2
MAX_MARGIN = 250
HEADER, MARGINS, PROBLEM, SOLUTION, CELLS, TAGS = 0, 1, 3, 4, 5, 17
"""The lines of a link that are read."""

DARK = (1, 3, 4, 8)
"""Surface colours that shade a cell: greys and black."""
HELPER = 98
"""The style of an edge that is a cross: 'no wall here'."""

LAYERS = {"problem": PROBLEM, "solution": SOLUTION}


@dataclass(frozen=True)
class Spot:
    """Where an index points: a category, and the cell's row and column (from 0, negative in a margin)."""

    category: int
    row: int
    col: int


@dataclass(frozen=True)
class Sheet:
    """``layers[name][thing]`` maps indices to what is drawn; ``cut`` are the cells taken out of the board."""

    rows: int
    cols: int
    top: int
    left: int
    width: int
    height: int
    title: str
    tags: tuple[str, ...]
    layers: Mapping[str, Mapping[str, Any]]
    cut: frozenset[Cell] = frozenset()
    warnings: list[str] = field(default_factory=list, compare=False)

    def check(self, kind: str) -> None:
        """TooLarge on a board larger than those of a kind."""
        sides_of(kind).check(self.rows, self.cols, "payload line 1")

    def spot(self, index: int) -> Spot:
        """The place of an index."""
        category, rest = divmod(index, self.width * self.height)
        row, col = divmod(rest, self.width)
        return Spot(category, row - SPARE - self.top, col - SPARE - self.left)

    def has(self, row: int, col: int) -> bool:
        """Whether a cell is inside the rectangle of the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def drawn(self, layer: str, thing: str) -> Iterator[tuple[Spot, Any, str]]:
        """Everything of a sort in a layer: where, what, and the words for an error."""
        things = self.layers[layer].get(thing) or {}
        if not isinstance(things, Mapping):
            raise BadPuzzle("expected an object", f"{layer} layer, {thing}")
        for key, what in things.items():
            index = whole_number(key)
            where = f"{layer} layer, {thing} {shown(key)}"
            if index is None or key != str(abs(index)):
                raise BadPuzzle("expected the index of a place", where)
            yield self.spot(index), what, where

    def walls(self, layer: str) -> set[Wall]:
        """The walls drawn along the sides of the board's cells; crosses and the frame are none."""
        edges = self._edges(layer)
        return {wall for key, style in edges.items() if style != HELPER for wall in self.wall(key)}

    def has_crosses(self, layer: str) -> bool:
        """Whether a cross says somewhere that there is no wall."""
        return HELPER in self._edges(layer).values()

    def _edges(self, layer: str) -> Mapping[str, Any]:
        edges = self.layers[layer].get("lineE") or {}
        if not isinstance(edges, Mapping):
            raise BadPuzzle("expected an object", f"{layer} layer, lineE")
        return edges

    def wall(self, key: str) -> list[Wall]:
        """The wall between two corners ``a,b``; none if it is not between two cells of the board."""
        found = re.match(r"([0-9]{1,9}),([0-9]{1,9})(?:,|\Z)", key)
        if found is None:
            return []
        a, b = self.spot(int(found[1])), self.spot(int(found[2]))
        if a.category != 1 or b.category != 1:
            return []
        if (b.row - a.row, b.col - a.col) == (0, 1):
            pair = ((b.row, b.col), (b.row + 1, b.col))
        elif (b.row - a.row, b.col - a.col) == (1, 0):
            pair = ((b.row, b.col), (b.row, b.col + 1))
        else:
            return []
        return [pair] if self.has(*pair[0]) and self.has(*pair[1]) else []


def sheet_of(text: str) -> Sheet:
    """Take the lines of a link apart; BadPuzzle names the line."""
    lines = text.split("\n", TAGS + 2)
    header = lines[HEADER].split(",")
    if header[0] not in GRIDS:
        raise BadPuzzle(
            f"the grid {shown(header[0])} has no square cells, expected {', '.join(GRIDS)}", "payload line 1"
        )
    if len(lines) <= SOLUTION or len(header) < 3:
        raise BadPuzzle(f"the board's lines are missing: there are only {len(lines)}", "payload")
    top, bottom, left, right = _margins(lines[MARGINS])
    cols, rows = _side(header[1], left + right, "columns"), _side(header[2], top + bottom, "rows")
    width, height = cols + left + right + 2 * SPARE, rows + top + bottom + 2 * SPARE
    tags = json_of(unabbreviated(lines[TAGS]), "payload line 18") if len(lines) > TAGS and lines[TAGS] else []
    sheet = Sheet(
        rows,
        cols,
        top,
        left,
        width,
        height,
        unabbreviated(",".join(header[15:])),
        tuple(str(tag) for tag in tags[:50]) if isinstance(tags, list) else (),
        {name: _layer(lines[line], line) for name, line in LAYERS.items()},
    )
    return _cut(sheet, lines[CELLS] if len(lines) > CELLS else "")


def _margins(line: str) -> list[int]:
    margins = json_of(line, "payload line 2")
    is_list = isinstance(margins, list) and len(margins) == 4
    if not is_list or any(type(m) is not int or not 0 <= m <= MAX_MARGIN for m in margins):
        raise BadPuzzle("expected four margins [top,bottom,left,right]", "payload line 2")
    return list(margins)


def _side(text: str, margins: int, name: str) -> int:
    """The rows or columns inside the margins."""
    whole = whole_number(text)
    if whole is None or whole - margins < 1:
        raise BadPuzzle(
            f"expected the number of {name}, margins included, not {shown(text)}", "payload line 1"
        )
    widest = sides_of(None)  # which kind it is shows later
    if whole - margins > widest.most:
        raise widest.too_large(f"{whole - margins} {name}", "payload line 1")
    return whole - margins


def _layer(line: str, number: int) -> Mapping[str, Any]:
    if not line.strip():
        return {}
    layer = json_of(unabbreviated(line), f"payload line {number + 1}")
    if not isinstance(layer, Mapping):
        raise BadPuzzle("expected an object, the things drawn in a layer", f"payload line {number + 1}")
    return layer


def _cut(sheet: Sheet, line: str) -> Sheet:
    """The sheet with the cells that its list of cells leaves out; an empty list leaves none out."""
    if not line.strip():
        return sheet
    steps = json_of(unabbreviated(line), "payload line 6")
    if not isinstance(steps, list) or any(type(step) is not int or abs(step) > 10**6 for step in steps):
        raise BadPuzzle("expected a list of whole numbers, the cells of the board", "payload line 6")
    index, cells = 0, set()
    for step in steps:
        index += step
        spot = sheet.spot(index)
        if spot.category == 0:
            cells.add((spot.row, spot.col))
    board = {(r, c) for r in range(sheet.rows) for c in range(sheet.cols)}
    if steps and not cells & board:
        raise BadPuzzle("none of the cells is inside the margins", "payload line 6")
    if cells - board:
        sheet.warnings.append(f"{len(cells - board)} cells in the margins are not part of the board")
    return replace(sheet, cut=frozenset(board - cells)) if steps else sheet
