"""Tentai Show boards and answers as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from models.puzzle import HOLE, Grid
from models.tentaisho.board import Board

CELL = 24
"""Pixels a cell."""
OUTSIDE = -2

_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The box character for the walls that meet at a vertex: up 1, right 2, down 4, left 8."""
_DOTS = {"": "o", "w": "o", "b": "*", "g": "+"}
_SHADES = {"": " ", "w": " ", "b": "▒", "g": "░"}
_FILLS = {"": "#fff", "w": "#fff", "b": "#555", "g": "#bbb"}
_INKS = {"": "#fff", "w": "#fff", "b": "#000", "g": "#999"}


class Picture:
    """A board with or without an answer, asked cell by cell."""

    def __init__(self, board: Board, grid: Grid | None) -> None:
        self.board = board
        self._holes = set(board.holes)
        self._owners = None if grid is None else grid.tolist()

    def owner(self, r: int, c: int) -> int:
        """Whose galaxy a cell is in (0 without an answer), HOLE, or OUTSIDE."""
        if not (0 <= r < self.board.rows and 0 <= c < self.board.cols):
            return OUTSIDE
        if (r, c) in self._holes:
            return HOLE
        return 0 if self._owners is None else int(self._owners[r][c])

    def colour(self, r: int, c: int) -> str:
        """The colour of a cell in the finished picture; empty without an answer or colours."""
        owner = self.owner(r, c)
        return "" if owner < 0 or self._owners is None else self.dot_colour(owner)

    def dot_colour(self, dot: int) -> str:
        """The colour letter of a dot; empty if the board has no colours."""
        return self.board.colours[dot] if 0 <= dot < len(self.board.colours) else ""

    def has_wall(self, y: int, x: int) -> bool:
        """Whether the unit edge with its middle at (y, x), doubled, parts two galaxies or the board's rim."""
        first = self.owner((y - 1) // 2, (x - 1) // 2)
        second = self.owner(y // 2, x // 2)
        return first != second and max(first, second) >= 0

    def walls(self) -> list[tuple[int, int]]:
        """The middles of all walls, row-major."""
        rows, cols = 2 * self.board.rows, 2 * self.board.cols
        return [(y, x) for y in range(rows + 1) for x in range(1 - y % 2, cols + 1, 2) if self.has_wall(y, x)]


def draw_text(board: Board, grid: Grid | None = None) -> str:
    """Walls as lines, dots as ``o`` (white), ``*`` (black), ``+`` (grey); dark galaxies shaded.

    Doubled coordinates become text rows y and text columns 2 x.
    """
    picture = Picture(board, grid)
    canvas = [[" "] * (4 * board.cols + 1) for _ in range(2 * board.rows + 1)]
    for r in range(board.rows):
        for c in range(board.cols):
            inside = "#" if picture.owner(r, c) == HOLE else _SHADES[picture.colour(r, c)]
            canvas[2 * r + 1][4 * c + 1 : 4 * c + 4] = inside * 3
    walls = set(picture.walls())
    for y, x in walls:
        if y % 2:
            canvas[y][2 * x] = "│"
        else:
            canvas[y][2 * x - 1 : 2 * x + 2] = "───"
    for y in range(0, 2 * board.rows + 1, 2):
        for x in range(0, 2 * board.cols + 1, 2):
            ends = ((y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1))
            joint = sum(1 << side for side, end in enumerate(ends) if end in walls)
            canvas[y][2 * x] = _JOINTS[joint] if joint else "·"
    for dot, (y, x) in enumerate(board.dots):
        canvas[y][2 * x] = _DOTS[picture.dot_colour(dot)]
    return "\n".join("".join(line).rstrip() for line in canvas)


def draw_svg(board: Board, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
    """The board; with an answer the galaxies' walls and, for coloured dots, the shaded picture."""
    picture = Picture(board, grid)
    half = CELL / 2
    width, height = board.cols * CELL, board.rows * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
        f'width="{width + 4}" height="{height + 4}" role="img" aria-label="Tentai Show board, '
        f'{board.rows} by {board.cols}">'
    ]
    parts += [
        f'<rect x="{c * CELL}" y="{r * CELL}" width="{CELL}" height="{CELL}" '
        f'fill="{_FILLS[picture.colour(r, c)]}" stroke="#ccc"/>'
        for r in range(board.rows)
        for c in range(board.cols)
        if picture.owner(r, c) != HOLE
    ]
    path = "".join(
        f"M{x * half:g} {(y - 1) * half:g}v{CELL}" if y % 2 else f"M{(x - 1) * half:g} {y * half:g}h{CELL}"
        for y, x in picture.walls()
    )
    parts.append(f'<path d="{path}" stroke="#000" stroke-width="2.5" stroke-linecap="square" fill="none"/>')
    parts += [
        f'<circle cx="{x * half:g}" cy="{y * half:g}" r="{CELL * 0.22:g}" '
        f'fill="{_INKS[picture.dot_colour(dot)]}" stroke="#000" stroke-width="1.5"/>'
        for dot, (y, x) in enumerate(board.dots)
    ]
    parts += [
        f'<rect x="{c * CELL + 1.5}" y="{r * CELL + 1.5}" width="{CELL - 3}" height="{CELL - 3}" '
        'fill="none" stroke="#d55e00" stroke-width="3"/>'
        for r, c in marked
    ]
    return "".join(parts) + "</svg>"
