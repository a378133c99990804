"""The ladder's search with learning: conflict-driven, over one rung that can say why it acts.

Depth-first search runs into the same contradiction again and again. This one asks each time which
removals led to it, keeps that as a nogood and goes back to the deepest level where it says something
new (the first unique implication point; Marques-Silva and Sakallah 1999). It settles the cells first
that had most part in late contradictions, gives a cell the value that it had last, and starts anew
after numbers of contradictions that grow as Luby, Sinclair and Zuckerman (1993) have it. Level 0 is
the root: what is removed there is a fact. A solution is written down and blocked.

The arrays are described in engines/book.py and engines/nogoods.py; ``states`` int32[some levels, ...] are
copies of ``state`` to go back to.
"""

from __future__ import annotations

import numpy as np

from engines.analysis import analyse, deepest_second, worth_of
from engines.book import (
    BROKEN,
    END,
    HEAPED,
    LEVEL,
    LEVELS,
    MARKS,
    NOGOOD,
    PHASES,
    ROWS,
    RUNS,
    SHIFT,
    SINCE,
    TOLD,
    UNTIL,
)
from engines.nogoods import LEARNT, MEMBERS, NOTHING, follow, forget, keep, number, settle, typical_worth
from engines.order import pop, push
from engines.probe import (
    ASSUMED,
    CONFLICTS,
    DEEPEST,
    ENOUGH,
    EXHAUSTED,
    FOUND,
    LIMIT,
    NODES,
    NODES_LEFT,
    NODES_SPENT,
    NOGOODS,
    PAUSED,
    WORK,
)
from models.kernel import CURSOR, CURSORS, FRESH, LENGTH, call_rung, copy, remove, uncounted, undo

RUN = 64
"""Conflicts between two new starts, times Luby's numbers."""
DECAY = 0.95
"""What the part in a conflict counts against that in the next one."""
BLOCKER = 1
"""The worth of a nogood that blocks a solution: it is never forgotten."""


@uncounted
def luby(index):  # type: ignore[no-untyped-def]
    """Luby's sequence 1 1 2 1 1 2 4 1 1 2 ..., from index 0."""
    size = 1
    while size < index + 1:
        size = 2 * size + 1
    while size - 1 != index:
        size = (size - 1) >> 1
        index %= size
    return (size + 1) >> 1


@uncounted
def propagate(rungs, board, control, book, arena, log):  # type: ignore[no-untyped-def]
    """Nogoods and the rung to their fixpoint; whether there is no contradiction. Books what has gone."""
    trail = board[3]
    first = log[TOLD]
    consistent = close(rungs, board, control, book, arena, log)
    for row in range(first, trail[LENGTH, 0]):
        book[ROWS, number(row, trail, log[SHIFT])] = row
        book[LEVELS, row] = log[LEVEL]
    return consistent


@uncounted
def close(rungs, board, control, book, arena, log):  # type: ignore[no-untyped-def]
    """The fixpoint of ``propagate``: the nogoods hear of every row before the rung goes on."""
    _, candidates, sizes, trail, _, _ = board
    while True:
        log[TOLD], log[BROKEN] = follow(candidates, sizes, trail, book, arena, log[TOLD], log[SHIFT])
        if log[BROKEN] != NOTHING:
            return False
        removed = call_rung(rungs, 0, *board)
        control[WORK] -= 1 + max(removed, 0)
        if removed <= 0:
            return removed == 0


@uncounted
def retreat(board, book, states, log, activity, level):  # type: ignore[no-untyped-def]
    """Go back to the fixpoint of a level, keeping in mind the values that cells had.

    Levels without a copy of ``state``: the rung derives it afresh.
    """
    _, candidates, sizes, trail, state, _ = board
    if level >= log[LEVEL]:
        return
    mark = book[MARKS, level + 1]
    for row in range(mark, trail[LENGTH, 0]):
        candidate = number(row, trail, log[SHIFT])
        cell = candidate >> log[SHIFT]
        book[ROWS, candidate] = -1
        if sizes[cell, 0] == 1:
            book[PHASES, cell] = sizes[cell, 1]
        log[HEAPED] = push(book, activity, cell, log[HEAPED])
    undo(candidates, sizes, trail, mark)
    if level < states.shape[0]:
        copy(states[level], state)
    else:
        for slot in range(CURSORS):
            trail[CURSOR + slot, 0] = FRESH
    log[TOLD] = mark
    log[LEVEL] = level


@uncounted
def decide(board, control, counters, book, states, log, cell):  # type: ignore[no-untyped-def]
    """Open a level: drop a candidate of a cell, not the value it had last."""
    _, candidates, sizes, trail, state, _ = board
    level = log[LEVEL]
    if level < states.shape[0]:
        copy(state, states[level])
    log[LEVEL] = level + 1
    book[MARKS, level + 1] = trail[LENGTH, 0]
    control[NODES_LEFT] -= 1
    counters[NODES] += 1
    counters[DEEPEST] = max(counters[DEEPEST], level + 1)
    for value in range(1 << log[SHIFT]):
        if value != book[PHASES, cell] and remove(candidates, sizes, trail, cell, value, ASSUMED) != 0:
            return


@uncounted
def enter(board, counters, book, arena, log, size, worth):  # type: ignore[no-untyped-def]
    """Keep the nogood at hand, at the level where all but its first member have gone; what follows."""
    _, candidates, sizes, trail, _, _ = board
    reason = np.int64(ASSUMED)
    if size > 1:
        reason = LEARNT - log[END]
        log[END] = keep(book, arena, log[END], size, worth)
    counters[NOGOODS] += 1
    settle(candidates, sizes, trail, book[NOGOOD, 0], log[SHIFT], reason)


@uncounted
def choices(trail, book, log):  # type: ignore[no-untyped-def]
    """The nogood that blocks the solution at hand: its choices, the last one first; how many."""
    for index in range(log[LEVEL]):
        book[NOGOOD, index] = number(book[MARKS, log[LEVEL] - index], trail, log[SHIFT])
    return log[LEVEL]


@uncounted
def start_anew(board, book, states, arena, log, activity):  # type: ignore[no-untyped-def]
    """Back to the root; when the arena is half full, the nogoods worth less than most are forgotten."""
    retreat(board, book, states, log, activity, np.int64(0))
    log[SINCE] = 0
    log[RUNS] += 1
    log[UNTIL] = RUN * luby(log[RUNS])
    worst = max(BLOCKER + 1, typical_worth(arena, log[END]))
    while 2 * log[END] > arena.shape[0] and worst > BLOCKER:
        log[END] = forget(book, arena, log[END], worst)
        worst = BLOCKER + 1 if worst > BLOCKER + 1 else BLOCKER


@uncounted
def next_cell(sizes, book, log, activity):  # type: ignore[no-untyped-def]
    """The most active cell that is not settled; -1 if there is none."""
    while log[HEAPED] > 0:
        cell = pop(book, activity, log[HEAPED])
        log[HEAPED] -= 1
        if sizes[cell, 0] > 1:
            return np.int64(cell)
    return np.int64(-1)


@uncounted
def turn(board, counters, book, states, arena, log, causes, activity):  # type: ignore[no-untyped-def]
    """Learn from a contradiction and go back to where that says something; False at the root."""
    counters[CONFLICTS] += 1
    if log[LEVEL] == 0:
        return False
    log[SINCE] += 1
    size = analyse(board[3], book, arena, log, causes, activity)
    level = deepest_second(book, size)
    worth = worth_of(book, log, size)
    retreat(board, book, states, log, activity, level)
    enter(board, counters, book, arena, log, size, worth)
    activity[activity.shape[0] - 1] /= DECAY
    return True


@uncounted
def found_enough(board, control, counters, book, states, arena, log, activity, grids):  # type: ignore[no-untyped-def]
    """Write down the solution at hand and block it; whether that was the last one wanted or possible."""
    sizes, trail = board[2], board[3]
    if control[FOUND] < grids.shape[0]:
        copy(sizes[:, 1], grids[control[FOUND]])
    control[FOUND] += 1
    if control[FOUND] >= control[LIMIT] or log[LEVEL] == 0:
        return True
    size = choices(trail, book, log)
    retreat(board, book, states, log, activity, log[LEVEL] - 1)
    enter(board, counters, book, arena, log, size, np.int64(BLOCKER))
    return False


@uncounted
def learn(rungs, board, control, counters, book, states, arena, log, causes, activity, grids):  # type: ignore[no-untyped-def]
    """Search until a limit or the end; why it stopped. Can be called again after PAUSED."""
    room = MEMBERS + book.shape[1]
    while control[WORK] > 0:
        is_full = arena.shape[0] - log[END] < room
        if not propagate(rungs, board, control, book, arena, log):
            if is_full and log[LEVEL]:
                start_anew(board, book, states, arena, log, activity)
            elif not turn(board, counters, book, states, arena, log, causes, activity):
                return EXHAUSTED
            continue
        if log[LEVEL] and (is_full or log[SINCE] >= log[UNTIL]):
            start_anew(board, book, states, arena, log, activity)
            continue
        cell = next_cell(board[2], book, log, activity)
        if cell < 0:
            if found_enough(board, control, counters, book, states, arena, log, activity, grids):
                return ENOUGH if control[FOUND] >= control[LIMIT] else EXHAUSTED
        elif control[NODES_LEFT] <= 0:
            log[HEAPED] = push(book, activity, cell, log[HEAPED])
            return NODES_SPENT
        else:
            decide(board, control, counters, book, states, log, cell)
    return PAUSED
