"""The Tentai Show board: dots in doubled coordinates, picture colours, holes. Parsing and geometry only.

The centre of cell (r, c) is (2 r + 1, 2 c + 1), so a dot (y, x) lies on a cell, on an edge or on a
vertex according to the parity of y and x, and the half turn about it takes (r, c) to
(y - r - 1, x - c - 1). Dots are kept in row-major order of (y, x); a grid's values are their indices
in this order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from models.puzzle import BadPuzzle, Ints, TooLarge, cell_name
from models.sides import Sides

SIDES = Sides("Tentai Show", 100)
"""Published boards reach 60 x 60."""
MAX_DOTS = (2 * SIDES.most - 1) ** 2
"""The places for them on the largest board; two at one place are no solution, on a board of any size."""
MAX_PAIRS = 40_000_000
"""Cells times dots at the most: tables of all pairs take up to 13 bytes each."""
MAX_TWINNED = 12_000_000
"""The sum over all dots of the cells that have a twin on the board: listed for a moment."""
MAX_CHOICES = 1_500_000
"""The sum over all dots of the cells that they can reach: some 900 bytes each in a statement."""
COLOURS = "wbg"
"""White, black, grey: what a galaxy is in the finished picture."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class Board:
    """``dots`` sorted and doubled; ``colours`` one letter a dot, or empty; ``holes`` sorted cells."""

    rows: int
    cols: int
    dots: tuple[Cell, ...]
    colours: str = ""
    holes: tuple[Cell, ...] = ()

    @cached_property
    def dot_table(self) -> Ints:
        """int32[dots, 2]: the dots once more, for those who calculate with all at once; never written to."""
        return np.fromiter(chain.from_iterable(self.dots), np.int32, 2 * len(self.dots)).reshape(-1, 2)

    def core(self, dot: int) -> list[Cell]:
        """The cells that a dot touches, row-major: 1 on a cell, 2 on an edge, 4 on a vertex."""
        y, x = self.dots[dot]
        return [(r, c) for r in range((y - 1) // 2, y // 2 + 1) for c in range((x - 1) // 2, x // 2 + 1)]

    def place(self, dot: int) -> str:
        """Where a dot is, in a sentence: ``at r1c2``, ``between r1c2 and r1c3``, ``at the corner ...``."""
        core = self.core(dot)
        first, last = cell_name(*core[0]), cell_name(*core[-1])
        if len(core) == 1:
            return f"at {first}"
        return f"{'between' if len(core) == 2 else 'at the corner of'} {first} and {last}"


def _integer(value: Any, allowed: range, name: str, where: str) -> int:
    """An integer (not a boolean) in a range; BadPuzzle otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        what = f"{str(value)[:20]!r}" if value is not None else "nothing"
        raise BadPuzzle(f"{what} is not {name} {allowed.start}..{allowed.stop - 1}", where)
    return value


def _side(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        SIDES.check(*((value, 0) if name == "rows" else (0, value)), name)
    return _integer(value, range(1, SIDES.most + 1), "a number", name)


def _pairs(data: Any, name: str) -> list[tuple[Any, Any]]:
    """A list of pairs of anything; BadPuzzle says which entry is not a pair."""
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise BadPuzzle("expected a list of pairs", name)
    for number, pair in enumerate(data, 1):
        is_list = type(pair) is list or (isinstance(pair, Sequence) and not isinstance(pair, str | bytes))
        if not is_list or len(pair) != 2:
            raise BadPuzzle("expected a pair of numbers", f"{name} entry {number}")
    return [(first, second) for first, second in data]


def _read_dots(data: Any, rows: int, cols: int) -> list[Cell]:
    """Dots inside the border, as listed."""
    if isinstance(data, Sequence) and len(data) * rows * cols > MAX_PAIRS:
        raise TooLarge(f"{len(data)} dots, the limit at this size is {MAX_PAIRS // (rows * cols)}", "dots")
    if isinstance(data, Sequence) and len(data) > MAX_DOTS:
        raise TooLarge(f"{len(data)} dots, the limit is {MAX_DOTS}", "dots")
    dots = _pairs(data, "dots")
    height, width = 2 * rows, 2 * cols
    is_crowded = len(dots) * rows * cols > MAX_TWINNED
    twinned = 0
    for number, (y, x) in enumerate(dots, 1):
        if type(y) is type(x) is int and 0 < y < height and 0 < x < width and not is_crowded:
            continue
        where = f"dots entry {number}"
        _integer(y, range(height + 1), "a doubled row", where)
        _integer(x, range(width + 1), "a doubled column", where)
        if y in (0, height) or x in (0, width):
            raise BadPuzzle(f"the dot ({y}, {x}) is on the border", where)
        twinned += min(y, height - y) * min(x, width - x)
        if twinned > MAX_TWINNED:
            raise TooLarge("so many dots leave too much to choose at this size", where)
    return dots


def _read_colours(data: Any, dots: int) -> str:
    if data is None:
        return ""
    if not isinstance(data, str):
        raise BadPuzzle("expected a text with one letter a dot", "colours")
    if data and len(data) != dots:
        raise BadPuzzle(f"{len(data)} letters for {dots} dots", "colours")
    for number, letter in enumerate(data, 1):
        if letter not in COLOURS:
            raise BadPuzzle(f"{letter!r} is not w, b or g", f"colours letter {number}")
    return data


def _read_holes(data: Any, rows: int, cols: int) -> tuple[Cell, ...]:
    if data is None:
        return ()
    if isinstance(data, Sequence) and len(data) > rows * cols:
        raise TooLarge(f"{len(data)} holes, the board has {rows * cols} cells", "holes")
    holes = set()
    for number, (r, c) in enumerate(_pairs(data, "holes"), 1):
        where = f"holes entry {number}"
        holes.add((_integer(r, range(rows), "a row", where), _integer(c, range(cols), "a column", where)))
    if len(holes) == rows * cols:
        raise BadPuzzle("every cell of the board is a hole", "holes")
    return tuple(sorted(holes))


def board_from_json(data: Mapping[str, Any]) -> Board:
    """Read ``{"rows", "cols", "dots", "colours", "holes"}`` (the last two optional), dots in any order."""
    rows, cols = _side(data, "rows"), _side(data, "cols")
    if "dots" not in data:
        raise BadPuzzle("a Tentai Show board needs dots", "dots")
    dots = _read_dots(data["dots"], rows, cols)
    colours = _read_colours(data.get("colours"), len(dots))
    if colours:
        order = sorted(range(len(dots)), key=dots.__getitem__)
        colours = "".join(colours[i] for i in order)
    dots.sort()
    board = Board(rows, cols, tuple(dots), colours, _read_holes(data.get("holes"), rows, cols))
    if has_too_many_choices(board):
        raise TooLarge("the dots leave too much to choose at this size", "dots")
    return board


def has_too_many_choices(board: Board) -> bool:
    """Whether the dots can reach more than MAX_CHOICES cells in all; few boards need a walk to tell."""
    return count_choices(board, MAX_CHOICES) > MAX_CHOICES


def count_choices(board: Board, few: int = 10_000) -> int:
    """How many cells all dots can reach beyond their own, or 0 where it is plain to see that they are few."""
    if len(board.dots) * board.rows * board.cols <= few:
        return 0
    sides = ((min(y, 2 * board.rows - y), min(x, 2 * board.cols - x)) for y, x in board.dots)
    if sum(height * width for height, width in sides) <= few:
        return 0
    from models.tentaisho.impossible import count_choices as count

    return count(board, MAX_CHOICES)


def board_to_json(board: Board) -> dict[str, Any]:
    """The inverse of ``board_from_json``; colours and holes only if there are any."""
    data: dict[str, Any] = {
        "kind": "tentaisho",
        "rows": board.rows,
        "cols": board.cols,
        "dots": [list(dot) for dot in board.dots],
    }
    if board.colours:
        data["colours"] = board.colours
    if board.holes:
        data["holes"] = [list(hole) for hole in board.holes]
    return data
