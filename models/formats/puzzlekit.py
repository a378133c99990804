"""The text of the puzzlekit data sets: a line of sizes, then the board, in bare numbers.

``R C`` and a grid is Mosaic or Galaxies, ``R C K`` and two lines of clues is DoppelBlock. A second block of
the same size is the answer. Nothing names the puzzle: where the numbers leave it open, it is a guess that
comes with a warning, unless the reader is told the kind.
"""

from __future__ import annotations

import re

from models.answers import Answer
from models.formats import Parsed, Reading
from models.formats import written_grids as grids
from models.formats.lattice import galaxies_fields
from models.formats.source import Lines, Source, Token, sides_of

NAME = "puzzlekit"
TAKES_KIND = True

_SIZES = re.compile(r"\s*[0-9]{1,9}[ \t]+[0-9]{1,9}(?P<digits>[ \t]+[0-9]{1,9})?[ \t\r]*\n")


def recognises(text: str) -> bool:
    """Whether the first line is two or three bare numbers."""
    return _SIZES.match(text) is not None


def read(text: str, kind: str | None = None) -> Reading:
    """Read a text, of a kind if one is named; BadPuzzle names the line and column."""
    return parse(text, kind).reading(NAME)


def parse(text: str, kind: str | None = None) -> Parsed:
    """Take a text apart."""
    source = Source(text)
    lines = source.lines()
    sizes = source.words(lines.take("the sizes", skip_blank=True), 3)
    if len(sizes) < 2:
        raise source.fault(sizes[0], "expected the rows and the columns")
    sides = sides_of("doppelblock" if len(sizes) == 3 else kind)
    rows, cols = source.side(sizes[0], "rows", sides), source.side(sizes[1], "columns", sides)
    if len(sizes) == 3:
        return _doppelblock(source, lines, sizes, kind)
    board = _rows(source, lines, rows, cols)
    warnings = []
    if kind is None:
        kind, why = _guess(board)
        warnings = [why] if why else []
        sides_of(kind).check(rows, cols, source.place(sizes[0].offset))
    if kind == "fillapix":
        data = {"kind": kind, "clues": grids.clues_of(source, board)}
        return Parsed(kind, data, tuple(warnings), _answer(source, lines, board, grids.picture_of))
    if kind == "tentaisho":
        fields = galaxies_fields(rows, cols, grids.dots_of(source, board))
        return Parsed(kind, fields, tuple(warnings), _answer(source, lines, board, grids.regions_of))
    raise source.fault(sizes[1], f"expected a third number, the greatest digit, for {kind}")


def _guess(board: list[list[Token]]) -> tuple[str, str]:
    """Mosaic if a number can be no dot, or a dot would lie on the border; Galaxies otherwise."""
    for r, row in enumerate(board):
        for c, word in enumerate(row):
            on_border = (word.text in "13" and c == len(row) - 1) or (
                word.text in "23" and r == len(board) - 1
            )
            if word.text not in "-.0123" or on_border:
                return "fillapix", ""
    return (
        "tentaisho",
        "nothing says whether this is Galaxies or Mosaic: read as Galaxies, all numbers being 0..3",
    )


def _rows(source: Source, lines: Lines, rows: int, cols: int) -> list[list[Token]]:
    found = []
    for r in range(rows):
        line = lines.take(f"row {r + 1} of {rows}", skip_blank=True)
        found.append(source.row(line, cols, f"row {r + 1}"))
    return found


def _answer(source: Source, lines: Lines, like: grids.Words, form: grids.Form) -> Answer | None:
    """The block after the board, if there is one: its sizes and its rows, and nothing after it."""
    if lines.peek(skip_blank=True) is None:
        return None
    sizes = source.words(lines.take("the sizes of the answer", skip_blank=True), 3)
    for size, side in zip(sizes, (len(like), len(like[0])), strict=False):
        source.number(size, side, side, "the size of the board again, before its answer")
    answer = form(source, _rows(source, lines, len(like), len(like[0])))
    rest = lines.peek(skip_blank=True)
    if rest is not None:
        raise source.fault(rest, "expected the end of the text after the answer")
    return answer


def _doppelblock(source: Source, lines: Lines, sizes: list[Token], kind: str | None) -> Parsed:
    """The clues of the columns, the clues of the rows; the third size is the greatest digit."""
    if kind not in (None, "doppelblock"):
        raise source.fault(sizes[2], f"a third number belongs to Doppelblock, not to {kind}")
    sides = sides_of("doppelblock")
    rows, cols = source.side(sizes[0], "rows", sides), source.side(sizes[1], "columns", sides)
    if rows != cols:
        raise source.fault(sizes[1], f"{rows} rows and {cols} columns: a Doppelblock board must be square")
    if sizes[2].text != str(cols - 2):
        why = f"the greatest digit of a {cols}x{cols} board is {cols - 2}; other digits are a variant"
        raise source.fault(sizes[2], why)
    clues = {}
    for name, side in (("top", "columns"), ("left", "rows")):
        line = lines.take(f"the clues of the {side}", skip_blank=True)
        clues[name] = grids.outside_clues(source, source.row(line, cols, f"the clues of the {side}"), side)
    like = [sizes[:1] * cols] * cols
    answer = _answer(source, lines, like, grids.blocks_of)
    return Parsed("doppelblock", {"kind": "doppelblock", **clues}, (), answer)
