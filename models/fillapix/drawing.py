"""Fill-a-Pix boards and answers as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from models.fillapix.board import BLANK, INK, Board
from models.puzzle import Grid

CELL = 24
"""Pixels a cell."""


def draw_text(board: Board, grid: Grid | None = None) -> str:
    """Clues as digits; with an answer, ink as ``#`` beside or under the clue, two columns a cell."""
    lines = []
    for r in range(board.rows):
        cells = []
        for c in range(board.cols):
            clue = board.clues[r][c]
            value = board.given(r, c) if grid is None else int(grid[r, c])
            digit = "." if clue is None else str(clue)
            if grid is not None and clue is None:
                digit = "#" if value == INK else "."
            mark = {INK: "#", BLANK: " " if grid is not None else "-"}.get(value or 0, " ")
            cells.append(digit + (mark if value is not None else " "))
        lines.append("".join(cells).rstrip())
    return "\n".join(lines)


def draw_svg(board: Board, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
    """The board; ink dark, given blanks crossed, marked cells ringed."""
    width, height = board.cols * CELL, board.rows * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}" '
        f'width="{width + 2}" height="{height + 2}" role="img" aria-label="Fill-a-Pix board, '
        f'{board.rows} by {board.cols}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    texts = []
    for r in range(board.rows):
        for c in range(board.cols):
            x, y = c * CELL, r * CELL
            value = board.given(r, c) if grid is None else int(grid[r, c])
            if value == INK:
                parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#333"/>')
            elif value == BLANK and board.given(r, c) == BLANK:
                parts.append(f'<circle cx="{x + CELL / 2}" cy="{y + 4}" r="1.5" fill="#777"/>')
            clue = board.clues[r][c]
            if clue is not None:
                colour = "#fff" if value == INK else "#000"
                texts.append(
                    f'<text x="{x + CELL / 2}" y="{y + CELL * 0.72}" font-size="{CELL * 0.6}" '
                    f'fill="{colour}">{clue}</text>'
                )
    lines = "".join(f"M{c * CELL} 0V{height}" for c in range(board.cols + 1))
    lines += "".join(f"M0 {r * CELL}H{width}" for r in range(board.rows + 1))
    parts.append(f'<path d="{lines}" stroke="#999" fill="none"/>')
    parts.extend(texts)
    parts.extend(
        f'<rect x="{c * CELL + 1.5}" y="{r * CELL + 1.5}" width="{CELL - 3}" height="{CELL - 3}" '
        'fill="none" stroke="#d55e00" stroke-width="3"/>'
        for r, c in marked
    )
    return "".join(parts) + "</svg>"
