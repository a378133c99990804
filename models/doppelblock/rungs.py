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
    WORDS,
)
from models.doppelblock.placing import line
from models.doppelblock.sums import bounds
from models.doppelblock.windows import scope
from models.doppelblock.words import word_table
from models.puzzle import Ints, LadderView, full_candidates


def ladder_view(board: Board, by_words: bool = True) -> LadderView:
    """The board as the ladder's arrays. Without ``by_words`` every line is filtered by the subset walk.

    Search settles the blocks first. A filter by words costs no more than the cheaper rungs, so it goes on
    alone; in front of the subset walk they are worth their time.
    """
    tables, state, walks = line_tables(board, by_words)
    room = WALK + (WALK_ARRAYS << board.digits if walks else 0)
    return LadderView(
        rungs=(line, scope, bounds, gac),
        tables=tables,
        candidates=starting_candidates(board),
        state=state,
        scratch=np.zeros(2 * room, np.int32),
        zones=_zones(board.side),
        lasting=None if walks else ("gac",),
        pivots=1 << BLOCK,
        counted=("line_assignments",),
    )


def line_tables(board: Board, by_words: bool) -> tuple[Ints, Ints, int]:
    """(tables, state, how many lines have no word table); the table of each clue goes in once."""
    side = board.side
    cells = _cell_lines(side)
    parts, state = [cells], [_NOTHING]
    placed: dict[int | None, int] = {}
    fields = [side, 0]
    end = (len(fields) + 2 * side * LINE_FIELDS + len(cells)) // 2
    own = walks = 0
    for clue in board.clues:
        fields += NO_CLUE if clue is None else clue, _lengths_mask(side, clue)
        table = word_table(side, clue) if by_words else None
        if table is None:
            fields += 0, 0, 0
            walks += 1
            continue
        if clue not in placed:
            placed[clue] = end
            parts.append(table.data)
            end += len(table.data) // 2
        fields += table.chunks, placed[clue], own
        state.append(_first_look(side, clue))
        own += WORDS + table.chunks
    tables = np.concatenate((np.array(fields, np.int32), *parts))
    return tables, np.concatenate(state), walks


_NOTHING = np.zeros(0, np.int32)


@cache
def _lengths_mask(side: int, clue: int | None) -> int:
    """Bit L set if the window of a line with this clue may hold L cells."""
    lengths = range(side - 1) if clue is None else window_lengths(side, clue)
    return sum(1 << length for length in lengths)


@cache
def _first_look(side: int, clue: int | None) -> Ints:
    """The part of the state of a line with a word table: every candidate there, none looked at."""
    table = word_table(side, clue)
    assert table is not None
    every = sum(((1 << (side - 1)) - 1) << 8 * place for place in range(side))
    head = np.array((every | UNSEEN, 0, table.chunks - 1), np.int64).view(np.int32)
    return np.concatenate((head, table.live))


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
