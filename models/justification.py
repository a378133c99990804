"""Checking a deduction by the rule it cites: what a puzzle's ``justify.py`` offers.

A justifier knows the candidates at the start and, for every rung, whether the rule it stands for allows a
removal. It is slow plain Python written from the rule text; it imports neither NumPy nor the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Candidates = list[set[int]]
"""The values left for each cell, row by row; a hole has none from the start."""
Cell = tuple[int, int]


@dataclass(frozen=True)
class Citation:
    """What a deduction rests on: the rung, the clues it points at, the cells it has read."""

    rung: str
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]


class Unjustified(Exception):  # noqa: N818 - the checker's word
    """The rule cited does not allow the deduction; says why not."""


class Justifier(Protocol):
    """Judges deductions on one board. ``removes`` are (cell, value) with the cell's index row by row.

    Both questions raise Unjustified if the citation makes no sense on this board.
    """

    def start(self) -> Candidates:
        """The candidates before any deduction."""

    def allows(self, candidates: Candidates, citation: Citation, removes: Sequence[tuple[int, int]]) -> bool:
        """Whether the rule excludes every one of these candidates, all others being possible."""

    def contradicts(self, candidates: Candidates, citation: Citation) -> bool:
        """Whether the rule leaves nothing possible."""
