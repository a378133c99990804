"""Making a board small that shows a fault: leave things out as long as the fault stays."""

from __future__ import annotations

import time
from collections.abc import Callable

from bench.random_boards import Board, smaller

Complaint = Callable[[Board], str | None]
"""What is wrong with a board's answers, None if nothing is."""


def shrink(board: Board, complaint: Complaint, seconds: float) -> Board:
    """The board with all left out that can go, one thing at a time, while anything is still wrong.

    Where the time runs out, the smallest board so far. What stays is needed: without any one line,
    clue, dot or given of it there is nothing wrong.
    """
    deadline = time.monotonic() + seconds
    found: Board | None = board
    while found is not None:
        board = found
        found = None
        for cut in smaller(board):
            if time.monotonic() > deadline:
                return board
            if complaint(cut) is not None:
                found = cut
                break
    return board
