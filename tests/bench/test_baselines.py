"""The baselines are plain, but right: a race against a wrong contender proves nothing."""

from __future__ import annotations

import pytest

from bench.baselines import BASELINES, baselines
from models import PUZZLES
from tests.boards import SAMPLES, Sample


def test_every_kind_has_baselines() -> None:
    assert BASELINES.keys() == PUZZLES.keys()


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_baselines_tell_unique_boards_from_others(sample: Sample) -> None:
    for name, is_unique in baselines(sample.kind).items():
        assert is_unique(sample.puzzle()) == (sample.count == 1), name
