"""Whether the plain rules are too lenient or too strict: asked about grids that are nearly right.

Engines look at the rules only for grids that they have found, so rules that accept too much would go
unnoticed. Where all solutions are known, every other grid must break a rule: solutions of the board
with something left out, and solutions with one cell changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bench.random_boards import Rng, smaller
from engines import find_engine
from engines.engine import Limits
from models import puzzle_class
from models.puzzle import HOLE, Grid, Puzzle

RELAXED = 2
"""Boards with something left out that are solved for their solutions."""
SOLUTIONS = 20
"""Solutions taken of each of them."""
MUTANTS = 20
"""Grids with one cell changed."""
LIMITS = Limits(solutions=SOLUTIONS, seconds=1.0)


def misjudged(puzzle: Puzzle, solutions: Mapping[bytes, Grid], rng: Rng) -> str | None:
    """How the rules judge a grid against the complete list of solutions, if they do."""
    try:
        near = [*_relaxed(puzzle, rng), *_mutants(puzzle, list(solutions.values()), rng)]
    except Exception as error:  # the ladder's own fault, on a board of its own
        return f"with something left out, ladder failed with {type(error).__name__}: {error}"
    for grid in near:
        passes = not puzzle.violations(grid)
        if passes != (grid.tobytes() in solutions):
            what = "pass a grid that no engine has" if passes else "refuse a grid that all engines have"
            return f"the rules {what}: {grid.tolist()}"
    return None


def _relaxed(puzzle: Puzzle, rng: Rng) -> Iterator[Grid]:
    """Solutions of the board without one clue, dot or given, or a few."""
    read = puzzle_class(puzzle.kind).from_json
    boards = [other for other in map(read, smaller(puzzle.to_json())) if other.shape == puzzle.shape]
    for number in rng.permutation(len(boards))[:RELAXED].tolist():
        yield from find_engine("ladder").solve(boards[number], LIMITS).solutions


def _mutants(puzzle: Puzzle, solutions: list[Grid], rng: Rng) -> Iterator[Grid]:
    """Solutions with one cell changed to another of its values."""
    if not solutions or puzzle.values < 2:
        return
    for _ in range(MUTANTS):
        grid = solutions[int(rng.integers(len(solutions)))].copy()
        row, column = (int(rng.integers(side)) for side in puzzle.shape)
        if grid[row, column] != HOLE:
            grid[row, column] = (grid[row, column] + rng.integers(1, puzzle.values)) % puzzle.values
            yield grid
