"""The law of growth is found where there is one, and not where there is none."""

from __future__ import annotations

import pytest

from bench.growth import fit, medians


def test_an_exact_power_law_is_found() -> None:
    law = fit((cells, 0.5 * cells**1.75) for cells in (36, 64, 100, 225))
    assert law is not None
    assert law.exponent == pytest.approx(1.75)
    assert law.factor == pytest.approx(0.5)
    assert law.error == pytest.approx(0, abs=1e-9)
    assert law.at(100) == pytest.approx(0.5 * 100**1.75)


def test_one_slow_board_does_not_bend_it() -> None:
    points = [(cells, float(cells)) for cells in (10, 20, 40) for _ in range(5)]
    law = fit([*points, (40, 1e6)])
    assert law is not None
    assert law.exponent == pytest.approx(1.0)


def test_the_error_tells_a_bad_fit() -> None:
    good, bad = fit([(10, 1.0), (20, 2.0), (40, 4.1)]), fit([(10, 1.0), (20, 9.0), (40, 4.0)])
    assert good is not None
    assert bad is not None
    assert good.error < 0.05 < bad.error


def test_two_sizes_are_no_law() -> None:
    assert fit([(10, 1.0), (20, 2.0), (20, 3.0)]) is None
    assert fit([(10, 0.0), (20, 2.0), (30, 3.0)]) is None


def test_medians_are_by_size() -> None:
    assert medians([(9, 1.0), (4, 7.0), (9, 2.0), (9, 9.0)]) == [(4, 7.0), (9, 2.0)]
