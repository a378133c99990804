"""Whether a deduction in Doppelblock follows from the line it cites, in plain Python.

``line``: two blocks and each digit once. ``scope``: the clue as a distance between the blocks. ``bounds``:
different digits that are left between the blocks must make the sum. ``gac``: some whole filling of the
line must use a candidate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from models.doppelblock.board import BLOCK, Board
from models.justification import Candidates, Citation, Unjustified

BLOCKS = 2
Values = tuple[frozenset[int], ...]
"""The candidates along a line."""
Candidate = tuple[int, int]
"""(place along the line, value)."""


class LineJustifier:
    """Judges deductions from one line."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines = {tuple(board.line_cells(line)): line for line in range(2 * board.side)}

    def start(self) -> Candidates:
        """A block or any digit, but for the given cells."""
        every = set(range(self.board.digits + 1))
        rows = self.board.givens or ((None,) * self.board.side,) * self.board.side
        return [set(every) if value is None else {value} for row in rows for value in row]

    def allows(self, candidates: Candidates, citation: Citation, removes: Sequence[tuple[int, int]]) -> bool:
        """Whether the rung leaves none of the candidates to go."""
        places, values, clue = self._line(candidates, citation)
        left = _possible(citation.rung, values, clue)
        return all(cell in places and (places[cell], value) not in left for cell, value in removes)

    def contradicts(self, candidates: Candidates, citation: Citation) -> bool:
        """Whether the rung leaves some cell of the line nothing."""
        _, values, clue = self._line(candidates, citation)
        left = {place for place, _ in _possible(citation.rung, values, clue)}
        return len(left) < len(values)

    def _line(self, candidates: Candidates, citation: Citation) -> tuple[dict[int, int], Values, int | None]:
        """Place by cell, the candidates along the line cited, and its clue."""
        line = self.lines.get(citation.cells)
        if line is None:
            raise Unjustified("the cells cited are no line")
        cells = [r * self.board.side + c for r, c in citation.cells]
        values = tuple(frozenset(candidates[cell]) for cell in cells)
        return {cell: place for place, cell in enumerate(cells)}, values, self.board.clues[line]


def _possible(rung: str, values: Values, clue: int | None) -> set[Candidate]:
    """What a rung leaves of a line."""
    if rung == "line":
        return _keep_counts(values)
    if rung == "scope" and clue is not None:
        return _keep_blocks(values, list(_pairs(values, clue)))
    if rung == "bounds" and clue is not None:
        return _keep_sums(values, clue)
    if rung == "gac":
        return _used(values, clue)
    raise Unjustified(f"no rung {rung!r} reads this line")


def _keep_counts(values: Values) -> set[Candidate]:
    """Without what stands elsewhere already, or stands where a value with no place to spare must go."""
    kept: set[Candidate] = {(place, value) for place, here in enumerate(values) for value in here}
    for value in range(len(values) - 1):
        wanted = BLOCKS if value == BLOCK else 1
        places = {place for place, here in enumerate(values) if value in here}
        settled = {place for place in places if len(values[place]) == 1}
        if len(places) < wanted or len(settled) > wanted:
            return set()
        if len(settled) == wanted:
            kept -= {(place, value) for place in places - settled}
        if len(places) == wanted:
            kept -= {(place, other) for place in places for other in values[place] if other != value}
    return kept


def _pairs(values: Values, clue: int) -> Iterator[tuple[int, int]]:
    """Where the two blocks may stand, so far apart that some digits between them make the sum."""
    settled = {place for place, here in enumerate(values) if here == {BLOCK}}
    digits = range(1, len(values) - 1)
    sizes = range(len(values) - 1)
    lengths = {size for size in sizes if any(sum(some) == clue for some in combinations(digits, size))}
    for first, second in combinations(range(len(values)), BLOCKS):
        if (
            second - first - 1 in lengths
            and BLOCK in values[first]
            and BLOCK in values[second]
            and settled <= {first, second}
        ):
            yield first, second


def _keep_sums(values: Values, clue: int) -> set[Candidate]:
    """What some pair of blocks leaves, if different digits between them are to make the sum."""
    kept: set[Candidate] = set()
    for first, second in _pairs(values, clue):
        inside = _summands(values[first + 1 : second], clue)
        if inside is None:
            continue
        kept |= {(first, BLOCK), (second, BLOCK)}
        kept |= {(first + 1 + place, digit) for place, digit in inside}
        for place, here in enumerate(values):
            if not first <= place <= second:
                kept |= {(place, digit) for digit in here if digit != BLOCK}
    return kept


def _summands(values: Values, clue: int) -> set[Candidate] | None:
    """The digits of these cells that take part in some sum of different digits; None if there is none."""
    used: set[Candidate] = set()

    @cache
    def makes(place: int, taken: frozenset[int], total: int) -> bool:
        """Whether the cells from here on can make the rest; notes what such sums use here."""
        if place == len(values):
            return total == clue
        found = False
        for digit in values[place] - taken - {BLOCK}:
            if total + digit <= clue and makes(place + 1, taken | {digit}, total + digit):
                used.add((place, digit))
                found = True
        return found

    return used if makes(0, frozenset(), 0) else None


def _keep_blocks(values: Values, pairs: list[tuple[int, int]]) -> set[Candidate]:
    """What is left of a line whose blocks stand on one of these pairs; digits go only from certain blocks."""
    kept: set[Candidate] = set()
    if pairs:
        certain = set(pairs[0]).intersection(*pairs)
        for place, here in enumerate(values):
            kept |= {(place, value) for value in here if value != BLOCK and place not in certain}
            kept |= {(place, BLOCK) for pair in pairs if place in pair}
    return kept


def _used(values: Values, clue: int | None) -> set[Candidate]:
    """The candidates that some whole filling of the line uses."""
    used: set[Candidate] = set()

    @cache
    def fills(place: int, taken: frozenset[int], blocks: int, total: int) -> bool:
        """Whether the places from here on can be filled; notes what such fillings use here."""
        if place == len(values):
            return blocks == BLOCKS and clue in (None, total)
        found = False
        for value in values[place] - taken:
            if value == BLOCK:
                rest = blocks < BLOCKS and fills(place + 1, taken, blocks + 1, total)
            else:
                inside = value if blocks == 1 and clue is not None else 0
                rest = fills(place + 1, taken | {value}, blocks, total + inside)
            if rest:
                used.add((place, value))
                found = True
        return found

    return used if fills(0, frozenset(), 0, 0) else set()


def justifier(board: Board) -> LineJustifier:
    """What judges deductions on a board."""
    return LineJustifier(board)
