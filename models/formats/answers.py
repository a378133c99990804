"""Reading an answer that stands apart from its puzzle, to be checked by the rules.

It may be JSON (rows, or an object that holds them, as commands print), rows of text, or a whole text in a
format that carries answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from models.answers import Answer
from models.formats.source import Source, Token
from models.formats.written_grids import form_of
from models.puzzle import BadPuzzle, Puzzle, TooLarge

NAMES = ("solution", "answer", "solutions")
"""Keys under which an object may hold the answer; of several solutions the first is taken."""

MAX_NAME = 40
"""Characters of the name of a region."""


def read_answer(text: str, puzzle: Puzzle) -> Answer:
    """An answer to the puzzle; BadPuzzle with its place, behind the word ``answer``, if it is none."""
    from models.formats import MAX_TEXT

    if len(text) > MAX_TEXT:
        raise TooLarge(f"{len(text)} characters, the limit is {MAX_TEXT}", "answer")
    try:
        if text.lstrip()[:1] in ("[", "{", '"'):
            return _of_json(text, puzzle)
        rows = _rows(text, puzzle.shape)
        return _of_format(text, puzzle) if rows is None else form_of(puzzle.kind)(Source(text), rows)
    except BadPuzzle as error:
        raise error if error.where.startswith("answer") else error.within("answer") from None


def _of_json(text: str, puzzle: Puzzle) -> Answer:
    from models.formats.strict_json import parse

    data = parse(text)
    if isinstance(data, Mapping):
        data = _held(data)
    return answer_of_rows(data, puzzle, "answer")


def _held(data: Mapping[str, Any]) -> Any:
    for name in NAMES:
        held = data.get(name)
        if held:
            return held[0] if name == "solutions" and isinstance(held, list) else held
    raise BadPuzzle(f"the object has none of the keys {', '.join(NAMES)}", "answer")


def answer_of_rows(data: Any, puzzle: Puzzle, name: str) -> Answer:
    """An answer from a list of rows: whole numbers (-1 in a hole), null, names, or one text a row.

    Whether the values are legal is for the rules to say.
    """
    rows, columns = puzzle.shape
    if not _is_list(data):
        raise BadPuzzle("expected a list of rows", name)
    if len(data) != rows:
        raise BadPuzzle(f"has {len(data)} rows, the board has {rows}", name)
    cells = []
    for r, row in enumerate(data):
        if not (isinstance(row, str) or _is_list(row)) or len(row) != columns:
            raise BadPuzzle(f"expected a list of {columns} values", f"{name} row {r + 1}")
        cells.append(tuple(_cell(value, puzzle, f"{name} r{r + 1}c{c + 1}") for c, value in enumerate(row)))
    return Answer(tuple(cells))


def _cell(value: Any, puzzle: Puzzle, where: str) -> int | str | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and -1 <= value < 2**15):
        return None if value == -1 else value
    if not isinstance(value, str) or not 0 < len(value.strip()) <= MAX_NAME:
        raise BadPuzzle(f"{str(value)[:20]!r} is not a value", where)
    like = [[Token(value.strip(), 0)]] + [[]] * (puzzle.shape[0] - 1)
    try:
        return form_of(puzzle.kind)(Source(value), like).cells[0][0]
    except BadPuzzle as error:
        raise BadPuzzle(error.why, where) from None


def _is_list(data: Any) -> bool:
    return isinstance(data, Sequence) and not isinstance(data, str | bytes)


def _rows(text: str, shape: tuple[int, int]) -> list[list[Token]] | None:
    """The text as rows of words or of letters, one a cell; None if it has not the board's shape."""
    source = Source(text)
    found: list[list[Token]] = []
    for line in source.lines():
        words = source.words(line)
        if len(words) == 1 and len(words[0].text) == shape[1]:
            words = [Token(letter, words[0].offset + x) for x, letter in enumerate(words[0].text)]
        if not words:
            continue
        if len(words) != shape[1] or len(found) == shape[0]:
            return None
        found.append(words)
    return found if len(found) == shape[0] else None


def _of_format(text: str, puzzle: Puzzle) -> Answer:
    """The answer that a text in some format carries along with the same board."""
    from models.formats import read
    from models.puzzle import UnknownFormat

    try:
        reading = read(text, puzzle.kind)
    except UnknownFormat:
        rows, cols = puzzle.shape
        raise BadPuzzle(
            f"expected {rows} rows of {cols} values, JSON, or a text that carries an answer"
        ) from None
    if _bare(reading.puzzle) != _bare(puzzle):
        raise BadPuzzle("the text is of another board")
    if reading.answer is None:
        raise BadPuzzle(f"the text ({reading.format}) carries no answer")
    return reading.answer


def _bare(puzzle: Puzzle) -> dict[str, Any]:
    """What every format says of a board: not the colours, nor what is given."""
    return {name: value for name, value in puzzle.to_json().items() if name not in ("colours", "givens")}
