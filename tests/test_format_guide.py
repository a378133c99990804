"""The guide to the formats: every paste in it is read, and its table says what the formats can do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines import certify
from models.answers import check
from models.formats import FORMATS, format_module, read

pytestmark = pytest.mark.tiny

GUIDE = (Path(__file__).parents[1] / "docs" / "formats.md").read_text()
PASTES = re.findall(r"```paste\n(.*?)\n```", GUIDE, re.DOTALL)


def test_the_pastes_show_every_format() -> None:
    assert {read(paste).format for paste in PASTES} == set(FORMATS)


@pytest.mark.parametrize("paste", PASTES)
def test_a_paste_is_read_without_warnings_and_its_answer_is_right(paste: str) -> None:
    reading = read(paste)
    assert not reading.warnings
    if reading.answer is not None:
        assert check(reading.puzzle, reading.answer).is_correct


@pytest.mark.parametrize("paste", PASTES)
def test_a_paste_has_exactly_one_answer(paste: str) -> None:
    assert certify(read(paste).puzzle, ["sat", "raw"]).verdict == "unique"


def test_the_table_names_the_formats_that_are_written() -> None:
    for name in FORMATS:
        row = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{name}` "))
        assert ("both ways" in row or "own" in row) == hasattr(format_module(name), "write")
