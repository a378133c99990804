"""Which cell the learning search settles next: a binary heap by activity in conflicts.

``activity`` float64[cells + 1], at its end what the next part in a conflict counts. The heap and the
places in it are rows of the ``book`` (engines/book.py).
"""

from __future__ import annotations

from engines.book import HEAP, PLACES
from models.kernel import inlined, uncounted

LARGEST = 1e100
"""An activity beyond this scales all of them down."""


@inlined
def put(book, place, cell):  # type: ignore[no-untyped-def]
    """Have a cell stand at a place of the heap: the two rows change together."""
    book[HEAP, place] = cell
    book[PLACES, cell] = place


@uncounted
def rise(book, activity, place):  # type: ignore[no-untyped-def]
    """Move the cell at a place of the heap up to where its activity puts it."""
    cell = book[HEAP, place]
    while place > 0:
        above = (place - 1) >> 1
        if activity[book[HEAP, above]] >= activity[cell]:
            break
        put(book, place, book[HEAP, above])
        place = above
    put(book, place, cell)


@uncounted
def sink(book, activity, length):  # type: ignore[no-untyped-def]
    """Move the cell at the top of the heap down to where its activity puts it."""
    place = 0
    cell = book[HEAP, place]
    while 2 * place + 1 < length:
        below = 2 * place + 1
        if below + 1 < length and activity[book[HEAP, below + 1]] > activity[book[HEAP, below]]:
            below += 1
        if activity[book[HEAP, below]] <= activity[cell]:
            break
        put(book, place, book[HEAP, below])
        place = below
    put(book, place, cell)


@uncounted
def push(book, activity, cell, length):  # type: ignore[no-untyped-def]
    """Put a cell into the heap unless it is there; the new length."""
    if book[PLACES, cell] >= 0:
        return length
    put(book, length, cell)
    rise(book, activity, length)
    return length + 1


@uncounted
def pop(book, activity, length):  # type: ignore[no-untyped-def]
    """Take the most active cell out of a heap that is not empty."""
    top = book[HEAP, 0]
    last = book[HEAP, length - 1]
    book[PLACES, top] = -1
    if length > 1:
        put(book, 0, last)
        sink(book, activity, length - 1)
    return top


@uncounted
def bump(book, activity, cell):  # type: ignore[no-untyped-def]
    """A cell had a part in a conflict."""
    activity[cell] += activity[activity.shape[0] - 1]
    if activity[cell] > LARGEST:
        for each in range(activity.shape[0]):
            activity[each] /= LARGEST
    if book[PLACES, cell] >= 0:
        rise(book, activity, int(book[PLACES, cell]))
