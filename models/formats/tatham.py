"""Game IDs of Simon Tatham's puzzle collection: ``WxH[parameters]:description``.

Only the descriptive ID holds a board. A random seed (``7x7#123``) makes its board inside the game, so it
is refused with an explanation. Which game an ID is of follows from its letters; a link that names the game
(``.../mosaic.html#8x8:...``) says it outright. A ``Game`` is what another game of the collection adds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from models import PUZZLES
from models.formats import Reading, reading_of
from models.formats.source import sides_of
from models.formats.tatham_galaxies import is_galaxies, read_galaxies, write_galaxies
from models.puzzle import BadPuzzle, Puzzle

NAME = "tatham"
NO_BODY = "the body is missing: nothing that describes a board follows the colon"

_ID = re.compile(
    r"(?P<link>https?://\S{0,200}?/(?P<page>[a-z]+)\.html#)?"
    r"(?P<width>[0-9]{1,40})(?:x(?P<height>[0-9]{1,40}))?(?P<parameters>[A-Za-z][A-Za-z0-9]{0,30})?"
    r"(?P<mark>[:#])(?P<description>\S*)"
)


@dataclass(frozen=True)
class Description:
    """What stands after the colon, and after how many characters of the text it does."""

    width: int
    height: int
    text: str
    offset: int

    def place(self, index: int) -> str:
        """Where a character of the description stands in the whole text."""
        return f"column {self.offset + index + 1}"


@dataclass(frozen=True)
class Game:
    """A game of the collection: the kind it is here, its page, and its descriptions both ways.

    ``claims(parameters, description)`` tells its IDs from those of the others.
    """

    kind: str
    page: str
    claims: Callable[[str, str], bool]
    read: Callable[[Description], Mapping[str, Any]]
    write: Callable[[Mapping[str, Any]], str]


def recognises(text: str) -> bool:
    """Whether the text is a game ID or a link that ends in one."""
    return _ID.fullmatch(text.strip()) is not None


recognises_line = recognises


def read(text: str) -> Reading:
    """Read one ID; BadPuzzle names the column."""
    indent = len(text) - len(text.lstrip())
    found = _ID.fullmatch(text.strip())
    if found is None:
        raise BadPuzzle("expected a game ID such as 3x3:4c9d")
    if found["mark"] == "#":
        raise BadPuzzle(
            "a random seed holds no board; use the game's descriptive ID (Game > Specific), "
            "which has a colon instead of #",
            f"column {indent + found.start('mark') + 1}",
        )
    try:
        game = _game(found["page"], found["parameters"] or "", found["description"])
    except BadPuzzle as error:
        raise error.within(f"column {indent + found.start('description') + 1}") from None
    width, height = int(found["width"]), int(found["height"] or found["width"])
    where = f"column {indent + found.start('width') + 1}"
    if not width or not height:
        raise BadPuzzle("a board has at least one row and one column", where)
    sides_of(game.kind).check(height, width, where)
    description = Description(width, height, found["description"], indent + found.start("description"))
    return reading_of(game.kind, game.read(description), format=NAME)


def read_game(name: str, parameters: str, text: str) -> Reading:
    """The board of a game that is named, from its parameters and its description, as a save file has them."""
    for game in GAMES:
        if game.page == name.lower() and game.kind in PUZZLES:
            break
    else:
        known = " or ".join(game.page for game in GAMES)
        raise BadPuzzle(f"the game {name[:20]!r} is not known here, expected {known}")
    size = re.match(r"([0-9]{1,40})(?:x([0-9]{1,40}))?", parameters)
    if size is None or not int(size[1]) or not int(size[2] or 1):
        raise BadPuzzle(f"expected a size such as 7x7 in the parameters, not {parameters[:20]!r}")
    sides_of(game.kind).check(int(size[2] or size[1]), int(size[1]), "the parameters")
    description = Description(int(size[1]), int(size[2] or size[1]), text, 0)
    return reading_of(game.kind, game.read(description), format=NAME)


def write(puzzle: Puzzle) -> str:
    """The ID of a board; BadPuzzle if the game cannot hold it."""
    for game in GAMES:
        if game.kind == puzzle.kind:
            return game.write(puzzle.to_json())
    raise BadPuzzle(f"the collection has no game for {puzzle.title}")


def _game(page: str | None, parameters: str, description: str) -> Game:
    for game in GAMES:
        named = page == game.page if page in {each.page for each in GAMES} else None
        if game.kind in PUZZLES and (game.claims(parameters, description) if named is None else named):
            return game
    if not description:
        raise BadPuzzle(NO_BODY)
    known = " or ".join(game.page for game in GAMES)
    raise BadPuzzle(f"not an ID of {known}: no other game of the collection is known here")


MOSAIC_MIN_SIDE = 3
MOSAIC_MAX_CELLS = 10_000
MOSAIC_LONGEST_RUN = 26
"""The game's own limits: what it refuses to load is not written, but read."""


def _is_mosaic(parameters: str, description: str) -> bool:
    """Clues are digits, which no other game here has; ``h`` and ``a`` are parameters of Mosaic."""
    has_digits = any(each in "0123456789" for each in description)
    return parameters[:1] in ("h", "a") or (has_digits and parameters[:1] != "d")


def _read_mosaic(description: Description) -> dict[str, Any]:
    """Digits are clues and letters are runs of 1..26 blank cells, row by row."""
    width, cells = description.width, description.width * description.height
    if not description.text:
        raise BadPuzzle(NO_BODY, description.place(0))
    clues: list[int | None] = []
    for index, each in enumerate(description.text):
        if each in "0123456789":
            clues.append(int(each))
        elif "a" <= each <= "z":
            clues.extend([None] * (ord(each) - ord("a") + 1))
        else:
            raise BadPuzzle(f"{each!r} is neither a clue 0..9 nor a run a..z", description.place(index))
        if len(clues) > cells:
            raise BadPuzzle(f"goes past the last of {cells} cells", description.place(index))
    if len(clues) < cells:
        end = description.place(len(description.text))
        raise BadPuzzle(f"ends after {len(clues)} of {cells} cells", end)
    return {"clues": [clues[start : start + width] for start in range(0, cells, width)]}


def _write_mosaic(data: Mapping[str, Any]) -> str:
    rows = data["clues"]
    height, width = len(rows), len(rows[0])
    if data.get("givens") is not None:
        raise BadPuzzle("a Mosaic ID cannot hold given cells", "givens")
    if min(height, width) < MOSAIC_MIN_SIDE or height * width > MOSAIC_MAX_CELLS:
        raise BadPuzzle(
            f"Mosaic holds boards from {MOSAIC_MIN_SIDE}x{MOSAIC_MIN_SIDE} to {MOSAIC_MAX_CELLS} cells, "
            f"this is {height}x{width}"
        )
    text, run = "", 0
    for clue in [clue for row in rows for clue in row] + [0]:
        run += clue is None
        if run and (clue is not None or run == MOSAIC_LONGEST_RUN):
            text += chr(ord("a") + run - 1)
            run = 0
        text += "" if clue is None else str(clue)
    # A board without clues is a run of letters, which alone could be another game's.
    parameters = "" if any(clue is not None for row in rows for clue in row) else "h0"
    return f"{width}x{height}{parameters}:{text[:-1]}"


GAMES = (
    Game("fillapix", "mosaic", _is_mosaic, _read_mosaic, _write_mosaic),
    Game("tentaisho", "galaxies", is_galaxies, read_galaxies, write_galaxies),
)
"""Asked in order whose ID it is."""
