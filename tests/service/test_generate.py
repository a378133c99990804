"""generate: seeds, sizes, dials of the kind, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from models import load
from service.cli.generate import dials_of
from tests.service.running import Run


def test_a_seed_makes_its_puzzle_again(rungwise: Run) -> None:
    once = rungwise("generate", "fillapix", "--size", "6x8", "--seed", "7", "--count", "3", "--json")
    assert once.code == 0
    assert [each["seed"] for each in once.objects] == [7, 8, 9]
    alone = rungwise("generate", "fillapix", "--size", "6x8", "--seed", "9", "--json")
    assert alone.object == once.objects[2]
    assert (len(alone.object["solution"]), len(alone.object["solution"][0])) == (6, 8)


def test_without_a_seed_the_one_that_was_drawn_is_told(rungwise: Run) -> None:
    first = rungwise("generate", "fillapix", "--size", "5", "--json").object
    again = rungwise("generate", "fillapix", "--size", "5", "--seed", str(first["seed"]), "--json").object
    assert again == first


def test_what_is_generated_is_certified_and_checked_as_it_is(rungwise: Run) -> None:
    made = rungwise("generate", "fillapix", "--size", "7", "--seed", "1", "--count", "2", "--json").out
    assert rungwise("certify", "-", "--json", given=made).code == 0
    assert rungwise("check", "-", given=made).code == 0


def test_puzzles_come_in_any_format(rungwise: Run) -> None:
    command = ["generate", "fillapix", "--size", "5", "--seed", "2"]
    made = rungwise(*command, "--json", "--to", "tatham").object
    text = rungwise(*command, "--to", "tatham").out
    assert text == made["text"] + "\n"
    assert load(text).to_json() == made["puzzle"]


def test_people_see_seed_board_answer_and_details(rungwise: Run) -> None:
    out = rungwise("generate", "fillapix", "--size", "5", "--seed", "2").out
    assert out.splitlines()[0] == "seed 2  Fill-a-Pix 5x5"
    assert out.splitlines()[1].split() == ["board", "answer"]
    assert "thin core" in out


def test_a_dial_of_the_kind_reaches_its_generator(rungwise: Run) -> None:
    command = ["generate", "fillapix", "--size", "6", "--seed", "3", "--json"]
    full = rungwise(*command, "--thin", "none").object["puzzle"]["clues"]
    assert all(clue is not None for row in full for clue in row)
    assert rungwise(*command, "--thin", "random").object["details"]["thin"] == "random"
    assert "--thin" in rungwise("generate", "fillapix", "--help").out


def test_dials_are_read_off_the_signature() -> None:
    def made(
        rows: int, cols: int, seed: int, *, hard: bool = False, most: int | None = None, odd: object = 1
    ) -> None:
        """Nothing."""

    assert dials_of(made) == {"hard": (bool, False), "most": (int | None, None)}  # type: ignore[arg-type]


def test_what_help_says_of_a_dial_stands_with_its_type() -> None:
    def made(
        rows: int, cols: int, seed: int, *, most: Annotated[int | None, "The most of it."] = None
    ) -> None:
        """Nothing."""

    ((kind, default),) = dials_of(made).values()  # type: ignore[arg-type]
    assert (kind.__origin__, kind.__metadata__[0].help, default) == (int | None, "The most of it.", None)


def test_a_picture_becomes_a_puzzle_whose_answer_it_is(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.txt"
    file.write_text("##.\n##.\n...\n")
    ran = rungwise("generate", "fillapix", "--picture", str(file), "--json")
    assert (ran.code, ran.object["solution"]) == (0, [[1, 1, 0], [1, 1, 0], [0, 0, 0]])


def test_a_picture_with_a_twin_is_refused_and_the_twin_shown(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.txt"
    file.write_text("##.#.\n##...\n")
    ran = rungwise("generate", "fillapix", "--picture", str(file))
    assert (ran.code, ran.out) == (2, "##.-.\n##.+.\n")
    assert "the picture has a twin: flipping r1c4, r2c4" in ran.err
    said = rungwise("generate", "fillapix", "--picture", str(file), "--json").object
    assert said["twins"][0]["cells"] == [[0, 3], [1, 3]]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fillapix"], "--size is missing"),
        (["fillapix", "--size", "5x"], "'5x' is not a size"),
        (["fillapix", "--size", "0"], "0x0"),
        (["fillapix", "--size", "1000"], "1000x1000"),
        (["doppelblock"], "Missing option '--size'"),
        (["fillapix", "--size", "8", "--thin", "minimum"], "needs a deadline: seconds (--seconds)"),
        (["fillapix", "--size", "5", "--to", "legup"], "the format legup can be read but not written"),
        (["fillapix", "--size", "5", "--thin", "thick"], "thin 'thick'"),
        (["fillapix", "--size", "5", "--count", "0"], "--count"),
        (["fillapix", "--size", "5", "--to", "morse"], "unknown format 'morse'"),
        (["fillapix", "--size", "5", "--colour", "red"], "No such option: --colour"),
        (["fillapix", "--picture", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["fillapix", "--picture", __file__], f"{__file__}: line 1"),
        (["nonogram", "--size", "5"], "unknown kind 'nonogram', expected one of fillapix"),
    ],
)
def test_what_cannot_be_generated_is_one_line(rungwise: Run, arguments: list[str], complaint: str) -> None:
    ran = rungwise("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_a_picture_of_another_size_than_asked_for_is_refused(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.txt"
    file.write_text("##.\n")
    ran = rungwise("generate", "fillapix", "--picture", str(file), "--size", "3")
    assert (ran.code, "--size says 3, the picture is 1x3" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [(["tentaisho", "--size", "80"], "0.05"), (["doppelblock", "--size", "12"], "0.01")],
)
def test_a_puzzle_that_is_not_finished_in_time_is_one_line(
    rungwise: Run, arguments: list[str], seconds: str
) -> None:
    ran = rungwise("generate", *arguments, "--seed", "5", "--seconds", seconds)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.count("\n") == 1
    assert f"(seed 5) was not finished in {seconds} s; allow more: seconds" in ran.err


@pytest.mark.parametrize("kind", ["fillapix", "doppelblock", "tentaisho"])
def test_a_time_that_cannot_be_meant_is_refused(rungwise: Run, kind: str) -> None:
    for seconds in ("0", "-1", "nan", "inf"):
        ran = rungwise("generate", kind, "--size", "6", "--seconds", seconds)
        assert ran.code == 2
        assert (
            "expected a number of seconds" if seconds == "inf" else "expected more than 0 seconds"
        ) in ran.err


@pytest.mark.parametrize("kind", ["fillapix", "doppelblock", "tentaisho"])
def test_more_time_than_any_clock_holds_is_as_good_as_a_day(rungwise_process: Run, kind: str) -> None:
    ran = rungwise_process("generate", kind, "--size", "5", "--seed", "1", "--seconds", "1e300")
    assert (ran.code, ran.err) == (0, "")
