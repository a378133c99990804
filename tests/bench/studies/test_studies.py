"""Studies in small: every table of every kind, seeds against processes, what the exact figures say."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from bench.studies import STUDIES, plot_of, tables_of
from bench.studies.doppelblock.drawn import draw_puzzle
from bench.studies.fixpoints import climb, fixpoint, is_kept, is_unique, left_out
from bench.studies.lab import Lab, Stopped, TaskLost, batches, make_crew
from bench.studies.run import Study
from bench.studies.table import DIFFERENT, Table
from bench.studies.tentaisho.drawn import draw_puzzle as draw_galaxies
from bench.studies.tentaisho.drawn import is_symmetric
from bench.work import Inline, make_executor
from models import PUZZLES
from models.kernel import remove

SLOW = {("fillapix", "ways"), ("doppelblock", "census")}
"""Minutes together with all else; their exact figures are tested with the models."""
SMALL = [(kind, name) for kind in STUDIES for name in tables_of(kind) if (kind, name) not in SLOW]


@pytest.fixture(scope="module")
def labs() -> Iterator[dict[str, Lab]]:
    """A lab for each kind, so that tables made of the same boards share them."""
    with Inline() as executor:
        yield {kind: Lab(make_crew(lambda: executor), seed=5, boards=3) for kind in STUDIES}


def test_every_kind_has_a_study_whose_plot_is_one_of_its_tables() -> None:
    assert STUDIES.keys() == PUZZLES.keys()
    for kind in STUDIES:
        assert plot_of(kind).table in tables_of(kind)


@pytest.mark.parametrize(("kind", "name"), SMALL)
def test_tables_are_measured_and_no_exact_figure_differs(labs: dict[str, Lab], kind: str, name: str) -> None:
    table = tables_of(kind)[name](labs[kind])
    assert table.name == name
    assert table.figures
    assert [figure for figure in table.figures if figure.says == DIFFERENT] == []
    assert len({(figure.row, figure.column) for figure in table.figures}) == len(table.figures)
    for figure in table.figures:
        assert figure.low <= figure.ours <= figure.high


def measured(executor: Executor, *names: str) -> dict[str, Table]:
    study = Study("doppelblock", 3, 2)
    list(study.measure(Lab(make_crew(lambda: executor), 3, 2), names))
    return study.tables


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    with Inline() as alone, make_executor(2) as two:
        assert measured(alone, "cycles", "preprocessing") == measured(two, "cycles", "preprocessing")


def test_a_smaller_sample_is_the_beginning_of_a_larger_one() -> None:
    with Inline() as executor:
        few, many = (Lab(make_crew(lambda: executor), 1, boards).seeds(100, 6, 2) for boards in (5, 50))
    assert many[:5] == few
    assert len(set(many)) == 50


def test_a_study_that_nobody_waits_for_stops() -> None:
    with Inline() as executor:
        lab = Lab(make_crew(lambda: executor), stopped=lambda: True)
        with pytest.raises(Stopped):
            lab.measure("numbers", abs, [1, 2])


def test_a_fault_in_the_work_is_not_hidden() -> None:
    with Inline() as executor, pytest.raises(ZeroDivisionError):
        Lab(make_crew(lambda: executor)).measure("quotients", lambda number: 1 / number, [1, 0])


def die(number: int) -> int:
    os._exit(1)


def test_work_that_cannot_be_done_ends_the_study_and_is_named() -> None:
    lab = Lab(make_crew(lambda: make_executor(1)))
    with pytest.raises(TaskLost, match="deaths: the work on 7 ended"):
        lab.measure("deaths", die, [7])
    lab.crew.close()


@pytest.mark.tiny
def test_parts_of_a_total_leave_nothing_out() -> None:
    assert batches(250, 100) == [100, 100, 50]
    assert batches(100, 100) == [100]


def test_a_study_is_written_and_read_back(tmp_path: Path) -> None:
    with Inline() as executor:
        study = Study("doppelblock", 3, 2)
        list(study.measure(Lab(make_crew(lambda: executor), 3, 2), ["lengths", "added"]))
    written = study.write(tmp_path)
    assert written[0].name == "study-doppelblock.json"
    data = json.loads(written[0].read_text())
    again = Study.from_json(data)
    assert again.tables == study.tables
    assert again.to_markdown() == written[1].read_text() == study.to_markdown()
    assert data["command"] == ("rungwise study doppelblock --table lengths --table added --boards 2 --seed 3")
    assert data["comparison"]["equal"] == 12


def test_a_fixpoint_without_any_rung_settles_nothing_even_with_probe() -> None:
    puzzle, _ = draw_puzzle(4, 1)
    assert fixpoint(puzzle, (), True).settled == 0


def test_leaving_one_out_passes_all_the_others() -> None:
    assert list(left_out(("a", "b"))) == [
        ("full", ("a", "b"), True),
        ("a", ("b",), True),
        ("b", ("a",), True),
        ("probe", ("a", "b"), False),
    ]


def test_boards_that_the_ladder_finishes_have_one_answer() -> None:
    finished = 0
    for seed in range(8):
        puzzle, _ = draw_puzzle(4, seed)
        done = fixpoint(puzzle, puzzle.rungs, True).finished
        finished += done
        assert done == is_unique(puzzle)
    assert 0 < finished < 8


def test_a_broken_half_turn_and_a_lost_answer_are_seen() -> None:
    puzzle, answer = draw_galaxies(5, 2)
    ascent = climb(puzzle, ("mirror",), False)
    assert is_symmetric(puzzle, ascent)
    assert is_kept(ascent, answer)
    cell, dot = next(
        (cell, dot)
        for cell, dot in enumerate(answer.ravel().tolist())
        if puzzle.board.dots[dot] != (2 * (cell // 5) + 1, 2 * (cell % 5) + 1)
    )
    remove(ascent.candidates, ascent.sizes, ascent.trail, cell, dot, 0)
    assert not is_symmetric(puzzle, ascent)
    assert not is_kept(ascent, answer)


@pytest.mark.tiny
def test_bounds_that_strike_digits_never_strike_the_answer() -> None:
    from numpy.random import default_rng

    from bench.studies.doppelblock.striking import enclose, supported
    from models.doppelblock.latin import random_answer, window_sums

    assert enclose([{1, 2}, {1, 2, 4}], 3, 4)
    assert enclose([{1, 2}, {1, 2, 4}], 6, 4)
    assert not enclose([{1, 2}, {1, 2, 4}], 7, 4)
    assert not enclose([{1}, {1}], 2, 4)
    source = default_rng(4)
    for _ in range(40):
        answer = random_answer(5, source)
        _, left = window_sums(answer)
        for row, clue in zip(answer.tolist(), left, strict=True):
            line = [{value, *source.integers(0, 4, 2).tolist()} for value in row]
            kept = supported(line, clue)
            assert set(enumerate(row)) <= kept
            assert kept <= {(place, value) for place, values in enumerate(line) for value in values}
