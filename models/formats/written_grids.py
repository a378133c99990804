"""Boards and answers written as grids of words, which several collections share.

A Fill-a-Pix grid has a digit or ``-`` a cell. A Tentai Show grid tells a dot by the cell left above it:
``0`` at its centre, ``1`` on its right edge, ``2`` on its lower edge, ``3`` at its lower right corner.
Answers are ``x`` and ``-`` (Fill-a-Pix), ``x`` and digits (Doppelblock), or names of regions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.answers import Answer, Name
from models.formats.lattice import Dot
from models.formats.source import Source, Token, shown, whole_number
from models.puzzle import cell_name

Words = Sequence[Sequence[Token]]
"""Rows of equal length, as the reader has checked."""

Form = Callable[[Source, Words], Answer]
"""Reads an answer."""

OPEN = ("-", ".", "?")
"""What says that a cell of an answer is not filled in, where it does not say that it is blank."""

MAX_CLUE = 9999


def clues_of(source: Source, rows: Words) -> list[list[int | None]]:
    """Fill-a-Pix clues: 0..9, ``-`` or ``.`` for none."""
    return [
        [None if word.text in ("-", ".") else source.number(word, 0, 9, "a clue or '-'") for word in row]
        for row in rows
    ]


def outside_clues(source: Source, words: Sequence[Token], side: str) -> list[int | None]:
    """Doppelblock clues of one side; ``-`` or ``.`` for none, and 0 is a clue like any other."""
    name = f"a clue of the {side} or '-'"
    return [None if word.text in ("-", ".") else source.number(word, 0, MAX_CLUE, name) for word in words]


def dots_of(source: Source, rows: Words) -> list[Dot]:
    """Dots of a Tentai Show grid; a dot on the board's border is a fault."""
    found: list[Dot] = []
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word.text in ("-", "."):
                continue
            kind = source.number(word, 0, 3, "a dot or '-'")
            down, right = divmod(kind, 2)
            if (right and c == len(row) - 1) or (down and r == len(rows) - 1):
                raise source.fault(word, f"the dot {kind} of {cell_name(r, c)} is on the border of the board")
            found.append((2 * r + 1 + down, 2 * c + 1 + right, "w"))
    return found


def picture_of(source: Source, rows: Words) -> Answer:
    """A Fill-a-Pix answer: ``x`` is ink, ``-`` or ``.`` blank, ``?`` not filled in."""
    values: dict[str, Name | None] = {"x": 1, "X": 1, "1": 1, "-": 0, ".": 0, "0": 0, "?": None}
    return _answer_of(source, rows, values, "x or -")


def blocks_of(source: Source, rows: Words) -> Answer:
    """A Doppelblock answer: ``x`` is a block, digits are digits, ``-`` is not filled in."""
    values: dict[str, Name | None] = {"x": 0, "X": 0, "0": 0} | dict.fromkeys(OPEN)
    values |= {str(digit): digit for digit in range(1, len(rows) - 1)}
    return _answer_of(source, rows, values, f"x or a digit 1..{len(rows) - 2}")


def regions_of(source: Source, rows: Words) -> Answer:
    """A Tentai Show answer: any names, ``-`` for not filled in, ``#`` (or ``-``) for a hole."""
    blank = (*OPEN, "#")
    return Answer(
        tuple(tuple(None if word.text in blank else _name(word.text) for word in row) for row in rows)
    )


def _name(text: str) -> Name:
    number = whole_number(text)
    return text if number is None else number


def _answer_of(source: Source, rows: Words, values: dict[str, Name | None], expected: str) -> Answer:
    cells = []
    for row in rows:
        for word in row:
            if word.text not in values:
                raise source.fault(word, f"expected {expected} in the answer, not {shown(word.text)}")
        cells.append(tuple(values[word.text] for word in row))
    return Answer(tuple(cells))


def form_of(kind: str) -> Form:
    """How answers of a kind are written: as signs of their own, or as names."""
    return {"fillapix": picture_of, "doppelblock": blocks_of}.get(kind, regions_of)


def merged(
    source: Source, near: Sequence[Token], far: Sequence[Token], length: int, name: str
) -> list[int | None]:
    """The clues of two opposite sides as one list of that length; the far side must not contradict."""
    clues: list[int | None] = [None] * length
    for words, side in ((near, "board"), (far, name)):
        for place, (word, clue) in enumerate(zip(words, outside_clues(source, words, side), strict=True)):
            if clue is None:
                continue
            if clues[place] not in (None, clue):
                raise source.fault(word, f"{clue} contradicts the {clues[place]} at the opposite side")
            clues[place] = clue
    return clues
