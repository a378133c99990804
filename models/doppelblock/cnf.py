"""Doppelblock as clauses, from one template per (side, clue) laid over the lines with NumPy.

A line with a clue has a literal per pair of places that its blocks can stand on, one per set of digits with
that sum, one per digit that says it stands between the blocks, and one per place that says it lies between
them. Pair and set fix the others, so the answer fixes every auxiliary literal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from models.doppelblock.board import BLOCK, Board, window_lengths
from models.puzzle import CnfView, Ints
from models.statement import Look, unhurried

Clauses = list[list[int]]


@dataclass(frozen=True)
class Template:
    """Clauses over a line's literals: 1 + place x values + value for a cell, then ``extra`` auxiliary ones.

    ``tables`` holds one int32[clauses, width] per width.
    """

    extra: int
    tables: tuple[Ints, ...]


def cnf_view(board: Board, look: Look = unhurried) -> CnfView:
    """Variable 1 + cell x values + value says that the cell has the value; the others are auxiliary."""
    literals = cell_literals(board.side)
    clauses: Clauses = []
    for table in square_tables(board.side):
        clauses += table.tolist()
    top = literals.size
    for line, clue in enumerate(board.clues):
        look()
        cells = line_literals(literals, board.side, line)
        if clue is None:
            clauses += lay(two_blocks(board.side), cells, top)
            continue
        if not window_lengths(board.side, clue):
            clauses.append([])
            continue
        template = clue_template(board.side, clue)
        clauses += lay(template, cells, top)
        top += template.extra
    for r, row in enumerate(board.givens):
        for c, value in enumerate(row):
            if value is not None:
                clauses.append([int(literals[r * board.side + c, value])])
    return CnfView(clauses, top, literals)


def cell_literals(side: int) -> Ints:
    """int32[cells, values]: the literal of each cell and value."""
    return np.arange(1, side * side * (side - 1) + 1, dtype=np.int32).reshape(side * side, side - 1)


def line_literals(literals: Ints, side: int, line: int) -> Ints:
    """int32[side, values]: the literals of a line's cells."""
    square = literals.reshape(side, side, side - 1)
    return square[line] if line < side else square[:, line - side]


@cache
def square_tables(side: int) -> tuple[Ints, ...]:
    """Every cell has one value, every line every digit once; blocks are left to the lines."""
    literals = cell_literals(side)
    square = literals.reshape(side, side, side - 1)
    rows = square[:, :, 1:].transpose(0, 2, 1).reshape(-1, side)
    columns = square[:, :, 1:].transpose(1, 2, 0).reshape(-1, side)
    groups = (literals, rows, columns)
    tables = []
    for group in groups:
        first, second = np.triu_indices(group.shape[1], 1)
        tables += [group, np.stack((-group[:, first], -group[:, second]), axis=2).reshape(-1, 2)]
    return tuple(tables)


def lay(template: Template, cells: Ints, top: int, guard: int | None = None) -> Clauses:
    """The clauses of a template over a line's cells; auxiliary literals from ``top`` + 1 on.

    With a guard they only hold while that literal is true. ``names`` is indexed by signed literals: a
    negative one counts from its end.
    """
    named = np.concatenate(([0], cells.ravel(), np.arange(top + 1, top + 1 + template.extra)))
    names = np.concatenate((named, -named[:0:-1])).astype(np.int32)
    clauses: Clauses = []
    for table in template.tables:
        laid = names[table]
        if guard is not None:
            laid = np.concatenate((laid, np.full((len(laid), 1), -guard, np.int32)), axis=1)
        clauses += laid.tolist()
    return clauses


def by_width(clauses: Iterable[list[int]]) -> tuple[Ints, ...]:
    """Clauses as one table per width."""
    widths: dict[int, Clauses] = {}
    for clause in clauses:
        widths.setdefault(len(clause), []).append(clause)
    return tuple(np.array(rows, np.int32).reshape(len(rows), width) for width, rows in sorted(widths.items()))


@cache
def two_blocks(side: int) -> Template:
    """Exactly two blocks in a line: none of three cells all blocks, none of side - 1 cells all not."""
    blocks = [1 + place * (side - 1) for place in range(side)]
    most = ([-block for block in three] for three in combinations(blocks, 3))
    least = (list(some) for some in combinations(blocks, side - 1))
    return Template(0, by_width([*most, *least]))


@cache
def clue_template(side: int, clue: int) -> Template:
    """Two blocks in a line and the sum between them; the empty clause if no window holds the sum."""
    sketch = Sketch(side, clue)
    if not sketch.pairs:
        return Template(0, by_width([[]]))
    clauses = [*sketch.pairs_place_blocks(), *sketch.sets_hold_digits(), *sketch.windows_hold_sets()]
    return Template(sketch.top - side * (side - 1), by_width(clauses))


class Sketch:
    """The literals of one line with a clue, and what is to be said of them."""

    def __init__(self, side: int, clue: int) -> None:
        self.side, self.digits = side, range(1, side - 1)
        self.top = side * (side - 1)
        self.lengths = window_lengths(side, clue)
        pairs = combinations(range(side), 2)
        self.pairs = {pair: self.name() for pair in pairs if pair[1] - pair[0] - 1 in self.lengths}
        self.sets = {
            chosen: self.name()
            for length in self.lengths
            for chosen in combinations(self.digits, length)
            if sum(chosen) == clue
        }
        self.between = {place: self.name() for place in range(1, side - 1)}
        self.inside = {digit: self.name() for digit in self.digits}

    def name(self) -> int:
        """A new literal."""
        self.top += 1
        return self.top

    def cell(self, place: int, value: int) -> int:
        """The literal that a cell has a value."""
        return 1 + place * (self.side - 1) + value

    def pairs_place_blocks(self) -> Iterator[list[int]]:
        """Some pair holds; it places the blocks and no others, and says which places lie between."""
        yield list(self.pairs.values())
        for (first, second), pair in self.pairs.items():
            for place in range(self.side):
                is_block = place in (first, second)
                yield [-pair, self.cell(place, BLOCK) if is_block else -self.cell(place, BLOCK)]
                if place in self.between and not is_block:
                    between = self.between[place]
                    yield [-pair, between if first < place < second else -between]
                elif place in self.between:
                    yield [-pair, -self.between[place]]
        for place in range(self.side):
            with_place = [pair for places, pair in self.pairs.items() if place in places]
            yield [-self.cell(place, BLOCK), *with_place]

    def sets_hold_digits(self) -> Iterator[list[int]]:
        """Some set holds; it says which digits stand inside. Pair and set are of one length."""
        yield list(self.sets.values())
        for chosen, holds in self.sets.items():
            for digit in self.digits:
                yield [-holds, self.inside[digit] if digit in chosen else -self.inside[digit]]
        for digit in self.digits:
            yield [-self.inside[digit], *(name for chosen, name in self.sets.items() if digit in chosen)]
            yield [self.inside[digit], *(name for chosen, name in self.sets.items() if digit not in chosen)]
        if len(self.lengths) > 1:
            yield from self._one_length()

    def _one_length(self) -> Iterator[list[int]]:
        for length in self.lengths:
            pairs = [name for (first, second), name in self.pairs.items() if second - first - 1 == length]
            sets = [name for chosen, name in self.sets.items() if len(chosen) == length]
            yield from ([-pair, *sets] for pair in pairs)
            yield from ([-chosen, *pairs] for chosen in sets)

    def windows_hold_sets(self) -> Iterator[list[int]]:
        """A digit stands inside if and only if its place lies between the blocks."""
        for place in range(self.side):
            for digit in self.digits:
                here, inside = self.cell(place, digit), self.inside[digit]
                if place in self.between:
                    yield [-here, -self.between[place], inside]
                    yield [-here, self.between[place], -inside]
                else:
                    yield [-here, -inside]
