"""twins: exact counts of a size, a table of sizes, and the twins of one picture."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from models.fillapix.generate import all_clues
from tests.service.running import Run


def test_a_size_is_counted_exactly(rungwise: Run) -> None:
    data = rungwise("twins", "--size", "5x5", "--json").object
    assert data == {
        "size": [5, 5],
        "pictures": 33_554_432,
        "twins": 24_644_272,
        "fraction": "1540267/2097152",
        "lines_only": 24_587_824,
        "blocks_only": 56_448,
    }
    told = rungwise("twins", "--size", "5")
    assert told.code == 0
    assert [line.split()[-2:] for line in told.out.splitlines()[1:4]] == [
        ["24,644,272", "73.445654%"],
        ["24,587,824", "73.277426%"],
        ["56,448", "0.168228%"],
    ]


def test_large_counts_are_exact_for_programs_and_short_for_people(rungwise: Run) -> None:
    data = rungwise("twins", "--size", "50x50", "--json").object
    assert data["pictures"] == 1 << 2500
    assert Fraction(data["fraction"]) == Fraction(data["twins"], data["pictures"])
    assert "3.75828e752" in rungwise("twins", "--size", "50").out


def test_a_table_has_every_size_up_to_the_given_one(rungwise: Run) -> None:
    rows = rungwise("twins", "--size", "4x5", "--table", "--json").objects
    assert [row["size"] for row in rows] == [[r, c] for r in range(1, 5) for c in range(1, 6)]
    told = rungwise("twins", "--size", "4x5", "--table").out.splitlines()
    assert len(told) == 21
    assert told[-1].split() == ["4x5", "41.381836%", "41.381836%", "0.000000%"]


def test_the_twins_of_a_picture_change_no_clue(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.txt"
    file.write_text("#....\n.#...\n..#.#\n#..#.\n.#.##\n")
    picture = np.array([[mark == "#" for mark in line] for line in file.read_text().split()], np.int16)
    ran = rungwise("twins", "--picture", str(file), "--json")
    assert ran.code == 1
    for twin in ran.object["twins"]:
        other = picture.copy()
        other[tuple(np.array(twin["cells"]).T)] ^= 1
        assert (all_clues(other) == all_clues(picture)).all()
    told = rungwise("twins", "--picture", str(file))
    assert told.code == 1
    assert f"{ran.object['twins'][0]['name']}: flip r" in told.out
    drawn = "".join(told.out.splitlines()[:5])
    assert drawn.count("+") + drawn.count("-") == len(ran.object["twins"][0]["cells"])


def test_a_picture_without_a_twin_is_told_to_have_none(rungwise: Run) -> None:
    ran = rungwise("twins", "--picture", "examples/pictures/key.pbm", "--json")
    assert (ran.code, ran.object) == (0, {"twins": []})
    assert "no twin" in rungwise("twins", "--picture", "examples/pictures/key.pbm").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give either --size or --picture"),
        (["--size", "4", "--picture", "x.txt"], "give either --size or --picture"),
        (["--size", "0x3"], "no pictures of 0x3"),
        (["--size", "4 by 4"], "is not a size"),
        (["--size", "119"], "119x119"),
        (["--size", "101", "--table"], "10201 sizes"),
        (["--picture", "nowhere.pbm"], "nowhere.pbm"),
        (["--picture", "examples/pictures/key.pbm", "--table"], "--table goes with --size"),
    ],
)
def test_bad_input_is_one_line_with_the_reason(rungwise: Run, arguments: list[str], message: str) -> None:
    ran = rungwise("twins", *arguments)
    assert ran.code == 2
    assert not ran.out
    assert message in ran.err
    assert ran.err.count("\n") == 1
