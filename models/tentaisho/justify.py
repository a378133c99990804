"""Whether a deduction in Tentai Show follows from the dot it cites, in plain Python.

``mirror``: a galaxy is its own half turn. ``reach``: its cells are connected to the dot. ``bridge``: what all
walks from an owned cell to the dot pass is owned as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.justification import Candidates, Citation, Unjustified
from models.tentaisho.board import Board
from models.tentaisho.cut_check import Galaxy, touched_cells


class DotJustifier:
    """Judges deductions from one dot. Cells are numbered row by row."""

    def __init__(self, board: Board) -> None:
        self.board = board
        touched = touched_cells(board)
        self.galaxies = [Galaxy(board, dot, touched) for dot in range(len(board.dots))]
        self.dots = {tuple(board.core(dot)): dot for dot in range(len(board.dots))}

    def start(self) -> Candidates:
        """A dot's own cells are its own; any other cell may belong to each dot that may hold it."""
        rows, cols = self.board.rows, self.board.cols
        candidates: Candidates = [set() for _ in range(rows * cols)]
        for galaxy in self.galaxies:
            y, x = galaxy.turn
            for row in range(max(0, y - rows), min(rows, y)):
                for col in range(max(0, x - cols), min(cols, x)):
                    if galaxy.may_hold((row, col)):
                        candidates[row * cols + col].add(galaxy.dot)
        return candidates

    def allows(self, candidates: Candidates, citation: Citation, removes: Sequence[tuple[int, int]]) -> bool:
        """Whether the rule about the dot excludes each of the candidates."""
        dot = self._dot(citation)
        if citation.rung == "mirror":
            return all(self._breaks_symmetry(candidates, dot, *each) for each in removes)
        if citation.rung == "reach":
            reached = self._walk(candidates, dot)
            return all(value == dot and cell not in reached for cell, value in removes)
        if citation.rung == "bridge":
            return all(value != dot for _, value in removes) and all(
                self._is_bridge(candidates, dot, cell) for cell in {cell for cell, _ in removes}
            )
        raise Unjustified(f"there is no rung {citation.rung!r}")

    def contradicts(self, candidates: Candidates, citation: Citation) -> bool:
        """Whether the dot owns a cell whose twin it cannot own, or that no walk connects to it."""
        dot = self._dot(citation)
        owned = {cell for cell, values in enumerate(candidates) if values == {dot}}
        if citation.rung == "mirror":
            return any(not self._may_own_twin(candidates, dot, cell) for cell in owned)
        return citation.rung in ("reach", "bridge") and not owned <= self._walk(candidates, dot)

    def _dot(self, citation: Citation) -> int:
        dot = self.dots.get(citation.cells)
        if dot is None:
            raise Unjustified("the cells cited are not those of a dot")
        return dot

    def _twin(self, dot: int, cell: int) -> int | None:
        """The cell opposite of the dot; None off the board."""
        row, col = self.galaxies[dot].twin(divmod(cell, self.board.cols))
        inside = 0 <= row < self.board.rows and 0 <= col < self.board.cols
        return row * self.board.cols + col if inside else None

    def _may_own_twin(self, candidates: Candidates, dot: int, cell: int) -> bool:
        twin = self._twin(dot, cell)
        return twin is not None and dot in candidates[twin]

    def _breaks_symmetry(self, candidates: Candidates, dot: int, cell: int, value: int) -> bool:
        """The dot cannot own the twin; or it owns the twin, so no other dot has the cell."""
        if value == dot:
            return not self._may_own_twin(candidates, dot, cell)
        twin = self._twin(dot, cell)
        return twin is not None and candidates[twin] == {dot}

    def _walk(self, candidates: Candidates, dot: int, closed: int | None = None) -> set[int]:
        """The cells that a walk over a dot's candidates, but for a closed one, comes to from the dot."""
        cols = self.board.cols
        walk = [r * cols + c for r, c in self.board.core(dot)]
        seen = set(walk)
        for cell in walk:
            row, col = divmod(cell, cols)
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                other = r * cols + c
                if not (0 <= r < self.board.rows and 0 <= c < cols) or other in seen or other == closed:
                    continue
                if dot in candidates[other]:
                    seen.add(other)
                    walk.append(other)
        return seen

    def _is_bridge(self, candidates: Candidates, dot: int, cell: int) -> bool:
        """Whether some owned cell is cut off from the dot without this one."""
        reached = self._walk(candidates, dot, closed=cell)
        return any(
            values == {dot} and other != cell and other not in reached
            for other, values in enumerate(candidates)
        )


def justifier(board: Board) -> DotJustifier:
    """What judges deductions on a board."""
    return DotJustifier(board)
