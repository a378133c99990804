"""From a contradiction to a nogood: which removals led to it.

``book``: ``rows`` int32[candidates], the trail row where each went, -1 if it did not; ``levels``
int32[trail rows], the level that each belongs to, 0 for facts; ``marks`` int32[levels], the trail row
where each level starts; ``seen`` uint8[candidates] and ``notes`` int32[2, candidates], work room, in
``notes[0]`` the nogood at hand; ``stamps`` int32[levels]; ``phases`` int16[cells], the value a cell had
last; ``states`` int32[some levels, ...], copies of ``state`` to go back to. ``causes``: ``starts`` and
``items``, per reason of the rung the candidates of which those gone before are the cause. ``log``: int64
fields, named below. ``store`` and the numbers of candidates are as in engines/nogoods.py, ``order`` as
in engines/order.py.
"""

from __future__ import annotations

import numpy as np

from engines.nogoods import LEARNT, LENGTHS, MEMBERS, NOTHING, number
from engines.order import bump
from engines.probe import ASSUMED
from models.kernel import LENGTH, uncounted

LEVEL, TOLD, HEAPED, END, STAMP, SINCE, RUNS, UNTIL, BROKEN, SHIFT = range(10)
LOGS = 10
"""Log: the level; up to which trail row the nogoods were told; cells in the heap; the arena's end; the
last stamp used; conflicts since the last new start; new starts, and after how many conflicts the next
one comes; the nogood that is broken, or NOTHING; the shift in a candidate's number."""


@uncounted
def causes_of(store, causes, reason):  # type: ignore[no-untyped-def]
    """Where the possible causes of a trail row with this reason stand: an array, from and to."""
    if reason <= LEARNT:
        place = LEARNT - reason
        return store[0], place + MEMBERS, place + MEMBERS + store[0][place + LENGTHS]
    return causes[1], causes[0][reason], causes[0][reason + 1]


@uncounted
def meet(book, log, order, candidate, row, touched, size, paths):  # type: ignore[no-untyped-def]
    """One possible cause of what happened at a trail row: enter it in the nogood at hand if it is one."""
    rows, levels, _, seen, notes, _, _, _ = book
    at = rows[candidate]
    if 0 <= at < row and levels[at] > 0 and seen[candidate] == 0:
        seen[candidate] = 1
        notes[1, touched] = candidate
        touched += 1
        bump(order, candidate >> log[SHIFT])
        if levels[at] == log[LEVEL]:
            paths += 1
        else:
            notes[0, size] = candidate
            size += 1
    return touched, size, paths


@uncounted
def is_implied(board, store, book, causes, candidate):  # type: ignore[no-untyped-def]
    """Whether the others of the nogood at hand already say that a candidate has gone."""
    rows, levels, _, seen, _, _, _, _ = book
    row = rows[candidate]
    reason = board[3][row, 1]
    if reason == ASSUMED:
        return False
    source, start, end = causes_of(store, causes, reason)
    for index in range(start, end):
        other = source[index]
        if 0 <= rows[other] < row and levels[rows[other]] > 0 and seen[other] == 0:
            return False
    return True


@uncounted
def analyse(board, store, book, log, causes, order):  # type: ignore[no-untyped-def]
    """Why the board is contradictory: the nogood in ``notes[0]``, first what turns; its length.

    Every cell on the way is bumped. The last row that all paths from this level's choice to the
    contradiction go through stands for the level.
    """
    trail = board[3]
    _, _, _, seen, notes, _, _, _ = book
    touched, size, paths = 0, 1, 0
    row = np.int64(trail[LENGTH, 0])
    reason = trail[LENGTH, 1] if log[BROKEN] == NOTHING else LEARNT - log[BROKEN]
    while True:
        source, start, end = causes_of(store, causes, reason)
        for index in range(start, end):
            touched, size, paths = meet(book, log, order, source[index], row, touched, size, paths)
        row -= 1
        while seen[number(row, trail, log[SHIFT])] == 0:
            row -= 1
        paths -= 1
        if paths == 0:
            break
        reason = trail[row, 1]
    notes[0, 0] = number(row, trail, log[SHIFT])
    kept = 1
    for index in range(1, size):
        if not is_implied(board, store, book, causes, notes[0, index]):
            notes[0, kept] = notes[0, index]
            kept += 1
    for index in range(touched):
        seen[notes[1, index]] = 0
    return kept


@uncounted
def deepest_second(book, size):  # type: ignore[no-untyped-def]
    """Put the deepest of the other members second; its level, 0 if there is none."""
    rows, levels, _, _, notes, _, _, _ = book
    if size == 1:
        return 0
    best = 1
    for index in range(2, size):
        if levels[rows[notes[0, index]]] > levels[rows[notes[0, best]]]:
            best = index
    notes[0, 1], notes[0, best] = notes[0, best], notes[0, 1]
    return np.int64(levels[rows[notes[0, 1]]])


@uncounted
def worth_of(book, log, size):  # type: ignore[no-untyped-def]
    """On how many levels the members are: few levels, soon used again (Audemard and Simon 2009)."""
    rows, levels, _, _, notes, stamps, _, _ = book
    log[STAMP] += 1
    worth = 0
    for index in range(size):
        level = levels[rows[notes[0, index]]]
        if stamps[level] != log[STAMP]:
            stamps[level] = log[STAMP]
            worth += 1
    return worth
