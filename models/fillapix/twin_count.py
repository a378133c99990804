"""How many pictures of a size have a twin: exact integers in closed form, no picture looked at.

With a rows and b columns where u (see twins.py) is not zero, the lines through the other rows and columns
have cells of their own, so their counts multiply: each of them avoids 2 of its 2^b (2^a) readings. What is
left is the number of a x b 0/1 matrices that are strong bipartite tournaments, or, for lines alone, of
those without a constant row or column.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from models.puzzle import TooLarge

MAX_CELLS = 14_000
"""Above this the counts have more than 4,300 digits, which Python refuses to print."""


@dataclass(frozen=True)
class TwinCount:
    """Exact counts over all pictures of a size; ``with_line`` have a row or column to flip."""

    rows: int
    cols: int
    twins: int
    with_line: int

    @property
    def pictures(self) -> int:
        """How many pictures there are."""
        return 1 << self.rows * self.cols

    @property
    def blocks_only(self) -> int:
        """How many have a two-block twin and no line to flip."""
        return self.twins - self.with_line

    @property
    def fraction(self) -> Fraction:
        """The part of all pictures that has a twin."""
        return Fraction(self.twins, self.pictures)

    @property
    def expected_redraws(self) -> Fraction:
        """How many pictures with a twin come, on the average, before the first without one."""
        return Fraction(self.twins, self.pictures - self.twins)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "size": [self.rows, self.cols],
            "pictures": self.pictures,
            "twins": self.twins,
            "fraction": str(self.fraction),
            "lines_only": self.with_line,
            "blocks_only": self.blocks_only,
        }


def count_twins(rows: int, cols: int) -> TwinCount:
    """The exact counts of a size; TooLarge above ``MAX_CELLS``."""
    if rows < 1 or cols < 1:
        raise ValueError(f"no pictures of {rows}x{cols}")
    if rows * cols > MAX_CELLS:
        raise TooLarge(f"exact counts stop at {MAX_CELLS} cells", f"{rows}x{cols}")
    a, b = support(rows), support(cols)
    alone = _avoiding(rows - a, b) * _avoiding(cols - b, a) << (rows - a) * (cols - b)
    both = a and b
    without_line = alone * non_constant_matrices(a, b) if both else alone
    without_twin = alone * strong_tournaments(a, b) if both else alone
    total = 1 << rows * cols
    return TwinCount(rows, cols, total - without_twin, total - without_line)


def support(side: int) -> int:
    """How many entries of u are not zero."""
    return 2 * (side + 1) // 3 if side % 3 == 2 else 0


def _avoiding(count: int, length: int) -> int:
    """Readings of ``count`` lines of ``length`` cells none of which is constant; length 0: no cells."""
    return ((1 << length) - 2) ** count if length else 1


def non_constant_matrices(m: int, n: int) -> int:
    """How many m x n 0/1 matrices have no constant row or column (m = n: OEIS A283624).

    Inclusion and exclusion over the constant rows and columns; if there are both, all have one colour.
    """
    total = 0
    for k in range(m + 1):
        for j in range(n + 1):
            colours = k + j if not k or not j else 1
            total += (-1) ** (k + j) * comb(m, k) * comb(n, j) << colours + (m - k) * (n - j)
    return total


def strong_tournaments(m: int, n: int) -> int:
    """Strongly connected bipartite tournaments on m + n labelled vertices, m and n at least 1.

    m! n! times the coefficient of x^m y^n in 1 - 1/T, T the generating function of all of them: a
    tournament is its strong components in order, and 1/T takes all orders but one away.
    """
    return -_reciprocal(m, n)


@cache
def _reciprocal(m: int, n: int) -> int:
    """The coefficient of x^m y^n in 1/T, times m! n!, from T x 1/T = 1."""
    if m < n:
        return _reciprocal(n, m)
    if not m:
        return 1
    total = 0
    for i in range(m + 1):
        inner = sum(comb(n, j) * _reciprocal(m - i, n - j) << i * j for j in range(n + 1) if i or j)
        total += comb(m, i) * inner
    return -total
