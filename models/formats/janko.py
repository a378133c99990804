"""The text that janko.at puts into its pages: keywords, one a line, some followed by a grid.

The whole page may be pasted, or the block from ``begin`` (or ``[begin]``) to ``end``. Keywords come in
any order; those that say nothing about the board (author, source, moves, ...) are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from models.answers import Answer
from models.formats import Parsed, Reading
from models.formats import written_grids as grids
from models.formats.lattice import galaxies_fields
from models.formats.source import Source, Token, shown, sides_of
from models.puzzle import TooLarge

NAME = "janko"

KINDS = {
    "doppelblock": "doppelblock",
    "galaxies": "tentaisho",
    "galaxien": "tentaisho",
    "galaxy": "tentaisho",
    "spiralgalaxies": "tentaisho",
    "tentaisho": "tentaisho",
    "mosaik": "fillapix",
    "mosaic": "fillapix",
    "fillapix": "fillapix",
}
"""What the page calls a puzzle, without spaces and signs -> its kind."""

GRIDS = ("problem", "solution", "clabels", "rlabels")
STATED = ("puzzle", "size", "rows", "cols")
UNREAD_GRIDS = ("moves", "areas", "notes")
NOTES = ("author", "solver", "source", "info", "unit", "title", "depth", "mail", "options", "comment")
"""Keywords in one line that say nothing about the board, and may stand behind a grid."""
MAX_LINES = 10_000
WIDEST = 250
"""Rows and values of a row that are kept, and one more, by which it shows that there are too many."""
ENDS = ("end", "send", "eend", "endend", "ends", "ssend")
"""The last keyword, as it is really written."""

_BLOCK = re.compile(r"^[ \t]*\[?begin\]?[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_SCRIPT = re.compile(r"<script[^>]{0,200}application/x-janko[^>]{0,200}>", re.IGNORECASE)
_PAIR = re.compile(r"^[ \t]*\[?(?:puzzle|problem|clabels|rlabels)\b", re.MULTILINE | re.IGNORECASE)


@dataclass
class Sections:
    """What the keywords said: the words after single keywords, the rows of words after the others."""

    source: Source
    words: dict[str, list[Token]] = field(default_factory=dict)
    grids: dict[str, list[list[Token]]] = field(default_factory=dict)
    places: dict[str, Token] = field(default_factory=dict)
    end: int = 0


def recognises(text: str) -> bool:
    """Whether the text has the page's script, or begins a block that holds a board's keywords."""
    if _SCRIPT.search(text, 0, 400_000):
        return True
    begin = _BLOCK.search(text, 0, 10_000)
    return begin is not None and _PAIR.search(text, begin.end()) is not None


def read(text: str) -> Reading:
    """Read a page or a block; BadPuzzle names the line and column."""
    return parse(text).reading(NAME)


def parse(text: str) -> Parsed:
    """Take a block apart."""
    source = Source(text)
    sections = _sections(source)
    kind = _kind(sections)
    if kind == "doppelblock":
        return _doppelblock(sections)
    rows = _grid(sections, "problem")
    if kind == "fillapix":
        data = {"kind": kind, "clues": grids.clues_of(source, rows)}
        return Parsed(kind, data, (), _answer(sections, rows, grids.picture_of))
    fields = galaxies_fields(len(rows), len(rows[0]), grids.dots_of(source, rows))
    return Parsed(kind, fields, (), _answer(sections, rows, grids.regions_of))


def _sections(source: Source) -> Sections:
    """Sort the lines by the keyword they follow."""
    begin = _BLOCK.search(source.text)
    if begin is None:
        raise source.fault(0, "expected a line 'begin'")
    found = Sections(source, end=len(source.text))
    rows: list[list[Token]] | None = None
    for count, line in enumerate(source.lines(begin.end() + 1)):
        if count > MAX_LINES:
            raise TooLarge(f"more than {MAX_LINES} lines in a block", source.place(line.offset))
        text = line.text.strip()
        if not text:
            continue
        if text.startswith("</"):
            found.end = line.offset
            break
        head = text.split(None, 1)[0]
        keyword = head.strip("[]").lower()
        if keyword in ENDS:
            found.end = line.offset
            break
        is_other = keyword in NOTES or (rows is None and keyword[:1].isalpha())
        if keyword in GRIDS + STATED + UNREAD_GRIDS or head[0] == "[" or is_other:
            rows = _open(found, line, keyword)
        elif rows is None:
            raise source.fault(line, f"expected a keyword such as problem, not {shown(text)}")
        else:
            _add_row(found, rows, line)
    return found


def _open(found: Sections, line: Token, keyword: str) -> list[list[Token]] | None:
    """Note a keyword and what stands in its line; where a grid follows, the list for its rows."""
    source = found.source
    if keyword in UNREAD_GRIDS:
        return []
    if keyword not in GRIDS + STATED:
        return None
    if keyword in found.places:
        raise source.fault(line, f"the keyword {keyword} occurs twice")
    found.places[keyword] = line
    if keyword in STATED:
        found.words[keyword] = source.words(Token(line.text[:400], line.offset))[1:]
        return None
    rows: list[list[Token]] = []
    found.grids[keyword] = rows
    rest = list(islice(source.each_word(line), 1, WIDEST + 2))
    if rest:
        rows.append(rest)
    return rows


def _add_row(found: Sections, rows: list[list[Token]], line: Token) -> None:
    if not any(rows is grid for grid in found.grids.values()):
        return
    if len(rows) <= WIDEST:
        rows.append(list(islice(found.source.each_word(line), WIDEST + 1)))


def _kind(sections: Sections) -> str:
    """The kind the block names, or shows by clues outside the board."""
    source = sections.source
    words = sections.words.get("puzzle")
    if words:
        name = re.sub(r"[^a-z]", "", "".join(word.text for word in words).lower())
        if name in KINDS:
            return KINDS[name]
        known = "Doppelblock, Galaxien or Mosaik"
        raise source.fault(
            words[0],
            f"the puzzle {shown(' '.join(w.text for w in words))} is not known here, expected {known}",
        )
    if "clabels" in sections.grids or "rlabels" in sections.grids:
        return "doppelblock"
    raise source.fault(sections.end, "expected a line such as 'puzzle mosaik' that says what the board is")


def _size(sections: Sections) -> tuple[int | None, int | None]:
    """The rows and columns the block states, where it does."""
    source, words = sections.source, sections.words
    for name in STATED:
        if name in words and not words[name]:
            raise source.fault(sections.places[name].end, f"expected a number after {name}")
    sides = sides_of(_kind(sections))
    rows = source.side(words["rows"][0], "rows", sides) if "rows" in words else None
    cols = source.side(words["cols"][0], "columns", sides) if "cols" in words else None
    if "size" in words and len(words["size"]) == 1:
        side = source.side(words["size"][0], "rows", sides)
        return rows or side, cols or side
    return rows, cols


def _grid(sections: Sections, name: str, like: Sequence[Sequence[Token]] | None = None) -> list[list[Token]]:
    """The rows after a keyword, equal in length, of the stated size, and as many as ``like`` has."""
    source = sections.source
    rows = sections.grids.get(name)
    if not rows:
        at = sections.places[name].end if name in sections.places else sections.end
        raise source.fault(at, f"expected the rows of the {name}")
    height, width = (len(like), len(like[0])) if like else _size(sections)
    width = width or len(rows[0])
    sides = sides_of(_kind(sections))
    for count, what in ((len(rows), "rows"), (width, "columns")):
        if count > sides.most:
            more = "more than " * (count > WIDEST)
            raise sides.too_large(f"{more}{count - bool(more)} {what}", source.place(rows[0][0].offset))
    for row in rows:
        if len(row) != width:
            at = row[width].offset if len(row) > width else row[-1].end
            raise source.fault(at, f"expected {width} values in a row of the {name}, found {len(row)}")
    if height and len(rows) != height:
        at = rows[height][0].offset if len(rows) > height else rows[-1][-1].end
        raise source.fault(at, f"expected {height} rows of the {name}, found {len(rows)}")
    return rows


def _answer(sections: Sections, like: Sequence[Sequence[Token]], form: grids.Form) -> Answer | None:
    if not sections.grids.get("solution"):
        return None
    return form(sections.source, _grid(sections, "solution", like))


def _doppelblock(sections: Sections) -> Parsed:
    """Clues above and at the left; a ``problem``, if there is one, has the given cells."""
    source = sections.source
    top, left = _labels(sections, "clabels", "columns"), _labels(sections, "rlabels", "rows")
    side = len(top)
    if len(left) != side:
        why = f"{len(left)} rows and {side} columns: a Doppelblock board must be square"
        raise source.fault(left[0], why)
    for stated in _size(sections):
        if stated not in (None, side):
            raise source.fault(top[-1].end, f"expected {stated} clues, found {side}")
    data: dict[str, Any] = {
        "kind": "doppelblock",
        "top": grids.outside_clues(source, top, "columns"),
        "left": grids.outside_clues(source, left, "rows"),
    }
    like = [top] * side
    if sections.grids.get("problem"):
        given = grids.blocks_of(source, _grid(sections, "problem", like))
        if any(value is not None for row in given.cells for value in row):
            data["givens"] = [list(row) for row in given.cells]
    return Parsed("doppelblock", data, (), _answer(sections, like, grids.blocks_of))


def _labels(sections: Sections, name: str, side: str) -> list[Token]:
    """The clues of one side, in one line or one a line."""
    rows = sections.grids.get(name)
    if not rows:
        at = sections.places[name].end if name in sections.places else sections.end
        raise sections.source.fault(at, f"expected {name}, the clues of the {side}")
    words = [word for row in rows for word in row]
    sides = sides_of("doppelblock")
    if len(words) > sides.most:
        raise sides.too_large(f"{len(words)} {side}", sections.source.place(words[0].offset))
    return words
