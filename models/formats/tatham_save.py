"""Saved games of Simon Tatham's collection: the board, and what has been played as the answer.

A save is a list of records ``KEY     :length:value``. Moves are replayed up to the position where the game
was saved; a move that the game does not have leaves the answer unread, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from models.answers import Answer
from models.formats import Reading
from models.formats.source import Source, Token, shown
from models.formats.tatham import read_game
from models.formats.walls import Wall, regions_of
from models.puzzle import BadPuzzle

NAME = "tathamsave"

MAX_MOVES = 20_000

_FIRST = re.compile(r"\s*SAVEFILE:[0-9]{1,3}:Simon Tatham")
_RECORD = re.compile(r"(?P<key>[A-Z]{1,8}) *:(?P<length>[0-9]{1,7}):")
_BLANK = re.compile(r"\s*\Z")
_EDGE = re.compile(r"E([0-9]{1,4}),([0-9]{1,4})")
_ARROW = re.compile(r"S|[UM][0-9]{1,4},[0-9]{1,4}|[Aa][0-9]{1,4},[0-9]{1,4},[0-9]{1,4},[0-9]{1,4}")
"""Moves of Galaxies beside edges: the sign of a solution, arrows, held dots."""
_TOGGLE = re.compile(r"([tT])([0-9]{1,4}),([0-9]{1,4})")
_DRAG = re.compile(r"[de](-?[0-9]{1,4}),(-?[0-9]{1,4}),(-?[0-9]{1,4}),(-?[0-9]{1,4}),([0-2])")

Moves = list[Token]


class _NoSuchMove(Exception):  # noqa: N818 - never leaves this file
    """A move is not one of the game's."""


@dataclass
class _Records:
    """Single records by key, and the moves in order; a restart is a move without text."""

    single: dict[str, Token]
    moves: Moves


def recognises(text: str) -> bool:
    """Whether the first record is a save file's."""
    return _FIRST.match(text) is not None


def read(text: str) -> Reading:
    """Read a saved game; BadPuzzle names the line and column, or the record and the column in it."""
    source = Source(text)
    records = _records(source)
    game = _single(source, records, "GAME").text
    parameters = records.single.get("CPARAMS") or _single(source, records, "PARAMS")
    description = _single(source, records, "DESC")
    try:
        reading = read_game(game, parameters.text, description.text)
    except BadPuzzle as error:
        raise error.within(f"the game saved at {source.place(description.offset)}") from None
    moves = records.moves[: _played(source, records)]
    restarts = [index for index, move in enumerate(moves) if not move.text]
    if restarts:
        moves = moves[restarts[-1] + 1 :]
    replay = REPLAYS.get(reading.puzzle.kind)
    if not moves or replay is None:
        return replace(reading, format=NAME)
    try:
        return replace(reading, format=NAME, answer=replay(reading.puzzle.to_json(), moves))
    except _NoSuchMove as error:
        warning = f"the saved moves are not read, {error} is no move of {shown(game)}"
        return replace(reading, format=NAME, warnings=(*reading.warnings, warning))


def _records(source: Source) -> _Records:
    """Every record of the file, each of the length it says."""
    found = _Records({}, [])
    offset = len(source.text) - len(source.text.lstrip())
    while not _BLANK.match(source.text, offset):
        record = _RECORD.match(source.text, offset)
        if record is None:
            raise source.fault(offset, "expected a record such as 'DESC    :5:3x3:m'")
        end = record.end() + int(record["length"])
        if end > len(source.text) or source.text[end : end + 2].lstrip("\r")[:1] not in ("\n", ""):
            raise source.fault(
                offset, f"the record {record['key']} is not {record['length']} characters long"
            )
        value = Token(source.text[record.end() : end], record.end())
        if record["key"] in ("MOVE", "SOLVE", "RESTART"):
            found.moves.append(value if record["key"] != "RESTART" else Token("", offset))
            if len(found.moves) > MAX_MOVES:
                raise source.fault(offset, f"more than {MAX_MOVES} moves")
        elif record["key"] in found.single:
            raise source.fault(offset, f"the record {record['key']} occurs twice")
        else:
            found.single[record["key"]] = value
        offset = min(end + 1 + (source.text[end : end + 1] == "\r"), len(source.text))
    return found


def _single(source: Source, records: _Records, key: str) -> Token:
    if key not in records.single:
        raise source.fault(len(source.text), f"the save file has no record {key}")
    return records.single[key]


def _played(source: Source, records: _Records) -> int:
    """How many moves lead to the position that was saved."""
    position = records.single.get("STATEPOS")
    if position is None:
        return len(records.moves)
    return source.number(position, 1, len(records.moves) + 1, "the position in the game") - 1


def _galaxies(data: Mapping[str, Any], moves: Moves) -> Answer | None:
    """The edges that are set, as regions; None if none is."""
    rows, cols = data["rows"], data["cols"]
    walls: set[Wall] = set()
    for move in moves:
        for part in move.text.split(";"):
            edge = _EDGE.fullmatch(part)
            if edge is None:
                if part and not _ARROW.fullmatch(part):
                    raise _NoSuchMove(shown(part))
                continue
            x, y = int(edge[1]), int(edge[2])
            if not (0 < x < 2 * cols and 0 < y < 2 * rows) or x % 2 == y % 2:
                raise _NoSuchMove(shown(part))
            cell = ((y - 1) // 2, (x - 1) // 2)
            walls ^= {(cell, (cell[0] + (y % 2 == 0), cell[1] + (x % 2 == 0)))}
    return regions_of(rows, cols, walls, ()) if walls else None


def _mosaic(data: Mapping[str, Any], moves: Moves) -> Answer | None:
    """The cells marked black (1) or white (2); 0 is open. None if every cell is."""
    rows, cols = len(data["clues"]), len(data["clues"][0])
    cells = [0] * (rows * cols)
    for move in moves:
        toggle, drag = _TOGGLE.fullmatch(move.text), _DRAG.fullmatch(move.text)
        if toggle and int(toggle[2]) < cols and int(toggle[3]) < rows:
            place = int(toggle[3]) * cols + int(toggle[2])
            cells[place] = (cells[place] + 1 + (toggle[1] == "T")) % 3
        elif drag:
            _drag(cells, (rows, cols), [int(number) for number in drag.groups()], move)
        elif re.fullmatch(f"s[0-9a-f]{{{2 * -(-len(cells) // 8)}}}", move.text):
            bits = bytes.fromhex(move.text[1:])
            cells = [2 - (bits[place // 8] >> (7 - place % 8) & 1) for place in range(len(cells))]
        else:
            raise _NoSuchMove(shown(move.text))
    if not any(cells):
        return None
    values = {0: None, 1: 1, 2: 0}
    return Answer(tuple(tuple(values[v] for v in cells[r * cols : (r + 1) * cols]) for r in range(rows)))


def _drag(cells: list[int], shape: tuple[int, int], numbers: list[int], move: Token) -> None:
    """Set the open cells from one cell towards another in line with it, the other not included."""
    x, y, to_x, to_y, value = numbers
    along_column = to_x == x and to_y != y
    length = to_y - y if along_column else to_x - x
    step = (length > 0) - (length < 0)
    for index in range(abs(length)):
        col, row = (x, y + step * index) if along_column else (x + step * index, y)
        if not (0 <= row < shape[0] and 0 <= col < shape[1]):
            raise _NoSuchMove(shown(move.text))
        place = row * shape[1] + col
        cells[place] = cells[place] or value


REPLAYS: dict[str, Callable[[Mapping[str, Any], Moves], Answer | None]] = {
    "tentaisho": _galaxies,
    "fillapix": _mosaic,
}
"""kind -> what its game's moves leave on the board."""
