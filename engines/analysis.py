"""From a contradiction to a nogood: which removals led to it.

``causes``: starts and items, per reason of the rung the candidates of which those gone before are the
cause (models/puzzle.py, ``Learning``), numbered as in the book (engines/book.py).
"""

from __future__ import annotations

import numpy as np

from engines.book import BROKEN, LEVEL, LEVELS, NOGOOD, ROWS, SEEN, SHIFT, STAMP, STAMPS, TOUCHED
from engines.nogoods import LEARNT, LENGTHS, MEMBERS, NOTHING, number
from engines.order import bump
from engines.probe import ASSUMED
from models.kernel import LENGTH, uncounted


@uncounted
def causes_of(arena, causes, reason):  # type: ignore[no-untyped-def]
    """Where the possible causes of a trail row with this reason stand: an array, from and to."""
    if reason <= LEARNT:
        place = LEARNT - reason + MEMBERS
        return arena, place, place + arena[place + LENGTHS - MEMBERS]
    starts, items = causes
    return items, starts[reason], starts[reason + 1]


@uncounted
def meet(book, log, activity, candidate, row, touched, size, paths):  # type: ignore[no-untyped-def]
    """One possible cause of what happened at a trail row: enter it in the nogood at hand if it is one."""
    at = book[ROWS, candidate]
    if 0 <= at < row and book[LEVELS, at] > 0 and book[SEEN, candidate] == 0:
        book[SEEN, candidate] = 1
        book[TOUCHED, touched] = candidate
        touched += 1
        bump(book, activity, candidate >> log[SHIFT])
        if book[LEVELS, at] == log[LEVEL]:
            paths += 1
        else:
            book[NOGOOD, size] = candidate
            size += 1
    return touched, size, paths


@uncounted
def is_implied(trail, book, arena, causes, candidate):  # type: ignore[no-untyped-def]
    """Whether the others of the nogood at hand already say that a candidate has gone."""
    row = book[ROWS, candidate]
    reason = np.int64(trail[row, 1])
    if reason == ASSUMED:
        return False
    source, start, end = causes_of(arena, causes, reason)
    for index in range(start, end):
        other = source[index]
        at = book[ROWS, other]
        if 0 <= at < row and book[LEVELS, at] > 0 and book[SEEN, other] == 0:
            return False
    return True


@uncounted
def analyse(trail, book, arena, log, causes, activity):  # type: ignore[no-untyped-def]
    """Why the board is contradictory: the nogood at hand, first what turns; its length.

    Every cell on the way is bumped. The last row that all paths from this level's choice to the
    contradiction go through stands for the level.
    """
    touched = paths = np.int64(0)
    size = np.int64(1)
    row = np.int64(trail[LENGTH, 0])
    reason = np.int64(trail[LENGTH, 1]) if log[BROKEN] == NOTHING else LEARNT - log[BROKEN]
    while True:
        source, start, end = causes_of(arena, causes, reason)
        for index in range(start, end):
            touched, size, paths = meet(book, log, activity, source[index], row, touched, size, paths)
        row -= 1
        while book[SEEN, number(row, trail, log[SHIFT])] == 0:
            row -= 1
        paths -= 1
        if paths == 0:
            break
        reason = np.int64(trail[row, 1])
    book[NOGOOD, 0] = number(row, trail, log[SHIFT])
    kept = 1
    for index in range(1, size):
        if not is_implied(trail, book, arena, causes, book[NOGOOD, index]):
            book[NOGOOD, kept] = book[NOGOOD, index]
            kept += 1
    for index in range(touched):
        book[SEEN, book[TOUCHED, index]] = 0
    return kept


@uncounted
def level_of(book, index):  # type: ignore[no-untyped-def]
    """The level that a member of the nogood at hand went on."""
    return np.int64(book[LEVELS, book[ROWS, book[NOGOOD, index]]])


@uncounted
def deepest_second(book, size):  # type: ignore[no-untyped-def]
    """Put the deepest of the other members second; its level, 0 if there is none."""
    if size == 1:
        return np.int64(0)
    best = 1
    for index in range(2, size):
        if level_of(book, index) > level_of(book, best):
            best = index
    book[NOGOOD, 1], book[NOGOOD, best] = book[NOGOOD, best], book[NOGOOD, 1]
    return level_of(book, np.int64(1))


@uncounted
def worth_of(book, log, size):  # type: ignore[no-untyped-def]
    """On how many levels the members are: few levels, soon used again (Audemard and Simon 2009)."""
    log[STAMP] += 1
    worth = 0
    for index in range(size):
        level = level_of(book, index)
        if book[STAMPS, level] != log[STAMP]:
            book[STAMPS, level] = log[STAMP]
            worth += 1
    return worth
