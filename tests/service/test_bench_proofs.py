"""bench proofs: every board is proven, checked in a process of its own, and told in a table."""

from __future__ import annotations

import json
from pathlib import Path

from tests.service.running import MULTIPLE, UNIQUE, Run


def test_certificates_of_a_file_are_measured_and_told(rungwise: Run, tmp_path: Path) -> None:
    boards, out = tmp_path / "boards.jsonl", tmp_path / "found.json"
    boards.write_text(f"{UNIQUE}\n{MULTIPLE}\n")
    ran = rungwise("bench", "proofs", str(boards), "--out", str(out), "--json")
    (row,) = ran.object.values()
    assert (ran.code, row["boards"], row["verified"], row["with_steps"]) == (0, 2, 2, 1)
    assert all(row[key]["median"] > 0 for key in ("solve_ms", "prove_ms", "check_ms", "bytes"))
    assert json.loads(out.read_text()) == ran.object
    assert "| 2 | 2 | 1 |" in rungwise("bench", "proofs", str(boards)).out
