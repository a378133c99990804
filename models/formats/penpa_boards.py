"""What a Penpa+ drawing means: the problem layer is the board, the solution layer its answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from models.answers import Answer
from models.formats import Parsed
from models.formats.lattice import Dot, galaxies_fields
from models.formats.penpa_sheet import DARK, Sheet, Spot
from models.formats.source import shown, whole_number
from models.formats.walls import regions_of
from models.puzzle import BadPuzzle, cell_name

CANDIDATES = "7"
"""The submode of pencil marks."""
MAX_CLUE = 9999
OTHERS = (
    "symbol",
    "number",
    "numberS",
    "line",
    "freeline",
    "wall",
    "cage",
    "killercages",
    "thermo",
    "arrows",
)
"""What a problem may hold besides; decorations and variants of the rules are drawn so."""
MARKS = ("number", "surface", "lineE")
COLOURS = {2: "b", 3: "g", 9: "g"}
"""The style of a circle -> its colour; white otherwise."""
OFFSETS = {0: (1, 1), 1: (2, 2), 2: (2, 1), 3: (1, 2)}
"""Category -> what doubled coordinates add to the doubled row and column."""


def texts(sheet: Sheet, layer: str) -> Iterator[tuple[Spot, str, str]]:
    """The numbers and texts of a layer that are no pencil marks: where, what, and the words for an error."""
    for spot, what, where in sheet.drawn(layer, "number"):
        if not isinstance(what, list) or len(what) < 3:
            raise BadPuzzle("expected [text, colour, mode]", where)
        if str(what[2]) == CANDIDATES:
            continue
        if what[0] is not None and type(what[0]) not in (str, int):
            raise BadPuzzle("expected a text or a number", where)
        text = str("" if what[0] is None else what[0]).strip()
        if text:
            yield spot, text, where


def surfaces(sheet: Sheet, layer: str) -> Iterator[tuple[tuple[int, int], bool]]:
    """The painted cells of the board in a layer, and whether they are dark."""
    for spot, colour, where in sheet.drawn(layer, "surface"):
        if colour is not None and type(colour) is not int:
            raise BadPuzzle("expected the number of a colour", where)
        if colour is not None and spot.category == 0 and sheet.has(spot.row, spot.col):
            yield (spot.row, spot.col), colour in DARK


def leftovers(sheet: Sheet, *read: str) -> list[str]:
    """The warning about sorts of things in the problem that are no part of such a board."""
    others = [thing for thing in OTHERS if thing not in read and sheet.layers["problem"].get(thing)]
    return (
        [f"the problem also has {', '.join(others)}, which is not read: are the rules standard?"]
        if others
        else []
    )


def answered(sheet: Sheet, is_answered: bool) -> list[str]:
    """The warning that what is drawn in the solution layer is not part of the board."""
    marks = "the marks of the solution layer are read as an answer, not as given"
    return [marks] if is_answered and any(sheet.layers["solution"].get(thing) for thing in MARKS) else []


def outside(count: int, things: str) -> list[str]:
    """The warning about things that lie beside the board."""
    return [f"{count} {things} outside the board are left out"] if count else []


def fillapix(sheet: Sheet, marks: Collection[int]) -> Parsed:
    """Numbers in cells; a dark cell is given ink, another painted one is given blank."""
    sheet.check("fillapix")
    _refuse_cut(sheet, "Fill-a-Pix")
    clues: list[list[int | None]] = [[None] * sheet.cols for _ in range(sheet.rows)]
    warnings, beside = list(sheet.warnings), 0
    for spot, text, where in texts(sheet, "problem"):
        if spot.category != 0 or not sheet.has(spot.row, spot.col):
            beside += 1
            continue
        clue, name = whole_number(text), cell_name(spot.row, spot.col)
        if clue is None:
            warnings.append(f"the text {shown(text)} in {name} is read as no clue")
        elif not 0 <= clue <= 9:
            raise BadPuzzle(f"{clue} in {name} is not a clue 0..9", where)
        else:
            clues[spot.row][spot.col] = clue
    warnings += outside(beside, "numbers")
    data: dict[str, Any] = {"kind": "fillapix", "clues": clues}
    givens = {cell: int(is_dark) for cell, is_dark in surfaces(sheet, "problem")}
    if givens:
        data["givens"] = [[givens.get((r, c)) for c in range(sheet.cols)] for r in range(sheet.rows)]
    answer = _picture(sheet, givens, marks)
    warnings += leftovers(sheet, "number") + answered(sheet, answer is not None)
    return Parsed("fillapix", data, tuple(warnings), answer)


def _picture(sheet: Sheet, givens: dict[tuple[int, int], int], marks: Collection[int]) -> Answer | None:
    """The dark cells of the answer; every other cell is blank, marked or not."""
    ink = {cell for cell, is_dark in surfaces(sheet, "solution") if is_dark}
    ink |= {(spot.row, spot.col) for spot in map(sheet.spot, marks) if spot.category == 0}
    if not ink:
        return None
    ink |= {cell for cell, value in givens.items() if value}
    return Answer(tuple(tuple(int((r, c) in ink) for c in range(sheet.cols)) for r in range(sheet.rows)))


def tentaisho(sheet: Sheet, edges: Collection[str]) -> Parsed:
    """Circles are dots; dark cells and cells cut out are holes; the answer's walls part the galaxies."""
    sheet.check("tentaisho")
    warnings, beside = list(sheet.warnings), 0
    dots: list[Dot] = []
    for spot, what, where in sheet.drawn("problem", "symbol"):
        style, shape = what[:2] if isinstance(what, list) and len(what) >= 2 else (None, None)
        if not isinstance(shape, str) or not shape.startswith("circle"):
            warnings.append(f"the symbol {shown(str(shape))} is no dot and is left out")
            continue
        y, x = (
            2 * at + add
            for at, add in zip((spot.row, spot.col), OFFSETS.get(spot.category, (0, 0)), strict=True)
        )
        if spot.category not in OFFSETS or not (0 <= y <= 2 * sheet.rows and 0 <= x <= 2 * sheet.cols):
            beside += 1
        elif y in (0, 2 * sheet.rows) or x in (0, 2 * sheet.cols):
            raise BadPuzzle(
                f"the dot at the border of {cell_name(max(spot.row, 0), max(spot.col, 0))} is in no cell",
                where,
            )
        else:
            dots.append((y, x, COLOURS.get(style, "w") if isinstance(style, int) else "w"))
    warnings += outside(beside, "dots")
    holes = sheet.cut | {cell for cell, is_dark in surfaces(sheet, "problem") if is_dark}
    fields = galaxies_fields(sheet.rows, sheet.cols, dots, holes)
    given = sheet.walls("problem")
    if given or sheet.has_crosses("problem"):
        what = f"{len(given)} walls" if given else "crosses that mean no wall"
        warnings.append(f"{what} drawn in the problem are not part of the board and are left out")
    walls = sheet.walls("solution") | {wall for key in edges for wall in sheet.wall(key)}
    answer = regions_of(sheet.rows, sheet.cols, walls | given, holes) if walls else None
    warnings += leftovers(sheet, "symbol") + answered(sheet, answer is not None)
    return Parsed("tentaisho", fields, tuple(warnings), answer)


def _refuse_cut(sheet: Sheet, title: str) -> None:
    if sheet.cut:
        names = ", ".join(cell_name(*cell) for cell in sorted(sheet.cut)[:3])
        raise BadPuzzle(
            f"cells are cut out of the board ({names}), a {title} board has none such", "payload line 6"
        )
