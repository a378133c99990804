"""The Doppelblock ladder as arrays: ``line``, ``scope``, ``bounds``, ``gac``, cheap to dear.

The layout of tables, state and scratch is told in lines.py.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from models.doppelblock.board import BLOCK, Board, window_lengths
from models.doppelblock.gac import gac
from models.doppelblock.lines import (
    LINE_FIELDS,
    NO_CLUE,
    UNSEEN,
    WALK,
    WALK_ARRAYS,
)
from models.doppelblock.placing import line
from models.doppelblock.windows import bounds, scope
from models.doppelblock.words import word_table
from models.puzzle import Ints, LadderView, full_candidates


def ladder_view(board: Board) -> LadderView:
    """The board as the ladder's arrays.

    Search settles the blocks first. A filter by words costs no more than the cheaper rungs, so it goes on
    alone; in front of the subset walk they are worth their time.
    """
    tables, state, has_walks = line_tables(board)
    room = WALK + (WALK_ARRAYS << board.digits if has_walks else 0)
    return LadderView(
        rungs=(line, scope, bounds, gac),
        tables=tables,
        candidates=starting_candidates(board),
        state=state,
        scratch=np.zeros(2 * room, np.int32),
        zones=_zones(board.side),
        lasting=None if has_walks else ("gac",),
        pivots=1 << BLOCK,
        counted=("line_assignments",),
    )


def line_tables(board: Board) -> tuple[Ints, Ints, bool]:
    """(tables, state, whether some line has no word table); the table of each clue goes in once."""
    side = board.side
    cells = _cell_lines(side)
    parts, state = [cells], [_NOTHING]
    placed: dict[int | None, int] = {}
    fields = [side, 0]
    end = (len(fields) + 2 * side * LINE_FIELDS + len(cells)) // 2
    own = 0
    for clue in board.clues:
        clue_fields, start = _line_part(side, clue)
        fields += clue_fields
        table = word_table(side, clue)
        if table is None:
            fields += 0, 0
            continue
        if clue not in placed:
            placed[clue] = end
            parts.append(table.data)
            end += len(table.data) // 2
        fields += placed[clue], own
        state.append(start)
        own += len(start) // 2
    tables = np.concatenate((np.array(fields, np.int32), *parts))
    return tables, np.concatenate(state), len(state) <= 2 * side


_NOTHING = np.zeros(0, np.int32)


@cache
def _line_part(side: int, clue: int | None) -> tuple[tuple[int, int, int], Ints]:
    """(CLUE, LENGTHS and CHUNKS of a line, its part of the state at the start)."""
    lengths = range(side - 1) if clue is None else window_lengths(side, clue)
    mask = sum(1 << length for length in lengths)
    number = NO_CLUE if clue is None else clue
    table = word_table(side, clue)
    if table is None:
        return (number, mask, 0), _NOTHING
    unseen = sum(((1 << (side - 1)) - 1) << 8 * place for place in range(side)) | UNSEEN
    head = np.array((unseen, 0, table.chunks - 1), np.int64).view(np.int32)
    return (number, mask, table.chunks), np.concatenate((head, table.live))


@cache
def _cell_lines(side: int) -> Ints:
    """int32[cells, to an even length]: per cell the bits of its row and its column."""
    rows, columns = np.divmod(np.arange(side**2 + side % 2), side)
    return ((1 << rows) | (1 << (side + columns))).astype(np.int32)


@cache
def _zones(side: int) -> npt.NDArray[np.uint64]:
    """uint64[cells]: a bit per line, so that cells in no common line may be far apart."""
    return _cell_lines(side)[: side**2].astype(np.uint64)


def starting_candidates(board: Board) -> npt.NDArray[np.uint64]:
    """uint64[cells, 1]: bit 0 a block, bit d the digit d; given cells have one bit."""
    candidates = full_candidates(board.side**2, board.digits + 1)
    if board.givens:
        givens = np.array([[-1 if v is None else v for v in row] for row in board.givens]).ravel()
        fixed = givens >= 0
        candidates[fixed, 0] = np.uint64(1) << givens[fixed].astype(np.uint64)
    return candidates
