"""The plot of what bench speed measured: milliseconds against cells, with the law of each contender."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bench.plots import SETTINGS, draw_cloud, label_axes, plain_sizes, save
from bench.speed import Report
from bench.speed_tables import growths

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write(report: Report, folder: Path) -> list[Path]:
    """Draw each family of sets with a law of growth; the paths. ModuleNotFoundError without Matplotlib."""
    import matplotlib

    with matplotlib.rc_context(SETTINGS):
        return [
            save(draw(report, family), folder / f"speed-{report.kind}-{family}.svg")
            for family, laws in growths(report).items()
            if any(laws.values())
        ]


def draw(report: Report, family: str) -> Figure:
    """Every board of a family as a point for each contender, medians joined."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    races = [race for race in report.races.values() if race.family == family]
    for number, (who, law) in enumerate(growths(report)[family].items()):
        points = [(cells, value, True) for race in races for cells, value in race.points(who)]
        draw_cloud(axes, number, f"{who} {law or ''}".strip(), points)
    axes.set_xscale("log")
    axes.set_yscale("log")
    label_axes(axes, "board size (cells)", "time to certify, model building included (ms)")
    plain_sizes(axes, sorted({cells for race in races for cells in race.cells}))
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    figure.suptitle(f"{report.kind}, {family} boards: lines join medians")
    return figure
