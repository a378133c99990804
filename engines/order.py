"""Which cell the learning search settles next: a binary heap by activity in conflicts.

``order``: ``activity`` float64[cells + 1], at its end what the next part in a conflict counts; ``heap``
int32[cells], its most active cell first; ``places`` int32[cells], where a cell stands in the heap, -1
outside of it.
"""

from __future__ import annotations

from models.kernel import uncounted

LARGEST = 1e100
"""An activity beyond this scales all of them down."""


@uncounted
def rise(order, place):  # type: ignore[no-untyped-def]
    """Move the cell at a place of the heap up to where its activity puts it."""
    activity, heap, places = order
    cell = heap[place]
    while place > 0:
        above = (place - 1) >> 1
        if activity[heap[above]] >= activity[cell]:
            break
        heap[place] = heap[above]
        places[heap[place]] = place
        place = above
    heap[place] = cell
    places[cell] = place


@uncounted
def sink(order, place, length):  # type: ignore[no-untyped-def]
    """Move the cell at a place of the heap down to where its activity puts it."""
    activity, heap, places = order
    cell = heap[place]
    while 2 * place + 1 < length:
        below = 2 * place + 1
        if below + 1 < length and activity[heap[below + 1]] > activity[heap[below]]:
            below += 1
        if activity[heap[below]] <= activity[cell]:
            break
        heap[place] = heap[below]
        places[heap[place]] = place
        place = below
    heap[place] = cell
    places[cell] = place


@uncounted
def push(order, cell, length):  # type: ignore[no-untyped-def]
    """Put a cell into the heap unless it is there; the new length."""
    _, heap, places = order
    if places[cell] >= 0:
        return length
    heap[length] = cell
    places[cell] = length
    rise(order, length)
    return length + 1


@uncounted
def pop(order, length):  # type: ignore[no-untyped-def]
    """Take the most active cell out of a heap that is not empty."""
    _, heap, places = order
    top = heap[0]
    last = heap[length - 1]
    places[top] = -1
    if length > 1:
        heap[0] = last
        places[last] = 0
        sink(order, 0, length - 1)
    return top


@uncounted
def bump(order, cell):  # type: ignore[no-untyped-def]
    """A cell had a part in a conflict."""
    activity, _, places = order
    activity[cell] += activity[activity.shape[0] - 1]
    if activity[cell] > LARGEST:
        for each in range(activity.shape[0]):
            activity[each] /= LARGEST
    if places[cell] >= 0:
        rise(order, places[cell])
