"""The store of nogoods: what the learning search found out, and what follows from it.

A nogood is a set of candidates not all of which may go. Once all but one have gone, that one stays:
the others of its cell go. Candidates are numbered ``(cell << shift) + value``. ``arena`` int32: one
nogood after the other, each two links, its length, its worth, then its candidates. Two candidates of
each nogood, its first ones, are watched: as long as both are there, it has nothing to say. A list of
links, begun in row HEADS of the ``book`` (engines/book.py), leads to the nogoods that watch a candidate: a
link is twice the place in the arena plus which of the two it is; -1 ends a list.
"""

from __future__ import annotations

import numpy as np

from engines.book import HEADS, NOGOOD
from models.kernel import LENGTH, has, remove, uncounted

LENGTHS, WORTH, MEMBERS = 2, 3, 4
"""Words of a nogood: links 0 and 1, how many candidates, worth, the first candidate."""
LEARNT = -3
"""Reason on the trail of what a nogood removed: this less its place in the arena."""
NOTHING = -1
"""No nogood is broken."""


@uncounted
def watch(book, arena, place, side):  # type: ignore[no-untyped-def]
    """Put a nogood on the list of its first or second candidate."""
    candidate = arena[place + MEMBERS + side]
    arena[place + side] = book[HEADS, candidate]
    book[HEADS, candidate] = 2 * place + side


@uncounted
def watch_both(book, arena, place):  # type: ignore[no-untyped-def]
    """Put a nogood on the lists of its first two candidates."""
    for side in range(2):
        watch(book, arena, place, side)


@uncounted
def keep(book, arena, end, length, worth):  # type: ignore[no-untyped-def]
    """Add the nogood at hand, of two candidates or more, at the arena's end; the new end."""
    arena[end + LENGTHS] = length
    arena[end + WORTH] = worth
    for index in range(length):
        arena[end + MEMBERS + index] = book[NOGOOD, index]
    watch_both(book, arena, end)
    return end + MEMBERS + length


@uncounted
def is_settled_to(sizes, candidate, shift):  # type: ignore[no-untyped-def]
    """Whether a candidate is the last of its cell."""
    cell = candidate >> shift
    return sizes[cell, 0] == 1 and sizes[cell, 1] == candidate - (cell << shift)


@uncounted
def is_there(candidates, candidate, shift):  # type: ignore[no-untyped-def]
    """Whether a candidate has not gone."""
    cell = candidate >> shift
    return has(candidates, cell, candidate - (cell << shift))


@uncounted
def settle(candidates, sizes, trail, candidate, shift, reason):  # type: ignore[no-untyped-def]
    """Remove all other candidates of a candidate's cell."""
    cell = candidate >> shift
    for other in range(1 << shift):
        if other != candidate - (cell << shift):
            remove(candidates, sizes, trail, cell, other, reason)


@uncounted
def number(row, trail, shift):  # type: ignore[no-untyped-def]
    """The number of the candidate that a trail row removed; there are at most 64 values."""
    flat = trail[row, 0]
    return (flat >> 6 << shift) + (flat & 63)


@uncounted
def follow(candidates, sizes, trail, book, arena, told, shift):  # type: ignore[no-untyped-def]
    """Tell the nogoods of every row of the trail from ``told`` on, also of what follows from that.

    Returns up to where, and the place of a nogood that is broken, or NOTHING.
    """
    while told < trail[LENGTH, 0]:
        gone = number(told, trail, shift)
        told += 1
        link = np.int64(book[HEADS, gone])
        book[HEADS, gone] = -1
        while link >= 0:
            place, side = link >> 1, link & 1
            link = np.int64(arena[place + side])
            members = place + MEMBERS
            other = arena[members + 1 - side]
            if is_settled_to(sizes, other, shift):
                watch(book, arena, place, side)
                continue
            end = members + arena[place + LENGTHS]
            index = members + 2
            while index < end and not is_there(candidates, arena[index], shift):
                index += 1
            if index < end:
                arena[members + side], arena[index] = arena[index], gone
                watch(book, arena, place, side)
                continue
            watch(book, arena, place, side)
            if not is_there(candidates, other, shift):
                watch_again(book, arena, link)
                return told, place
            settle(candidates, sizes, trail, other, shift, LEARNT - place)
    return told, NOTHING


@uncounted
def watch_again(book, arena, link):  # type: ignore[no-untyped-def]
    """Put the rest of a list back where it was."""
    while link >= 0:
        place, side = link >> 1, link & 1
        link = np.int64(arena[place + side])
        watch(book, arena, place, side)


@uncounted
def typical_worth(arena, end):  # type: ignore[no-untyped-def]
    """The mean worth of the nogoods."""
    place = total = count = 0
    while place < end:
        total += arena[place + WORTH]
        count += 1
        place += MEMBERS + arena[place + LENGTHS]
    return total // max(1, count)


@uncounted
def forget(book, arena, end, worst):  # type: ignore[no-untyped-def]
    """Drop the nogoods whose worth is ``worst`` or higher, close the gaps; the new end.

    Only where no reason on the trail that is still asked for names a nogood: they move.
    """
    for candidate in range(book.shape[1]):
        book[HEADS, candidate] = -1
    source = target = 0
    while source < end:
        size = MEMBERS + arena[source + LENGTHS]
        if arena[source + WORTH] < worst:
            for index in range(size):
                arena[target + index] = arena[source + index]
            watch_both(book, arena, target)
            target += size
        source += size
    return target
