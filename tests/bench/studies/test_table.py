"""Intervals and comparisons: known values, coverage by simulation, every word a figure can say."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench.studies.intervals import Estimate, agree, clustered, exact, median, normal, wilson
from bench.studies.plot import Plot, draw_shares
from bench.studies.table import DIFFERENT, EQUAL, INSIDE, NEW, NOT_COMPARABLE, OUTSIDE, Table, tally

pytestmark = pytest.mark.tiny


def test_wilsons_interval_has_its_published_values() -> None:
    found = wilson(81 / 263, 263)  # Newcombe 1998, table I: 0.2553 to 0.3662
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    never = wilson(0, 20)  # 0.0000 to 0.1611
    assert (never.low, round(never.high, 4)) == (0, 0.1611)
    assert wilson(1, 20).high == 1
    with pytest.raises(ValueError, match="no trials"):
        wilson(0, 0)


def test_two_shares_are_compared_as_newcombe_does() -> None:
    first, second = wilson(56 / 70, 70), wilson(48 / 80, 80)  # method 10: 0.0524 to 0.3339
    assert not agree(first, second)
    assert not agree(second, first)
    assert agree(wilson(56 / 70, 70), wilson(56 / 80, 80))
    assert agree(wilson(0, 10), wilson(0, 1000))
    assert not agree(wilson(0.5, 1000), exact(0.6))


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.97])
def test_equal_shares_are_told_apart_in_about_one_sample_of_twenty(share: float) -> None:
    rng = np.random.default_rng(3)
    first, second = rng.binomial(200, share, 2000), rng.binomial(60, share, 2000)
    apart = sum(
        not agree(wilson(one / 200, 200), wilson(other / 60, 60))
        for one, other in zip(first.tolist(), second.tolist(), strict=True)
    )
    assert 0.01 < apart / 2000 < 0.08


def test_means_and_medians_are_covered_in_95_of_100_samples() -> None:
    rng = np.random.default_rng(5)
    samples = rng.exponential(1.0, (1500, 60)).tolist()
    holds = {
        "mean": sum(found.low <= 1 <= found.high for found in map(normal, samples)),
        "median": sum(found.low <= np.log(2) <= found.high for found in map(median, samples)),
    }
    assert 0.90 < holds["mean"] / 1500 < 0.97
    assert 0.94 < holds["median"] / 1500 < 0.99


def test_the_median_of_few_values_spans_all_of_them() -> None:
    assert median([3, 1, 2]) == Estimate(2, 1, 3)
    assert median([4.0]) == Estimate(4, 4, 4)
    assert median([1, 2, 3, 4]).value == 2.5


def test_clusters_that_are_alike_within_are_wider_than_their_members_taken_alone() -> None:
    hits, of = [10, 0] * 20, [10] * 40
    assert clustered(hits, of).value == 0.5
    alone = wilson(0.5, 400)
    assert clustered(hits, of).high - 0.5 > 2.5 * (alone.high - 0.5)


def example() -> Table:
    table = Table("demo", "A demonstration", "A note.")
    table.exact("2x2", "count", 10**20 + 1, 10**20 + 1)
    table.exact("2x2", "other", 3, 4)
    table.exact("2x2", "alone", 3)
    table.rounded("2x2", "rounded", 0.12344, 0.12345, 3)
    table.share("2x2", "part", 50, 100, 0.55, 40)
    table.share("3x3", "part", 5, 100, 0.55, 40)
    table.mean("3x3", "mean", [1.0, 2.0, 3.0], 2.5, 10, form="number")
    table.median("3x3", "median", [1.0, 2.0, 9.0], 20, why="other boards", incomparable=True)
    table.ratio("3x3", "clues", [1, 2, 3], [4, 4, 4], 0.5, 0.1)
    return table


def test_a_figure_says_how_it_compares() -> None:
    said = [figure.says for figure in example().figures]
    assert said == [EQUAL, DIFFERENT, NEW, DIFFERENT, INSIDE, OUTSIDE, INSIDE, NOT_COMPARABLE, INSIDE]
    assert tally([example(), example()])[INSIDE] == 6


def test_tables_are_told_in_markdown_and_come_back_from_json() -> None:
    table = example()
    assert Table.from_json(json.loads(json.dumps(table.to_json()))) == table
    lines = table.to_markdown().splitlines()
    assert lines[0] == "### A demonstration (`demo`)"
    assert (
        lines[6]
        == "| 2x2 | count | 100,000,000,000,000,000,001 |  |  | 100,000,000,000,000,000,001 |  | equal |"
    )
    assert "| 3x3 | part | 5.0% | 2.2% .. 11.2% | 100 | 55.0% | 40 | outside |" in lines
    assert {line.count("|") for line in lines[4:]} == {9}
    assert table.find("3x3", "median").ours == 2
    with pytest.raises(KeyError, match="4x4"):
        table.find("4x4", "median")


def test_plots_have_labelled_axes_and_are_the_same_twice(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = Plot("demo", ("part",), "part of something")
    for name in ("one", "two"):
        draw_shares(plot, example(), tmp_path / name)
    drawn = (tmp_path / "one").read_bytes()
    assert drawn.startswith(b"<?xml")
    assert drawn == (tmp_path / "two").read_bytes()
