"""Fill-a-Pix boards and answers as text and as SVG.

Colours are of the Okabe-Ito palette, and no meaning rests on colour alone: a mark is a ring, a given cell
has a dot in its corner, a cell that is not settled yet is hatched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.fillapix.board import BLANK, INK, Board
from models.puzzle import Grid

CELL = 24
"""Pixels a cell."""
GROUP = 5
"""Every so many cells a line is darker, so that places can be counted."""
INK_FILL, PAPER, MARK = "#222", "#fff", "#d55e00"
THIN, STRONG = "#aaa", "#555"


def draw_text(board: Board, grid: Grid | None = None) -> str:
    """The board with two columns a cell, or the answer with three.

    Of the board: the clue, then ``#`` where ink is given and ``-`` where blank is. Of an answer: ink is
    solid, a clue stands in the middle of its cell, ``?`` is not known.
    """
    cell = _board_cell if grid is None else _answer_cell
    lines = []
    for r in range(board.rows):
        clues = board.clues[r]
        lines.append("".join(cell(clues[c], _value(board, grid, r, c)) for c in range(board.cols)).rstrip())
    return "\n".join(lines)


def _value(board: Board, grid: Grid | None, row: int, col: int) -> int | None:
    """What stands in a cell: of the answer if there is one, else what is given."""
    return board.given(row, col) if grid is None else int(grid[row, col])


def _board_cell(clue: int | None, value: int | None) -> str:
    given = " " if value is None else "#" if value == INK else "-"
    return ("." if clue is None else str(clue)) + given


def _answer_cell(clue: int | None, value: int | None) -> str:
    if value == INK:
        return "███" if clue is None else f"█{clue}█"
    if value == BLANK:
        return " · " if clue is None else f" {clue} "
    return " ? " if clue is None else f" {clue}?"


def draw_svg(board: Board, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
    """The board: ink dark, cells of an answer that are not settled hatched, marked cells ringed."""
    width, height = board.cols * CELL, board.rows * CELL
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}" '
            f'width="{width + 2}" height="{height + 2}" role="img" aria-label="Fill-a-Pix board, '
            f'{board.rows} by {board.cols}" font-family="sans-serif" text-anchor="middle">',
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *_fills(board, grid),
            *_lines(board),
            *_clues(board, grid),
            *_rings(marked),
            "</svg>",
        ]
    )


def _fills(board: Board, grid: Grid | None) -> Iterator[str]:
    """Ink, a hatching in cells that are open, and a dot in the corner of cells that are given."""
    hatched = []
    for r in range(board.rows):
        for c in range(board.cols):
            x, y = c * CELL, r * CELL
            value = _value(board, grid, r, c)
            if value == INK:
                yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{INK_FILL}"/>'
            elif grid is not None and value != BLANK:
                hatched.append(
                    f"M{x} {y + CELL}l{CELL} -{CELL}M{x} {y + CELL / 2:g}l{CELL / 2:g} -{CELL / 2:g}"
                )
                hatched.append(f"M{x + CELL / 2:g} {y + CELL}l{CELL / 2:g} -{CELL / 2:g}")
            if board.given(r, c) is not None:
                colour = PAPER if value == INK else STRONG
                yield f'<circle cx="{x + CELL - 4.5}" cy="{y + 4.5}" r="1.8" fill="{colour}"/>'
    if hatched:
        yield f'<path d="{"".join(hatched)}" stroke="#ddd" fill="none"/>'


def _lines(board: Board) -> Iterator[str]:
    width, height = board.cols * CELL, board.rows * CELL
    down = [(c, f"M{c * CELL} 0V{height}") for c in range(1, board.cols)]
    across = [(r, f"M0 {r * CELL}H{width}") for r in range(1, board.rows)]
    for colour, strong in ((THIN, False), (STRONG, True)):
        path = "".join(line for place, line in down + across if (place % GROUP == 0) is strong)
        if path:
            yield f'<path d="{path}" stroke="{colour}" fill="none"/>'
    yield f'<rect width="{width}" height="{height}" fill="none" stroke="{STRONG}" stroke-width="2"/>'


def _clues(board: Board, grid: Grid | None) -> Iterator[str]:
    for r, row in enumerate(board.clues):
        for c, clue in enumerate(row):
            if clue is not None:
                colour = PAPER if _value(board, grid, r, c) == INK else "#000"
                yield (
                    f'<text x="{c * CELL + CELL / 2:g}" y="{r * CELL + CELL * 0.72:g}" '
                    f'font-size="{CELL * 0.6:g}" fill="{colour}">{clue}</text>'
                )


def _rings(marked: Iterable[tuple[int, int]]) -> Iterator[str]:
    """A ring on a light ground, so that it stands out from ink as from paper."""
    for r, c in marked:
        ring = f'<rect x="{c * CELL + 3}" y="{r * CELL + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="4" '
        yield f'{ring}fill="none" stroke="{PAPER}" stroke-width="5"/>'
        yield f'{ring}fill="none" stroke="{MARK}" stroke-width="2.5"/>'
