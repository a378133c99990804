"""explain and grade: the ladder's word, as sentences and as one name."""

from __future__ import annotations

import pytest

from tests.service.running import CLASH, FREE, MULTIPLE, NONE, ROOT, UNIQUE, Run

UNIQUE_EXAMPLES = ROOT / "examples" / "unique"


def test_every_step_names_its_rung_its_clues_and_what_it_settles(rungwise: Run) -> None:
    ran = rungwise("explain", UNIQUE, "--json")
    assert (ran.code, ran.object["finished"], ran.object["grade"]) == (0, True, "count")
    step = ran.object["steps"][0]
    assert {"rung", "because", "settles", "removes", "text"} <= step.keys()
    assert step["because"][0].keys() == {"text", "row", "column"}
    settled = {tuple(change[:2]) for step in ran.object["steps"] for change in step["settles"]}
    assert len(settled) == 9


def test_people_read_numbered_sentences_and_how_it_ends(rungwise: Run) -> None:
    lines = rungwise("explain", UNIQUE).out.splitlines()
    assert lines[1].split()[:2] == ["1", "count"]
    assert "because the" in lines[1]
    assert lines[-1].strip() == "Every cell is settled; grade count."


@pytest.mark.parametrize("board", [NONE, CLASH])
def test_a_board_without_an_answer_is_explained_to_the_contradiction(rungwise: Run, board: str) -> None:
    ran = rungwise("explain", board, "--json")
    assert (ran.code, ran.object["contradiction"], ran.object["finished"]) == (1, True, False)
    assert "There is no solution." in rungwise("explain", board).out


def test_a_board_with_several_answers_is_told_so_where_the_rungs_stop(rungwise: Run) -> None:
    ran = rungwise("explain", MULTIPLE, "--json")
    assert (ran.code, ran.object["finished"], ran.object["verdict"]) == (1, False, "multiple")
    assert ran.object["open_cells"] > 0
    assert "The answer is not unique: there are 2 or more." in ran.object["ending"]
    assert "open. The answer is not unique: there are 2 or more." in rungwise("explain", MULTIPLE).out


def test_a_board_that_is_impossible_at_first_sight_is_told_to_have_no_answer(rungwise: Run) -> None:
    ran = rungwise("explain", "doppelblock/4/4/g2lk1p", "--json")
    assert (ran.code, ran.object["verdict"]) == (1, "none")
    assert "here is no " in ran.object["ending"]


def test_a_board_that_takes_search_is_told_to_have_one_answer(rungwise: Run) -> None:
    ran = rungwise("explain", str(UNIQUE_EXAMPLES / "search.json"), "--json")
    assert (ran.code, ran.object["finished"], ran.object["verdict"]) == (0, False, "unique")
    assert "finding it takes search" in ran.object["ending"]


def test_what_is_not_known_in_time_is_left_to_certify(rungwise: Run) -> None:
    ran = rungwise("explain", FREE, "--seconds", "0")
    assert ran.code == 3
    assert "is not certified: run certify." in ran.out


@pytest.mark.parametrize("board", [MULTIPLE, NONE])
def test_smallest_sets_of_clues_explain_only_a_board_with_one_answer(rungwise: Run, board: str) -> None:
    ran = rungwise("explain", board, "--smallest", "--json")
    assert (ran.code, ran.object["steps"]) == (1, [])
    assert ran.object["verdict"] == ("multiple" if board == MULTIPLE else "none")


@pytest.mark.parametrize("grade", ["count", "pair", "probe", "search"])
def test_the_examples_have_every_grade(rungwise: Run, grade: str) -> None:
    grades = rungwise("grade", str(UNIQUE_EXAMPLES), "--json").objects
    (graded,) = [each for each in grades if each["kind"] == "fillapix" and each["grade"] == grade]
    assert graded["rungs"] == ["count", "pair"]
    assert bool(graded["nodes"]) == (grade == "search")


def test_what_cannot_be_graded_says_why(rungwise: Run) -> None:
    ran = rungwise("grade", MULTIPLE, NONE, "--json")
    assert (ran.code, ran.objects[0]["grade"]) == (1, None)
    assert "5 at r1c1" in rungwise("grade", NONE).out
    assert rungwise("grade", MULTIPLE).out.splitlines()[1] == "multiple, no grade"
    stopped = rungwise("grade", FREE, "--seconds", "0")
    assert (stopped.code, stopped.out.splitlines()[1]) == (3, "undecided, no grade: time")


def test_many_steps_are_lines_of_the_same_words(rungwise: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """60,000 steps of a Fill-a-Pix of 250x250 took 14 s to lay out as a table."""
    table = rungwise("explain", UNIQUE)
    monkeypatch.setattr("service.cli.explain.TABLE_STEPS", 0)
    lines = rungwise("explain", UNIQUE)
    assert lines.code == table.code
    assert lines.out.split() == table.out.split()
