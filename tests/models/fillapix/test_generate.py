"""Generated boards: one answer, no clue to spare, evenly drawn, and the same for the same seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits, Verdict
from models.fillapix import FillAPix
from models.fillapix.generate import HasTwin, all_clues, board_of, from_picture, generate
from models.fillapix.sampling import _draw_in_parts, draw_picture
from models.fillapix.thinning import NotFixed, Thinner, thin_by_cores, thin_in_order
from models.fillapix.twin_count import count_twins
from models.fillapix.twins import NO_TWIN, classify, find_twins, has_twin
from models.puzzle import BadPuzzle, Generated, Grid, Ints, TooLarge

THINNINGS = ["core", "random", "none"]


def shown_clues(made: Generated) -> Ints:
    assert isinstance(made.puzzle, FillAPix)
    clues = made.puzzle.board.clues
    return np.array([[-1 if clue is None else clue for clue in row] for row in clues], np.int32)


def verdict(clues: Ints, engine: str) -> Verdict:
    return find_engine(engine).solve(FillAPix(board_of(clues)), Limits()).verdict


@pytest.mark.parametrize("thin", THINNINGS)
@pytest.mark.parametrize(("rows", "cols"), [(1, 7), (5, 5), (6, 4), (8, 8), (12, 9)])
def test_a_generated_board_has_the_drawn_picture_as_its_only_answer(rows: int, cols: int, thin: str) -> None:
    for seed in range(6):
        made = generate(rows, cols, seed, thin=thin)
        assert made.puzzle.shape == (rows, cols)
        assert not has_twin(made.solution)
        shown = shown_clues(made)
        assert ((shown < 0) | (shown == all_clues(made.solution))).all()
        for engine in ("ladder", "sat"):
            outcome = find_engine(engine).solve(made.puzzle, Limits())
            assert outcome.verdict is Verdict.UNIQUE
            assert (outcome.solutions[0] == made.solution).all()


@pytest.mark.parametrize("engine", ["ladder", "sat"])
@pytest.mark.parametrize("thin", ["core", "random"])
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 7), (8, 8)])
def test_dropping_any_clue_of_a_thinned_board_gives_a_second_answer(
    rows: int, cols: int, thin: str, engine: str
) -> None:
    for seed in range(2):
        made = generate(rows, cols, seed, thin=thin)
        assert made.details["minimal"]
        shown = shown_clues(made)
        assert (shown >= 0).sum() == made.details["clues"] < shown.size
        for place in np.argwhere(shown >= 0):
            fewer = shown.copy()
            fewer[tuple(place)] = -1
            assert verdict(fewer, engine) is Verdict.MULTIPLE


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (5, 5), (6, 7)])
def test_random_thinning_keeps_what_asking_for_each_clue_in_turn_keeps(rows: int, cols: int) -> None:
    for seed in range(8):
        picture, _ = draw_picture(rows, cols, np.random.default_rng(seed))
        shown = all_clues(picture)
        with Thinner(picture, shown) as thinner:
            order = list(thinner.open)
            thin_in_order(thinner, np.random.default_rng(seed))
            thinned, places = (
                thinner.shown(),
                {s: np.unravel_index(i, shown.shape) for i, s in enumerate(order)},
            )
        np.random.default_rng(seed).shuffle(order)
        for selector in reversed(order):
            fewer = shown.copy()
            fewer[places[selector]] = -1
            if verdict(fewer, "ladder") is Verdict.UNIQUE:
                shown = fewer
        assert (thinned == shown).all()


def test_the_same_seed_gives_the_same_board_in_another_process() -> None:
    script = (
        "import json; from models.fillapix.generate import generate;"
        "print(json.dumps([generate(8, 8, seed, thin=thin).to_json()"
        " for seed in range(3) for thin in ('core', 'random', 'none')]))"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    ]
    here = [generate(8, 8, seed, thin=thin).to_json() for seed in range(3) for thin in THINNINGS]
    assert json.loads(texts[0]) == json.loads(texts[1]) == here
    assert len({json.dumps(made["solution"]) for made in here}) == 3


def test_pictures_with_a_twin_are_redrawn_as_often_as_their_number_says() -> None:
    rng = np.random.default_rng(0)
    for rows, cols, draws in [(5, 5, 2000), (8, 8, 600), (6, 6, 100)]:
        rate = float(count_twins(rows, cols).fraction)
        redraws = sum(draw_picture(rows, cols, rng)[1] for _ in range(draws))
        expected = draws * rate / (1 - rate)
        spread = (draws * rate) ** 0.5 / (1 - rate)
        assert abs(redraws - expected) <= 4 * spread


@pytest.mark.tiny
@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (4, 2), (2, 5), (5, 2)])
def test_drawing_in_parts_gives_every_picture_without_a_twin_equally_often(rows: int, cols: int) -> None:
    rng = np.random.default_rng(rows * 10 + cols)
    count = count_twins(rows, cols)
    pictures = count.pictures - count.twins
    drawn = np.array([_draw_in_parts(rows, cols, rng) for _ in range(100 * pictures)])
    assert (classify(drawn) == NO_TWIN).all()
    times = Counter(picture.tobytes() for picture in drawn)
    assert len(times) == pictures
    chi_square = sum((seen - 100) ** 2 / 100 for seen in times.values())
    assert chi_square < pictures + 5 * (2 * pictures) ** 0.5


@pytest.mark.parametrize(("rows", "cols"), [(2, 250), (250, 2), (2, 29), (8, 50)])
def test_strips_on_which_nearly_every_picture_has_a_twin_are_drawn_at_once(rows: int, cols: int) -> None:
    started = time.perf_counter()
    picture, _ = draw_picture(rows, cols, np.random.default_rng(1))
    assert not has_twin(picture)
    assert time.perf_counter() - started < 2
    assert 0.35 < picture.mean() < 0.65


def a_picture(with_twin: bool) -> Grid:
    rng = np.random.default_rng(12)
    while True:
        picture = rng.integers(0, 2, (5, 6), np.int16)
        if has_twin(picture) is with_twin:
            return picture


@pytest.mark.parametrize("kind", [np.int16, np.bool_, np.float64])
def test_a_picture_of_the_users_becomes_the_answer(kind: Any) -> None:
    picture = a_picture(with_twin=False)
    made = from_picture(picture.astype(kind), seed=3)
    assert (made.solution == picture).all()
    assert made.solution.dtype == np.int16
    assert made.to_json() == generate(5, 6, 3, picture=picture).to_json()
    assert verdict(shown_clues(made), "sat") is Verdict.UNIQUE


def test_a_picture_with_a_twin_is_refused_with_the_cells_to_flip() -> None:
    picture = a_picture(with_twin=True)
    with pytest.raises(
        HasTwin, match=r"the picture has a twin: flipping r1c\d, r2c\d, .* changes no clue"
    ) as caught:
        from_picture(picture)
    twin = caught.value.twins[0]
    assert list(caught.value.twins) == find_twins(picture)
    for r, c in twin.cells:
        assert f"r{r + 1}c{c + 1}" in str(caught.value)
    lines = caught.value.drawing.splitlines()
    assert [[mark in "#-" for mark in line] for line in lines] == (picture == 1).tolist()
    assert [[mark in "#+" for mark in line] for line in lines] == (twin.flip(picture) == 1).tolist()
    assert caught.value._repr_svg_().count('stroke="#d55e00"') == len(twin.cells)


def test_a_thinner_refuses_a_picture_that_its_clues_do_not_fix() -> None:
    picture = a_picture(with_twin=True)
    with (
        Thinner(picture, all_clues(picture)) as thinner,
        pytest.raises(NotFixed, match="leave another picture"),
    ):
        thin_by_cores(thinner, np.random.default_rng(0))


def test_clues_are_put_back_until_the_wanted_density() -> None:
    for density in (0.5, 0.75, 1.0):
        made = generate(7, 7, 2, density=density)
        assert made.details["clues"] == np.ceil(density * 49)
        assert not made.details["minimal"]
        assert verdict(shown_clues(made), "ladder") is Verdict.UNIQUE
    least = generate(7, 7, 2)
    assert generate(7, 7, 2, density=0.01).to_json() == least.to_json()


@pytest.mark.parametrize("thin", ["core", "random"])
def test_a_deadline_leaves_a_board_with_one_answer_and_clues_to_spare(thin: str) -> None:
    made = generate(9, 9, 0, thin=thin, seconds=1e-9)
    assert made.details["clues"] == 81
    assert not made.details["minimal"]
    started = time.perf_counter()
    large = generate(70, 70, 0, thin=thin, seconds=0.5)
    assert time.perf_counter() - started < 5
    assert not large.details["minimal"]
    assert verdict(shown_clues(large), "sat") is Verdict.UNIQUE


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("arguments", "options", "why"),
    [
        ((0, 5, 1), {}, "0x5: a board has at least one row and one column"),
        ((5, 251, 1), {}, "5x251: 251 columns, the limit of Fill-a-Pix is 250x250"),
        ((61, 61, 1), {}, "61x61: thinning more than 3600 cells needs a deadline"),
        ((5, 5, -1), {}, "seed -1: is negative"),
        ((5, 5, 1), {"thin": "most"}, "thin 'most': expected one of core, random, none"),
        ((5, 5, 1), {"density": 1.5}, "density 1.5: expected a part between 0 and 1"),
        ((5, 5, 1), {"density": float("nan")}, "density nan: expected a part between 0 and 1"),
        ((2, 2, 1), {"picture": [[0, 1], [2, 0]]}, "picture r2c1: 2 is neither 0 nor 1"),
        ((2, 2, 1), {"picture": [[0, 1]]}, "picture: has shape"),
    ],
)
def test_what_cannot_be_generated_is_refused_with_its_place(
    arguments: tuple[int, int, int], options: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadPuzzle) as caught:
        generate(*arguments, **options)
    assert str(caught.value).startswith(why)
    assert isinstance(caught.value, TooLarge) is ("limit" in why or "deadline" in why)


@pytest.mark.tiny
def test_a_picture_must_have_rows_and_columns() -> None:
    with pytest.raises(BadPuzzle, match="expected rows and columns"):
        from_picture([0, 1, 1])
