"""How the rungs see a board: the layout of its arrays, its lines, and which of them wait for a rung.

Lines are numbered rows first, then columns. Tables, int32: a header, LINE_FIELDS per line, the lines of each
cell as a bit mask, then, read as int64, the word tables of the clues on this board. State, int64 in int32
pairs: per line with a word table, its candidates when last looked at, the range of chunks with a live word,
and the live words. Scratch, int64 too: the counters, the waiting lines per rung, room for the subset walk.
"""

from __future__ import annotations

import numpy as np

from models.kernel import CURSOR, FRESH, HEAD, LENGTH, inlined

SIDE, FIRST_LINE = 0, 2
"""Header: the side of the board; the fields of line 0 begin at FIRST_LINE."""
CLUE, LENGTHS, CHUNKS, TABLE, OWN = range(5)
LINE_FIELDS = 5
"""Per line: its clue or NO_CLUE; bit L set if its window may hold L cells; the chunks of its word table
(0: it has none); where the table starts and its own part of the state, both counted in int64."""
NO_CLUE = -1

SEEN, LOW, HIGH, WORDS = range(4)
"""A line's part of the state: its candidates when last looked at, one byte per place; the first and the
last chunk with a live word; the live words."""
UNSEEN = -(1 << 63)
"""Sign bit of SEEN while a line has not been looked at: no candidate has this bit."""

WITNESSES, WAITING, USED, TRIED, WALK = 0, 1, 8, 20, 32
"""Scratch: witnesses read; from WAITING on, waiting lines per cursor slot; from USED on, per place of a
line the candidates that are found to be of use, from TRIED on those of the pair at hand; from WALK on, the
subset walk."""
WALK_ARRAYS = 6
"""Arrays of the subset walk, each with one entry per set of digits."""


@inlined
def line_field(tables, line, field):  # type: ignore[no-untyped-def]
    """A field of a line as a wide integer."""
    return np.int64(tables[FIRST_LINE + LINE_FIELDS * line + field])


@inlined
def first_cell(side, line):  # type: ignore[no-untyped-def]
    """The first cell of a line."""
    return line * side if line < side else line - side


@inlined
def cell_step(side, line):  # type: ignore[no-untyped-def]
    """From one cell of a line to the next."""
    return 1 if line < side else side


@inlined
def crossing_lines(tables, trail, start):  # type: ignore[no-untyped-def]
    """Bit mask of the lines with a candidate removed from row ``start`` of the trail on."""
    masks = FIRST_LINE + 2 * LINE_FIELDS * tables[SIDE]
    touched = np.int64(0)
    for row in range(start, trail[LENGTH, 0]):
        touched |= np.int64(tables[masks + (trail[row, 0] >> 6)])
    return touched


@inlined
def waiting_lines(tables, trail, scratch, slot):  # type: ignore[no-untyped-def]
    """Take the lines that a rung still has to look at, as a bit mask; moves its cursor to the end."""
    cursor = trail[CURSOR + slot, 0]
    trail[CURSOR + slot, 0] = trail[LENGTH, 0]
    left = scratch.view(np.int64)[WAITING + slot]
    scratch.view(np.int64)[WAITING + slot] = 0
    if cursor == FRESH:
        return (np.int64(1) << 2 * np.int64(tables[SIDE])) - 1
    return left | crossing_lines(tables, trail, max(cursor, HEAD))


@inlined
def keep_waiting(scratch, slot, lines):  # type: ignore[no-untyped-def]
    """Leave lines to the rung's next call."""
    scratch.view(np.int64)[WAITING + slot] = lines
