"""Random pictures without a twin, every one equally likely."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.fillapix.twins import Flags, closed_sizes, has_twin, kernel_vector
from models.puzzle import Grid

MAX_REDRAWS = 200
"""Whole pictures drawn before the drawing goes on part by part; only thin strips ever need it."""


def draw_picture(rows: int, cols: int, rng: np.random.Generator) -> tuple[Grid, int]:
    """A fair coin a cell, drawn again while the picture has a twin; it and the number of redraws.

    On strips such as 2 x 40 nearly every picture has a twin; there, after ``MAX_REDRAWS``, the parts of
    the picture that decide it are drawn one by one, each until it is right. That leaves the odds as they
    are, since the parts have no cell in common.
    """
    for redraws in range(MAX_REDRAWS):
        picture = rng.integers(0, 2, (rows, cols), np.int16)
        if not has_twin(picture):
            return picture, redraws
    return _draw_in_parts(rows, cols, rng), MAX_REDRAWS


def _draw_in_parts(rows: int, cols: int, rng: np.random.Generator) -> Grid:
    """A picture without a twin: see twins.py for the parts and for what each must avoid."""
    u, v = kernel_vector(rows), kernel_vector(cols)
    down, across = u != 0, v != 0
    picture = rng.integers(0, 2, (rows, cols), np.int16)
    if across.any():
        picture[np.ix_(~down, across)] = _mixed_rows(int((~down).sum()), v[across], rng)
    if down.any():
        picture[np.ix_(down, ~across)] = _mixed_rows(int((~across).sum()), u[down], rng).T
    if down.any() and across.any():
        arcs = _strong_tournament(int(down.sum()), int(across.sum()), rng)
        picture[np.ix_(down, across)] = arcs ^ (np.outer(u[down], v[across]) < 0)
    return picture


def _mixed_rows(count: int, u: npt.NDArray[np.int8], rng: np.random.Generator) -> Flags:
    """bool[count, len(u)]: rows that are not constant once inverted where u = -1."""
    rows: Flags = rng.integers(0, 2, (count, len(u)), np.bool_)
    while len(constant := np.flatnonzero((rows == rows[:, :1]).all(axis=1))):
        rows[constant] = rng.integers(0, 2, (len(constant), len(u)), np.bool_)
    return rows ^ (u < 0)


def _strong_tournament(a: int, b: int, rng: np.random.Generator) -> Flags:
    """bool[a, b]: a strong bipartite tournament; its short lines are mixed first, which most often does."""
    if a > b:
        return _strong_tournament(b, a, rng).T
    while True:
        arcs = _mixed_rows(b, np.ones(a, np.int8), rng).T
        if not closed_sizes(arcs[None].astype(np.int16)).any():
            return arcs
