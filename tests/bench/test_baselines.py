"""The baselines are plain, but right: a race against a wrong contender proves nothing."""

from __future__ import annotations

import pytest

from bench.baselines import RIVALS, baselines
from models import PUZZLES, load
from tests.boards import SAMPLES, Sample

WORDLESS = {"multi-puzzle-solver": ("givens", "holes"), "puzzlekit": ("givens",)}
"""name -> what it cannot be told."""


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_kind_has_baselines(kind: str) -> None:
    assert {"simple SAT", "simple CP-SAT"} <= baselines(kind).keys()


def test_every_rival_that_is_installed_takes_part() -> None:
    for name, (package, _, kinds) in RIVALS.items():
        pytest.importorskip(package)
        assert all((name in baselines(kind)) == (kind in kinds) for kind in PUZZLES)


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_baselines_tell_unique_boards_from_others(sample: Sample) -> None:
    for name, is_unique in baselines(sample.kind).items():
        expected = None if any(key in sample.board for key in WORDLESS.get(name, ())) else sample.count == 1
        assert is_unique(sample.puzzle()) == expected, name


PUBLISHED = [
    "3x3:4c9d",
    "https://puzz.link/p?doppelblock/5/5/g6g34g10h",
    "5x3:ubb",
    "7x7:ikrqfedzljjsp",
    "https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000",
]
"""Boards with one answer; the last has a hole."""


@pytest.mark.parametrize("text", PUBLISHED)
def test_baselines_certify_published_boards(text: str) -> None:
    published = load(text)
    for name, is_unique in baselines(published.kind).items():
        if not any(key in published.to_json() for key in WORDLESS.get(name, ())):
            assert is_unique(published) is True, name
