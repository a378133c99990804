"""Blocks between marks in documents: rewritten from the results, and nothing else is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bench.quote
from bench.quote import quote

SPEED = {
    "boards": {"small": {"cells": [9, 9, 9]}, "large": {"cells": [900, 900]}},
    "sets": {
        "small": {"sat": {"boards": 3, "median_ms": 1.2345, "max_ms": 12.6}},
        "large": {"sat": {"boards": 1, "median_ms": 1234.5, "max_ms": 2000.0}},
    },
}
PROOFS = {"small": {"boards": 2, "check_ms": {"median": 1.5, "largest": 250.0}, "steps_ms": {}}}
LOAD = {
    "what": "generated boards",
    "boards": 7,
    "ready_seconds": 1.5,
    "batches": [{"batch": "ladder alone", "lines": 4000, "a_second": 5000}],
    "calls": [
        {"clients": 8, "a_second": 900, "p50_ms": 8.0, "p99_ms": 20.5, "statuses": {"200": 1990, "503": 10}}
    ],
    "requests": 2000,
    "server_mb": [100, 110],
}


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.quote, "RESULTS", tmp_path)
    for name, data in {"speed-fillapix": SPEED, "certificates": PROOFS, "load-fillapix": LOAD}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data))


def quoted(mark: str) -> str:
    """The block of a mark, between lines that must stay."""
    text = quote(f"before\n<!-- {mark} -->\nold\n<!-- end -->\nafter\n")
    head, tail = f"before\n<!-- {mark} -->\n", "<!-- end -->\nafter\n"
    assert text.startswith(head)
    assert text.endswith(tail)
    return text[len(head) : -len(tail)]


def test_speeds_have_a_row_a_set_and_say_where_a_contender_left() -> None:
    rows = quoted("speed fillapix: sat").splitlines()
    assert rows[2:] == ["| small | 3 | 1.2 (13) |", "| large | 2 | 1,234 (2,000) of 1 |"]


def test_costs_of_proofs_are_told_by_column() -> None:
    assert quoted("proofs: boards, check ms, check steps ms").splitlines()[2:] == [
        "| small | 2 | 1.5 (250) | - |"
    ]


def test_a_load_tells_batches_calls_and_memory() -> None:
    told = quoted("load fillapix")
    assert "| ladder alone | 4,000 | 5,000 |" in told
    assert "| 8 | 900 | 8.0 | 20.5 | 1,990 times 200, 10 times 503 |" in told
    assert "100 MB before and 110 MB after 2,000 calls" in told


def test_results_that_are_not_there_are_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        quoted("speed doppelblock: sat")
    with pytest.raises(KeyError):
        quoted("speed fillapix: raw")
