"""Explanations: replaying the steps gives the ladder's own fixpoint, and every step says why."""

from __future__ import annotations

import json
import re

import numpy as np
import numpy.typing as npt
import pytest

from engines.engine import Limits, Verdict, Watch
from engines.explain import AT_SIGHT, RULES, Explanation, explain, grade
from engines.ladder import PROBE, SEARCH, Ascent, Ladder
from engines.probe import ASSUMED, FOUND
from engines.steps import STANDING
from models import PUZZLES, load
from models.fillapix import FillAPix
from models.fillapix.generate import generate
from models.kernel import LENGTH, fix
from models.puzzle import Puzzle, cell_name
from tests.boards import samples

EXAMPLES = [
    '{"kind":"fillapix","clues":[[null,3,null],[2,null,null],[null,3,1]]}',
    "https://puzz.link/p?doppelblock/5/5/g6g34g10h",
    "7x7:ikrqfedzljjsp",
]


def random_board(rng: np.random.Generator, rows: int, cols: int) -> FillAPix:
    """Draw a picture's clues, each shown with some probability, now and then one of them wrong."""
    picture = np.pad(rng.integers(0, 2, (rows, cols)), 1)
    share, slip = rng.uniform(0.2, 0.7), 0.1 if rng.random() < 0.4 else 0.0
    clues: list[list[int | None]] = [
        [
            int(picture[r : r + 3, c : c + 3].sum() + (rng.random() < slip)) if rng.random() < share else None
            for c in range(cols)
        ]
        for r in range(rows)
    ]
    return FillAPix.from_json({"kind": "fillapix", "clues": clues})


def replay(puzzle: Puzzle, explanation: Explanation, steps: int | None = None) -> npt.NDArray[np.uint64]:
    """Follow the steps from the bare board, on a bitset row per cell."""
    candidates = puzzle.ladder_view().candidates
    columns = puzzle.shape[1]
    for step in explanation.steps[:steps]:
        for row, column, value in step.settles:
            bits = candidates[row * columns + column]
            bit = np.uint64(1) << np.uint64(value % 64)
            assert bits[value // 64] & bit, "a step settles a cell to a value that it cannot have"
            assert sum(int(word).bit_count() for word in bits) > 1, "a step settles a settled cell"
            bits[:] = 0
            bits[value // 64] = bit
        for row, column, value in step.removes:
            bit = np.uint64(1) << np.uint64(value % 64)
            word = candidates[row * columns + column, value // 64 :]
            assert word[0] & bit, "a step removes a candidate twice"
            word[0] ^= bit
    return candidates


def fixpoint(puzzle: Puzzle, rungs: tuple[str, ...] | None, probing: bool) -> Ascent | None:
    """Climb and probe as the ladder does; None on a contradiction."""
    ascent = Ascent(puzzle, rungs, probing)
    if not probing:
        if ascent.climb() < 0 or (ascent.is_finished() and puzzle.violations(ascent.settled())):
            return None
        return ascent
    _, limit = ascent.search(Limits(nodes=0, solutions=2), Watch(Limits()))
    return ascent if limit == "nodes" or ascent.control[FOUND] else None


@pytest.mark.parametrize("probing", [False, True])
@pytest.mark.parametrize("rungs", [None, ("count",), ("pair",)])
def test_replaying_the_steps_reaches_the_fixpoint_bit_for_bit(
    rungs: tuple[str, ...] | None, probing: bool
) -> None:
    rng = np.random.default_rng(1)
    contradictions = 0
    for _ in range(150):
        puzzle = random_board(rng, *rng.integers(1, 9, 2).tolist())
        explanation = explain(puzzle, rungs, probing)
        if puzzle.impossible():
            continue
        expected = fixpoint(puzzle, rungs, probing)
        candidates = replay(puzzle, explanation)
        assert explanation.contradiction is (expected is None), puzzle.canonical()
        contradictions += expected is None
        if expected is not None:
            assert (candidates == expected.candidates).all(), puzzle.canonical()
            assert explanation.finished is expected.is_finished()
    assert 0 < contradictions < 100


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_kind_of_puzzle_is_explained_to_the_end(text: str) -> None:
    puzzle = load(text)
    explanation = explain(puzzle)
    expected = fixpoint(puzzle, None, True)
    assert expected is not None
    assert explanation.finished
    assert (replay(puzzle, explanation) == expected.candidates).all()
    assert explanation.grid is not None
    assert not puzzle.violations(explanation.grid)
    for step in explanation.steps:
        assert step.settles or step.removes
        for row, column, _ in [*step.settles, *step.removes][:9]:
            assert cell_name(row, column) in step.text


def chain_of(puzzle: Puzzle, candidates: npt.NDArray[np.uint64], cell: int, value: int) -> int | None:
    """Count the removals that the rungs make after an assumption, up to the contradiction, if any."""
    ascent = Ascent(puzzle)
    ascent.climb()
    for other in np.flatnonzero((ascent.candidates != candidates).any(axis=1)).tolist():
        settled = int(candidates[other, 0]).bit_length() - 1
        fix(ascent.candidates, ascent.sizes, ascent.trail, other, settled, ASSUMED)
    assert ascent.climb() >= 0
    fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
    start = int(ascent.trail[LENGTH, 0])
    refuted = ascent.climb() < 0
    return int(ascent.trail[LENGTH, 0]) - start if refuted else None


@pytest.mark.tiny
def test_a_probe_step_takes_the_shortest_refutation() -> None:
    probes = 0
    for seed in range(8):
        puzzle = generate(4, 4, seed).puzzle
        explanation = explain(puzzle)
        for index, step in enumerate(explanation.steps):
            if step.rung != PROBE:
                continue
            candidates = replay(puzzle, explanation, index)
            chains = {
                (cell // 4, cell % 4, value): chain
                for cell in range(16)
                for value in (0, 1)
                if candidates[cell, 0] == 3
                and (chain := chain_of(puzzle, candidates, cell, value)) is not None
            }
            assert step.assumption in chains
            assert step.chain == min(chains.values())
            probes += 1
    assert probes > 3


def test_a_probe_step_names_a_clue_that_breaks() -> None:
    for seed in range(20):
        puzzle = generate(7, 7, seed).puzzle
        assert isinstance(puzzle, FillAPix)
        for step in explain(puzzle).steps:
            if step.rung == PROBE:
                assert step.assumption is not None
                assert step.because
                assert step.text.startswith(f"If {cell_name(*step.assumption[:2])} were ")
                for clue in step.because:
                    assert str(puzzle.board.clues[clue.row][clue.column]) == clue.text
                    assert f"the {clue.text} at {cell_name(clue.row, clue.column)}" in step.text


def test_the_search_for_refutations_leaves_the_board_as_it_was() -> None:
    from engines.refutation import WORK, new_hunt, seek_refutation

    for seed in range(10):
        ascent = Ascent(generate(8, 8, seed).puzzle)
        ascent.climb()
        before = [array.copy() for array in (ascent.candidates, ascent.sizes, ascent.state)]
        hunt = new_hunt()
        hunt[WORK] = 1_000_000
        spare = np.empty_like(ascent.state), np.empty_like(ascent.board[-1])
        assert seek_refutation(ascent.table, ascent.board, hunt, spare) == 0
        after = (ascent.candidates, ascent.sizes, ascent.state)
        assert all((new == old).all() for new, old in zip(after, before, strict=True))
        assert (hunt[WORK] < 1_000_000) is not ascent.is_finished()


def test_the_refutation_does_not_depend_on_the_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = generate(10, 10, 1).puzzle
    whole = explain(puzzle)
    monkeypatch.setattr("engines.explain.SLICE", 1)
    assert explain(puzzle).to_json() == whole.to_json()
    assert any(step.rung == PROBE for step in whole.steps)


@pytest.mark.tiny
def test_steps_of_a_small_board_read_as_a_person_would_say_them() -> None:
    puzzle = load('{"kind":"fillapix","clues":[[0,null,null,null],[null,null,null,4],[null,null,null,null]]}')
    assert explain(puzzle, probing=False).steps[0].text == (
        "r1c1, r1c2, r2c1 and r2c2 are blank, because the 0 at r1c1 leaves its block blank."
    )
    corner = explain(load('{"kind":"fillapix","clues":[[4,null],[null,null]]}'))
    assert str(corner) == (
        "1. count: r1c1, r1c2, r2c1 and r2c2 are ink, because the 4 at r1c1 fills its block.\n"
        "Every cell is settled; grade count."
    )
    row = explain(load('{"kind":"fillapix","clues":[[1,null,1,null,null]]}'))
    assert row.ending() == "No rung goes further; 5 cells are open. " + STANDING[Verdict.UNDECIDED]
    assert row.grade == SEARCH
    two = explain(load('{"kind":"fillapix","clues":[[null,3,2,null]]}'))
    assert [step.text for step in two.steps] == [
        "r1c1, r1c2 and r1c3 are ink, because the 3 at r1c2 fills its block.",
        "r1c4 is blank, because the 2 at r1c3 has all its ink.",
    ]
    pair = explain(load('{"kind":"fillapix","clues":[[null,2,1,null]]}'))
    assert pair.steps[0].text == (
        "r1c1 is ink; r1c4 is blank, because the 2 at r1c2 and the 1 at r1c3 together leave no choice."
    )


@pytest.mark.tiny
def test_a_board_without_solution_ends_in_the_contradiction() -> None:
    too_much = explain(load('{"kind":"fillapix","clues":[[4,null],[null,3]]}'))
    assert too_much.contradiction
    assert not too_much.finished
    assert too_much.steps[-1].text == ("This is a contradiction: the 3 at r2c2 has more ink than it counts.")
    clash = explain(load('{"kind":"fillapix","clues":[[null,0,3,null]]}'), rungs=("pair",))
    assert clash.contradiction
    assert clash.steps[-1].rung == "pair"
    assert clash.steps[-1].text == (
        "This is a contradiction: the 0 at r1c2 and the 3 at r1c3 contradict each other."
    )


@pytest.mark.tiny
def test_a_board_impossible_at_sight_is_one_step() -> None:
    explanation = explain(load('{"kind":"fillapix","clues":[[5,null],[null,null]]}'))
    assert [step.rung for step in explanation.steps] == [AT_SIGHT]
    assert explanation.steps[0].text == "The 5 at r1c1 has only 4 cells to count."
    assert explanation.contradiction
    assert explanation.grade is None


@pytest.mark.tiny
def test_limits_end_an_explanation_and_say_so() -> None:
    puzzle = generate(5, 5, 0).puzzle
    at_once = explain(puzzle, limits=Limits(seconds=0))
    assert (at_once.limit, at_once.finished, at_once.grade, at_once.steps) == ("time", False, None, [])
    assert at_once.ending() == "Stopped (time) while 25 cells are open. " + STANDING[Verdict.UNDECIDED]
    calls = iter([False] * 4)
    cancelled = explain(puzzle, limits=Limits(cancelled=lambda: next(calls, True)))
    assert cancelled.limit == "cancelled"
    assert 0 < len(cancelled.steps) < len(explain(puzzle).steps)


def test_an_explanation_is_json_and_draws_itself() -> None:
    explanation = explain(generate(6, 6, 3).puzzle)
    data = json.loads(json.dumps(explanation.to_json()))
    assert {"steps", "finished", "grade"} <= data.keys()
    for step in data["steps"]:
        assert {"rung", "because", "settles", "removes", "text"} <= step.keys()
        assert all(re.fullmatch(r"\d", clue["text"]) for clue in step["because"])
    html = explanation._repr_html_()
    assert html.count("<li>") == len(explanation.steps)
    assert "<svg" in html


@pytest.mark.parametrize("kind", PUZZLES)
def test_the_start_and_the_steps_settle_every_cell_of_a_finished_board_once(kind: str) -> None:
    for sample in samples(kind):
        explanation = explain(sample.puzzle())
        told = [*explanation.start, *(change for step in explanation.steps for change in step.settles)]
        assert len({change[:2] for change in told}) == len(told)
        if explanation.finished:
            assert explanation.grid is not None
            cells = np.argwhere(explanation.grid >= 0).tolist()
            assert sorted(told) == [(r, c, explanation.grid[r, c]) for r, c in cells]


def finishes(puzzle: Puzzle, rungs: tuple[str, ...], probing: bool) -> bool:
    """Run a prefix of the ladder literally: whether it settles the board rightly, or refutes it."""
    expected = fixpoint(puzzle, rungs, probing)
    return expected is None or expected.is_finished()


def test_the_grade_is_the_weakest_prefix_that_finishes_the_board() -> None:
    rng = np.random.default_rng(6)
    seen = dict.fromkeys(["count", "pair", PROBE, SEARCH], 0)
    boards: list[Puzzle] = [random_board(rng, *rng.integers(2, 7, 2).tolist()) for _ in range(200)]
    boards += [generate(n, n, seed).puzzle for n in (5, 7, 15) for seed in range(15)]
    for puzzle in boards:
        outcome = Ladder().solve(puzzle, Limits())
        if outcome.verdict is Verdict.MULTIPLE or outcome.reason is not None:
            assert grade(puzzle).name is None
            continue
        prefixes = [("count",), ("count", "pair")]
        literal = next((rungs[-1] for rungs in prefixes if finishes(puzzle, rungs, False)), None)
        if literal is None:
            literal = PROBE if finishes(puzzle, ("count", "pair"), True) else SEARCH
        found = grade(puzzle)
        assert found.name == literal, puzzle.canonical()
        assert (found.nodes > 0) is (literal == SEARCH)
        assert explain(puzzle).grade == literal
        seen[literal] += 1
    assert all(seen.values()), seen


@pytest.mark.tiny
def test_an_undecided_grade_names_its_limit() -> None:
    undecided = grade(generate(4, 4, 1).puzzle, Limits(seconds=0))
    assert (undecided.name, undecided.limit, undecided.verdict) == (None, "time", Verdict.UNDECIDED)
    assert str(undecided) == "no grade: time"


@pytest.mark.tiny
def test_the_rules_object_where_no_rung_that_is_on_does(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = load('{"kind":"fillapix","clues":[[null,0]],"givens":[[1,1]]}')
    monkeypatch.setattr(FillAPix, "impossible", lambda _: None)
    explanation = explain(wrong, rungs=())
    assert not explanation.finished
    assert [(step.rung, step.text) for step in explanation.steps] == [
        (RULES, "This is a contradiction: the 0 at r1c2 sees 2 ink.")
    ]
    assert explanation.grade is None


def test_a_board_without_an_answer_is_told_so_where_no_step_shows_it() -> None:
    clues = [[None, 3, 2, 3], [None] * 4, [None, None, None, 3]]
    puzzle = FillAPix.from_json({"clues": clues})
    explanation = explain(puzzle, ("count",), probing=False, asking=True)
    assert (explanation.contradiction, explanation.verdict) == (False, Verdict.NONE)
    assert STANDING[Verdict.NONE] in explanation.ending()
    unasked = explain(puzzle, ("count",), probing=False)
    assert (unasked.verdict, unasked.to_json()["verdict"]) == (Verdict.UNDECIDED, "undecided")
