"""Doppelblock boards and answers as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from models.doppelblock.board import BLOCK, Board
from models.puzzle import Grid

CELL = 32
"""Pixels a cell; the clues take one cell above and one to the left."""


def _value(board: Board, grid: Grid | None, row: int, column: int) -> int | None:
    """What stands in a cell: of the answer if there is one, else the given."""
    if grid is not None:
        return int(grid[row, column])
    return board.givens[row][column] if board.givens else None


def draw_text(board: Board, grid: Grid | None = None) -> str:
    """Clues around the cells; ``#`` a block, ``.`` an open cell."""
    width = max(len(str(clue)) for clue in (*board.clues, 0) if clue is not None)
    indent = " " * (width + 2)

    def field(value: int | None) -> str:
        return ("" if value is None else str(value)).rjust(width)

    lines = [(indent + " ".join(field(clue) for clue in board.top)).rstrip()]
    lines.append(f"{' ' * width} +{'-' * ((width + 1) * board.side - 1)}")
    for r in range(board.side):
        cells = []
        for c in range(board.side):
            value = _value(board, grid, r, c)
            cells.append("." if value is None else "#" if value == BLOCK else str(value))
        lines.append(f"{field(board.left[r])} |{' '.join(cell.rjust(width) for cell in cells)}")
    return "\n".join(lines)


def draw_svg(board: Board, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
    """The board; blocks dark, given digits bold, marked cells ringed."""
    side = board.side
    size = (side + 1) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {size + 2} {size + 2}" '
        f'width="{size + 2}" height="{size + 2}" role="img" aria-label="Doppelblock board, '
        f'{side} by {side}" font-family="sans-serif" text-anchor="middle">',
        f'<rect x="{CELL}" y="{CELL}" width="{side * CELL}" height="{side * CELL}" fill="#fff"/>',
    ]
    texts = []
    for place in range(side):
        if board.top[place] is not None:
            texts.append(_text(place + 1, 0, str(board.top[place]), "#555"))
        if board.left[place] is not None:
            texts.append(_text(0, place + 1, str(board.left[place]), "#555"))
    for r in range(side):
        for c in range(side):
            value = _value(board, grid, r, c)
            given = bool(board.givens) and board.givens[r][c] is not None
            if value == BLOCK:
                x, y = (c + 1) * CELL, (r + 1) * CELL
                parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#333"/>')
            elif value is not None and value > BLOCK:
                texts.append(_text(c + 1, r + 1, str(value), "#000", ' font-weight="bold"' if given else ""))
    lines = "".join(
        f"M{(i + 1) * CELL} {CELL}V{size}M{CELL} {(i + 1) * CELL}H{size}" for i in range(side + 1)
    )
    parts.append(f'<path d="{lines}" stroke="#999" fill="none"/>')
    parts.extend(texts)
    parts.extend(
        f'<rect x="{(c + 1) * CELL + 1.5}" y="{(r + 1) * CELL + 1.5}" width="{CELL - 3}" '
        f'height="{CELL - 3}" fill="none" stroke="#d55e00" stroke-width="3"/>'
        for r, c in marked
    )
    return "".join(parts) + "</svg>"


def _text(column: int, row: int, text: str, colour: str, weight: str = "") -> str:
    """A centred text in a cell, counted with the clues' row and column."""
    return (
        f'<text x="{(column + 0.5) * CELL}" y="{(row + 0.7) * CELL}" font-size="{CELL * 0.55}" '
        f'fill="{colour}"{weight}>{text}</text>'
    )
