"""Justifiers and cut checks: nothing that is true of an answer is ever excluded, whatever is cited."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits
from models import puzzle_class
from models.justification import Citation, Unjustified
from models.puzzle import Grid, Puzzle
from tests.boards import SAMPLES, Sample

SOLVABLE = [sample for sample in SAMPLES if 0 < sample.count <= 300]


def answers(puzzle: Puzzle) -> list[Grid]:
    """Every answer, by plain enumeration."""
    return find_engine("raw").solve(puzzle, Limits(solutions=None)).solutions


def citations(puzzle: Puzzle) -> Iterator[Citation]:
    """Every rung with every one or two clues and every line or dot that a step could cite."""
    rows, columns = puzzle.shape
    places = [(r, c) for r in range(rows) for c in range(columns)]
    lines = [tuple((r, c) for c in range(columns)) for r in range(rows)]
    lines += [tuple((r, c) for r in range(rows)) for c in range(columns)]
    blocks = [
        tuple((y, x) for y in range(r, r + h) for x in range(c, c + w))
        for r, c in places
        for h in (1, 2)
        for w in (1, 2)
    ]
    for rung in puzzle.rungs:
        yield from (Citation(rung, (one,), ()) for one in places)
        yield from (Citation(rung, (one, other), ()) for one in places for other in places)
        yield from (Citation(rung, (), cells) for cells in [*lines, *blocks])


@pytest.mark.parametrize("sample", SOLVABLE, ids=str)
def test_no_rule_excludes_a_candidate_of_an_answer(sample: Sample) -> None:
    puzzle = sample.puzzle()
    justifier = puzzle.justifier()
    assert justifier is not None
    rng = random.Random(5)
    found = answers(puzzle)
    assert len(found) == sample.count
    judged = 0
    for grid in rng.sample(found, min(6, len(found))):
        values = grid.reshape(-1).tolist()
        for share in (0.0, 0.3, 0.8, 1.0):
            candidates = [
                {value for value in every if value == true or rng.random() < share}
                for every, true in zip(justifier.start(), values, strict=True)
            ]
            assert all(true in left for left, true in zip(candidates, values, strict=True) if true >= 0)
            for citation in citations(puzzle):
                try:
                    assert not justifier.contradicts(candidates, citation), citation
                    for cell, true in enumerate(values):
                        if true >= 0:
                            judged += 1
                            assert not justifier.allows(candidates, citation, [(cell, true)]), citation
                except Unjustified:
                    continue
    assert judged > 20


@pytest.mark.parametrize(
    ("kind", "board", "candidates", "citation", "removes"),
    [
        # One clue of 4 in a corner of four cells: none of them is blank.
        (
            "fillapix",
            {"clues": [[4, None], [None, None]]},
            {},
            Citation("count", ((0, 0),), ()),
            [(0, 0), (3, 0)],
        ),
        # The two clues share all that the left one sees but its outer column: 3 - 1 ink must stand there.
        (
            "fillapix",
            {"clues": [[None, 3, 1, None]]},
            {},
            Citation("pair", ((0, 1), (0, 2)), ()),
            [(3, 1)],
        ),
        # A 2 in a line of four is one digit; without a block at the end, the first and the third are blocks.
        (
            "doppelblock",
            {"top": [None] * 4, "left": [2, None, None, None]},
            {3: {1, 2}},
            Citation("scope", (), tuple((0, c) for c in range(4))),
            [(1, 0)],
        ),
        # A corner has no twin about the middle dot once the opposite corner is another's.
        (
            "tentaisho",
            {"rows": 3, "cols": 3, "dots": [[3, 1], [3, 3], [3, 5]]},
            {8: {2}},
            Citation("mirror", (), ((1, 1),)),
            [(0, 1)],
        ),
    ],
)
def test_a_rule_excludes_what_it_says(
    kind: str,
    board: dict[str, object],
    candidates: dict[int, set[int]],
    citation: Citation,
    removes: list[tuple[int, int]],
) -> None:
    justifier = puzzle_class(kind).from_json(board).justifier()
    assert justifier is not None
    left = justifier.start()
    for cell, values in candidates.items():
        left[cell] = values
    assert justifier.allows(left, citation, removes)


@pytest.mark.parametrize("sample", [s for s in SOLVABLE if s.kind == "tentaisho"], ids=str)
def test_no_cut_that_passes_excludes_an_answer(sample: Sample) -> None:
    puzzle = sample.puzzle()
    rng = random.Random(7)
    found = answers(puzzle)
    passed = 0
    for _ in range(400):
        dot = rng.randrange(puzzle.values)
        cells = [(r, c) for r in range(puzzle.shape[0]) for c in range(puzzle.shape[1])]
        held = (*rng.choice(cells), dot)
        gates = [(r, c, dot) for r, c in rng.sample(cells, rng.randrange(1, 5))]
        if puzzle.cut_fault([held], gates) is None:
            passed += 1
            for grid in found:
                if grid[held[:2]] == dot:
                    assert any(grid[r, c] == dot for r, c, _ in gates)
    assert passed > 10


def test_every_removal_of_the_ladder_is_allowed_and_what_it_leaves_is_not() -> None:
    """On the way to an answer each step is justified; the value that stays never is excluded by it."""
    from engines.explain import explain

    for sample in SOLVABLE:
        puzzle = sample.puzzle()
        justifier = puzzle.justifier()
        assert justifier is not None
        left = justifier.start()
        columns = puzzle.shape[1]
        for step in explain(puzzle, probing=False).steps:
            clues = tuple((clue.row, clue.column) for clue in step.because)
            citation = Citation(step.rung, clues, step.cells)
            gone = [(r * columns + c, value) for r, c, value in step.removes]
            for r, c, value in step.settles:
                gone += [(r * columns + c, other) for other in left[r * columns + c] - {value}]
                assert not justifier.allows(left, citation, [(r * columns + c, value)])
            assert gone
            assert justifier.allows(left, citation, gone)
            for cell, value in gone:
                left[cell].remove(value)


def test_a_start_has_the_candidates_of_the_ladder() -> None:
    for sample in SAMPLES:
        if sample.at_sight:
            continue
        puzzle = sample.puzzle()
        justifier = puzzle.justifier()
        assert justifier is not None
        rows = puzzle.ladder_view().candidates
        bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
        assert justifier.start() == [set(np.flatnonzero(row).tolist()) for row in bits]
