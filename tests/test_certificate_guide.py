"""The guide to certificates is held to the program: its keys, its limits, its table."""

from __future__ import annotations

import re
from pathlib import Path

from bench.quote import BLOCK, results
from engines import certify
from engines.proofs import prove
from engines.proofs.drat import MAX_LINES
from engines.proofs.files import MAX_PACKED, MAX_TEXT
from engines.proofs.json_text import MAX_QUOTES, MAX_VALUES
from models import puzzle_class
from tests.boards import SAMPLES

DOCS = Path(__file__).resolve().parents[1] / "docs"
GUIDE = (DOCS / "certificates.md").read_text()


def test_the_guide_names_every_key_of_a_certificate() -> None:
    told = set(re.findall(r"`(\w+)`", GUIDE.partition("| key |")[2].partition("## ")[0]))
    for sample in SAMPLES[:3]:
        puzzle = puzzle_class(sample.kind).from_json(sample.board)
        assert prove(certify(puzzle)).keys() <= told


def test_the_guide_tells_the_limits() -> None:
    told = (
        f"({MAX_PACKED >> 20} MB packed, {MAX_TEXT >> 20} MB unpacked, {MAX_VALUES:,} values, "
        f"{MAX_QUOTES // 2:,} strings, {MAX_LINES:,} lines of proof;"
    )
    assert told in GUIDE


def test_the_table_is_the_one_of_the_results_and_every_board_in_it_was_verified() -> None:
    found = results("certificates")
    marks = [block for block in BLOCK.finditer(GUIDE) if block["what"] == "proofs"]
    assert len(marks) == 1
    assert all(f"\n| {name} |" in marks[0][0] for name in found)
    assert found
    assert all(row["verified"] == row["boards"] > 0 for row in found.values())


def test_the_limits_leave_the_largest_certificate_of_the_results_a_wide_margin() -> None:
    assert 15 * max(row["bytes"]["largest"] for row in results("certificates").values()) < MAX_PACKED
