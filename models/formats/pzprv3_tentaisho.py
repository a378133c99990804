"""The board of a Tentai Show file: dots on the half-unit lattice, then walls and paint as the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from models.formats import Parsed
from models.formats.lattice import Dot, dots_by_place, galaxies_fields
from models.formats.source import Lines, Source, shown
from models.formats.walls import Cell, inner_borders, regions_of, walls_between
from models.puzzle import BadPuzzle, Grid, cell_name

WALLS = range(-1, 3)
"""1 and 2 are walls, 0 is none, -1 a mark of the player's that there is none."""
PAINTS = range(4)
"""0 none, 1 white, 2 black; 3 is a background colour of the editor's."""


def read_board(source: Source, lines: Lines, rows: int, cols: int) -> Parsed:
    """The lattice, the walls between columns, the walls between rows, the paint of the cells."""
    dots, holes = _lattice(source, lines, rows, cols)
    upright = _numbers(source, lines, (rows, cols - 1), WALLS, "the walls between columns")
    level = _numbers(source, lines, (rows - 1, cols), WALLS, "the walls between rows")
    paint = _numbers(source, lines, (rows, cols), PAINTS, "the paint of the cells")
    drawn = [value for row in (*upright, *level) for value in row]
    walls = [wall for wall, value in zip(inner_borders(rows, cols), drawn, strict=True) if value > 0]
    warnings = []
    if -1 in drawn:
        warnings.append(
            f"{drawn.count(-1)} marks that there is no wall are not part of the answer and are left out"
        )
    if any(3 in row for row in paint):
        warnings.append("the background colour of the editor is not part of the board and is left out")
    is_painted = any(value in (1, 2) for row in paint for value in row)
    answer = regions_of(rows, cols, walls, holes) if walls or is_painted else None
    return Parsed("tentaisho", galaxies_fields(rows, cols, dots, holes), tuple(warnings), answer)


def _lattice(source: Source, lines: Lines, rows: int, cols: int) -> tuple[list[Dot], list[Cell]]:
    """The dots in doubled coordinates, and the holes."""
    dots: list[Dot] = []
    holes: list[Cell] = []
    for y in range(2 * rows - 1):
        line = lines.take(f"line {y + 1} of the dots")
        text = line.text.rstrip()
        if len(text) != 2 * cols - 1:
            at = line.offset + min(len(text), 2 * cols - 1)
            raise source.fault(at, f"expected {2 * cols - 1} characters in a line of dots, found {len(text)}")
        for x, letter in enumerate(text):
            if letter in "12":
                dots.append((y + 1, x + 1, "wb"[int(letter) - 1]))
            elif letter == "X" and y % 2 == x % 2 == 0:
                holes.append((y // 2, x // 2))
            elif letter != ".":
                what = "'.', 1, 2, or X on a cell"
                raise source.fault(line.offset + x, f"expected {what}, not {shown(letter)}")
    return dots, holes


def _numbers(
    source: Source, lines: Lines, shape: tuple[int, int], allowed: range, name: str
) -> list[list[int]]:
    """Lines of numbers of a shape; a line of no numbers is there but empty."""
    rows = []
    for r in range(shape[0]):
        line = lines.take(f"line {r + 1} of {name}")
        words = source.row(line, shape[1], f"line {r + 1} of {name}")
        low, high = allowed.start, allowed.stop - 1
        rows.append([source.number(word, low, high, f"a value of {name}") for word in words])
    return rows


def write_board(data: Mapping[str, Any], answer: Grid | None) -> str:
    """The file; an answer is drawn as walls and painted in the colours of its dots (grey as white)."""
    rows, cols = data["rows"], data["cols"]
    width = 2 * cols - 1
    lattice = [["."] * width for _ in range(2 * rows - 1)]
    for r, c in data.get("holes") or ():
        lattice[2 * r][2 * c] = "X"
    dots = dots_by_place(data)
    for place, colour in dots:
        y, x = divmod(place, width)
        if lattice[y][x] == "X":
            raise BadPuzzle("a pzprv3 file cannot hold a dot on a hole", cell_name(y // 2, x // 2))
        lattice[y][x] = "2" if colour == "b" else "1"
    paint = {None: 0} | {dot: 2 if colour == "b" else 1 for dot, (_, colour) in enumerate(dots)}

    def owner(cell: Cell) -> int | None:
        return None if answer is None or answer[cell] < 0 else int(answer[cell])

    walls = walls_between(owner, rows, cols)
    lines = ["pzprv3", "tentaisho", str(rows), str(cols), *("".join(line) for line in lattice)]
    lines += [_line(walls[(r, c), (r, c + 1)] for c in range(cols - 1)) for r in range(rows)]
    lines += [_line(walls[(r, c), (r + 1, c)] for c in range(cols)) for r in range(rows - 1)]
    lines += [_line(paint.get(owner((r, c)), 0) for c in range(cols)) for r in range(rows)]
    return "\n".join(lines) + "\n"


def _line(values: Iterable[int]) -> str:
    return "".join(f"{int(value)} " for value in values)
