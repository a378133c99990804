"""The plot of a study: parts by size, ours with 95% intervals, published ones hollow beside them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bench.studies.table import Figure, Table

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Told apart with any colour vision (Okabe and Ito)."""
BESIDE = 0.12
"""How far apart the columns of one row are drawn."""


@dataclass(frozen=True)
class Plot:
    """Which columns of which table are drawn, and what stands along the axis."""

    table: str
    columns: tuple[str, ...]
    axis: str
    logarithmic: bool = False


def has_matplotlib() -> bool:
    """Whether plots can be drawn."""
    return find_spec("matplotlib") is not None


def draw_shares(plot: Plot, table: Table, path: Path) -> None:
    """Draw percentages of a table: its rows along the axis, a colour for each column."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Canvas

    figures = [figure for figure in table.figures if figure.column in plot.columns]
    rows = list(dict.fromkeys(figure.row for figure in figures))
    columns = plot.columns
    with rc_context({"svg.hashsalt": table.name, "svg.fonttype": "path"}):
        canvas = Canvas(figsize=(7, 4), layout="constrained")
        axes = canvas.add_subplot()
        for number, column in enumerate(columns):
            shift = BESIDE * (number - (len(columns) - 1) / 2)
            chosen = [figure for figure in figures if figure.column == column]
            _draw_column(axes, chosen, rows, shift, COLOURS[number % len(COLOURS)])
        axes.plot([], [], "o", markerfacecolor="none", color="black", label="published")
        axes.set_xticks(range(len(rows)), rows)
        axes.set_xlabel("board, rows x columns")
        axes.set_ylabel(f"{plot.axis}, %")
        if plot.logarithmic:
            axes.set_yscale("log")
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize="small", loc="best")
        canvas.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _draw_column(axes, figures: list[Figure], rows: list[str], shift: float, colour: str) -> None:  # type: ignore[no-untyped-def]
    """Ours filled with its interval, theirs hollow."""
    places = [rows.index(figure.row) + shift for figure in figures]
    values = [100 * figure.ours for figure in figures]
    below = [100 * (figure.ours - figure.low) for figure in figures]
    above = [100 * (figure.high - figure.ours) for figure in figures]
    axes.errorbar(
        places,
        values,
        yerr=(below, above),
        fmt="o",
        markersize=4,
        capsize=3,
        color=colour,
        label=figures[0].column,
    )
    published = [
        (place + 0.04, 100 * figure.theirs)
        for place, figure in zip(places, figures, strict=True)
        if figure.theirs is not None
    ]
    if published:
        axes.plot(*zip(*published, strict=True), "o", markersize=7, markerfacecolor="none", color=colour)
