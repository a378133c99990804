"""Tentai Show at random: galaxies grown on a board with holes, or dots thrown anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from bench.random_boards import NONSENSE, WRONG, Board, Rng

SIDES = (1, 7)
HOLES = (0.0, 0.0, 0.0, 0.1, 0.25)
"""The shares of cells that are holes: none on most boards."""
LARGEST = (3, 8, 24)
"""Cells of a galaxy at the most: boards of small ones, of medium ones, of large ones."""
THIRDS = (0, 0, 1, 3)
"""Attempts to place a block that has two answers of its own."""
COLOURS = "wbg"

Cell = tuple[int, int]
Dot = tuple[int, int]


def draw(rng: Rng, rows: int, cols: int, sort: str) -> Board:
    """A board of one sort; a wrong one has a dot less, more or beside its place."""
    holes = _holes(rng, rows, cols)
    free = {(r, c) for r in range(rows) for c in range(cols)} - holes
    if sort == NONSENSE:
        dots = {_any_dot(rng, rows, cols) for _ in range(int(rng.integers(1, len(free) + 1)))}
    else:
        dots = set(_galaxies(rng, free))
    if sort == WRONG:
        _spoil(dots, rng, rows, cols)
    board: Board = {"kind": "tentaisho", "rows": rows, "cols": cols, "dots": [list(d) for d in sorted(dots)]}
    if rng.random() < 0.5:
        board["colours"] = "".join(rng.choice(list(COLOURS), len(dots)))
    if holes:
        board["holes"] = [list(cell) for cell in sorted(holes)]
    return board


def _holes(rng: Rng, rows: int, cols: int) -> set[Cell]:
    """Cells that are not of the board; at least one cell is left."""
    share = rng.choice(HOLES)
    holes = {(r, c) for r in range(rows) for c in range(cols) if rng.random() < share}
    return holes if len(holes) < rows * cols else set()


def _thirds(rng: Rng, free: set[Cell]) -> Iterator[Dot]:
    """Take blocks of 3x3 out of the free cells; dots that cut each of them in lines, or in another way."""
    for _ in range(int(rng.choice(THIRDS)) if free else 0):
        r, c = sorted(free)[int(rng.integers(len(free)))]
        block = {(y, x) for y in range(r, r + 3) for x in range(c, c + 3)}
        if block <= free:
            free -= block
            across = bool(rng.integers(2))
            yield from ((2 * r + 3, 2 * c + d) if across else (2 * r + d, 2 * c + 3) for d in (1, 3, 5))
            if not free:
                return


def _any_dot(rng: Rng, rows: int, cols: int) -> Dot:
    return int(rng.integers(1, 2 * rows)), int(rng.integers(1, 2 * cols))


def _galaxies(rng: Rng, free: set[Cell]) -> Iterator[Dot]:
    """Take galaxies out of the free cells until none is left; their dots."""
    yield from _thirds(rng, free)
    largest = int(rng.choice(LARGEST))
    for cell in rng.permutation(sorted(free)).tolist():
        r, c = cell
        if (r, c) not in free:
            continue
        places = [(y, x) for y in range(2 * r, 2 * r + 3) for x in range(2 * c, 2 * c + 3)]
        fits = [dot for dot in places if set(core(dot)) <= free]
        dot = fits[int(rng.integers(len(fits)))]
        _grow(rng, free, dot, int(rng.integers(1, largest + 1)))
        yield dot


def core(dot: Dot) -> list[Cell]:
    """The cells that a dot touches."""
    y, x = dot
    return [(r, c) for r in range((y - 1) // 2, y // 2 + 1) for c in range((x - 1) // 2, x // 2 + 1)]


def _grow(rng: Rng, free: set[Cell], dot: Dot, size: int) -> None:
    """Take the core and then pairs of twin cells beside it, up to a size, out of the free cells."""
    galaxy = set(core(dot))
    free -= galaxy
    while len(galaxy) < size:
        edge = sorted(
            cell
            for r, c in galaxy
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if cell in free and (dot[0] - cell[0] - 1, dot[1] - cell[1] - 1) in free
        )
        if not edge:
            return
        r, c = edge[int(rng.integers(len(edge)))]
        pair = {(r, c), (dot[0] - r - 1, dot[1] - c - 1)}
        galaxy |= pair
        free -= pair


def _spoil(dots: set[Dot], rng: Rng, rows: int, cols: int) -> None:
    """Take a dot away, put one anywhere, or both; at least one is left."""
    change = int(rng.integers(3))
    if change != 0 and len(dots) > 1:
        dots.remove(sorted(dots)[int(rng.integers(len(dots)))])
    if change != 1:
        dots.add(_any_dot(rng, rows, cols))


def smaller(board: Board) -> Iterator[Board]:
    """Without a row, a column, the colours, a dot, a dot and the cells it touches, a hole."""
    for axis, name in enumerate(("rows", "cols")):
        if board[name] > 1:
            for line in range(board[name]):
                yield from _without_line(board, axis, name, line)
    if board.get("colours"):
        yield {key: value for key, value in board.items() if key != "colours"}
    if len(board["dots"]) > 1:
        for number in range(len(board["dots"])):
            others = board["dots"][:number] + board["dots"][number + 1 :]
            yield _with_dots(board, others)
            yield from _hollowed(board, board["dots"][number], others)
    for hole in board.get("holes", []):
        yield board | {"holes": [other for other in board["holes"] if other != hole]}


def _with_dots(board: Board, dots: list[list[int]]) -> Board:
    """The board with other dots, and without colours."""
    return {key: value for key, value in board.items() if key != "colours"} | {"dots": dots}


def _hollowed(board: Board, dot: list[int], others: list[list[int]]) -> Iterator[Board]:
    """The board with the other dots, and holes where the dot was; the answer of the rest may stay."""
    holes = {tuple(hole) for hole in board.get("holes", [])} | set(core((dot[0], dot[1])))
    if len(holes) < board["rows"] * board["cols"]:
        yield _with_dots(board, others) | {"holes": [list(hole) for hole in sorted(holes)]}


def _without_line(board: Board, axis: int, name: str, line: int) -> Iterator[Board]:
    """The board without a row or a column, if a dot and a cell are left; dots behind it move up."""
    dots = set()
    for dot in board["dots"]:
        place = dot[axis]
        if place == 2 * line + 1:
            continue
        moved = list(dot)
        moved[axis] = place if place <= 2 * line else place - 2 if place > 2 * line + 2 else 2 * line
        if 0 < moved[axis] < 2 * (board[name] - 1):
            dots.add(tuple(moved))
    holes = []
    for hole in board.get("holes", []):
        if hole[axis] != line:
            moved = list(hole)
            moved[axis] -= hole[axis] > line
            holes.append(moved)
    cut = _with_dots(board, [list(dot) for dot in sorted(dots)]) | {name: board[name] - 1, "holes": holes}
    if dots and len(holes) < cut["rows"] * cut["cols"]:
        yield cut
