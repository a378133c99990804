"""Doppelblock at random: the sums of a random answer, or sums of no answer."""

from __future__ import annotations

from collections.abc import Iterator

from bench.random_boards import NONSENSE, WRONG, Board, Rng
from bench.random_boards.cells import Cells, blanked, given_cells, kept, without_column, without_row
from models.doppelblock.board import greatest_sum
from models.doppelblock.latin import random_answer, window_sums

SIDES = (2, 6)


def draw(rng: Rng, rows: int, cols: int, sort: str) -> Board:
    """A square board of ``rows`` lines; a wrong sum is off by one, nonsense is any sum that fits a line."""
    side = rows
    answer = random_answer(side, rng)
    top, left = window_sums(answer)
    sums = list(left + top)
    if sort == NONSENSE:
        sums = rng.integers(0, greatest_sum(side) + 1, 2 * side).tolist()
    shown = kept(sums, rng)
    if sort == WRONG:
        _spoil(shown, rng)
    board: Board = {"kind": "doppelblock", "top": shown[side:], "left": shown[:side]}
    givens = given_cells(answer, rng)
    if any(cell is not None for row in givens for cell in row):
        board["givens"] = givens
    return board


def _spoil(sums: list[int | None], rng: Rng) -> None:
    """Change one of the sums by one or two, if there is any."""
    places = [place for place, clue in enumerate(sums) if clue is not None]
    if places:
        place = int(rng.choice(places))
        sums[place] = abs((sums[place] or 0) + int(rng.choice((-2, -1, 1, 2))))


def smaller(board: Board) -> Iterator[Board]:
    """Without the row and the column of one number, all givens, a sum, a given."""
    side = len(board["top"])
    if side > 2:
        for line in range(side):
            yield _without_line(board, line)
    if board.get("givens"):
        yield {key: value for key, value in board.items() if key != "givens"}
    for name in ("top", "left"):
        for (sums,) in blanked([board[name]]):
            yield board | {name: sums}
    for cells in blanked(board.get("givens", [])):
        yield board | {"givens": cells}


def _without_line(board: Board, line: int) -> Board:
    """A row and the column of its number less; givens that are no digits any more go."""
    top, left = (board[name][:line] + board[name][line + 1 :] for name in ("top", "left"))
    cut: Board = {"kind": board["kind"], "top": top, "left": left}
    if board.get("givens"):
        digits = len(top) - 2
        cells: Cells = without_column(without_row(board["givens"], line), line)
        cut["givens"] = [
            [value if value is not None and value <= digits else None for value in row] for row in cells
        ]
    return cut
