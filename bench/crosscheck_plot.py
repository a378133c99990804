"""The plot of a cross-check: how many solutions its boards have, by what their clues were drawn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bench.crosscheck import Finding, Run
from bench.plots import COLOURS, SETTINGS, label_axes, save
from bench.random_boards import SORTS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLASSES = ((0, "0"), (1, "1"), (9, "2..9"), (99, "10..99"))
"""The most solutions of each bar but the last, and its name."""


def bar_of(finding: Finding, most: int) -> str:
    """The bar a board belongs to; ``most`` solutions were looked for."""
    for top, name in CLASSES:
        if finding.solutions <= top:
            return name
    return f"100..{most - 1}" if finding.solutions < most else f"{most} or more"


def write(run: Run, findings: Iterable[Finding], path: Path) -> Path:
    """Draw the findings into a file; the path. ModuleNotFoundError without Matplotlib."""
    import matplotlib

    with matplotlib.rc_context(SETTINGS):
        return save(draw(run, findings), path)


def draw(run: Run, findings: Iterable[Finding]) -> Figure:
    """Bars of boards by their number of solutions, a part of each bar for every sort of clues."""
    from matplotlib.figure import Figure

    names = [*(name for _, name in CLASSES), f"100..{run.solutions - 1}", f"{run.solutions} or more"]
    counts = Counter((bar_of(finding, run.solutions), finding.sort) for finding in findings)
    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.subplots()
    floor = [0] * len(names)
    for colour, sort in zip(COLOURS, SORTS, strict=False):
        heights = [counts[name, sort] for name in names]
        axes.bar(names, heights, bottom=floor, color=colour, label=f"clues: {sort}")
        floor = [low + height for low, height in zip(floor, heights, strict=True)]
    label_axes(axes, "solutions of a board", "boards")
    axes.grid(axis="x", visible=False)
    axes.legend(fontsize=8)
    low, high = run.sides
    figure.suptitle(
        f"{run.kind}: {counts.total()} cross-checked boards, sides {low} to {high}, seed {run.seed}"
    )
    return figure
