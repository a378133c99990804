"""Plots as SVG: cost against size, and of what bench nodes measured, engine against engine."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.growth import fit, medians
from bench.nodes import Nodes, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7a00")
"""Told apart by colour-blind eyes too (Okabe and Ito)."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""One fewer than colours: no two of the first 56 series look alike."""
DASHES = ("-", "--", ":")
NODE_NAMES = {"ladder": "values tried", "sat": "decisions", "cpsat": "branches", "raw": "placements"}
"""What each engine counts."""
Point = tuple[int, float, bool]
"""Cells of a board, a value, and whether the board was decided."""
LEAST_MS = 1e-3
BELOW_ZERO = -0.3
"""Where an axis of nodes begins, so that points at 0 are whole."""
SETTINGS: Any = {
    "svg.hashsalt": "rungwise",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.axisbelow": True,
}


def write(nodes: Nodes, folder: Path) -> list[Path]:
    """Draw every plot into the folder; the paths. ModuleNotFoundError without Matplotlib."""
    import matplotlib

    with matplotlib.rc_context(SETTINGS):
        drawn = {"size": draw_size(nodes), "engines": draw_engines(nodes)}
        return [save(figure, folder / f"nodes-{nodes.kind}-{name}.svg") for name, figure in drawn.items()]


def save(figure: Figure, path: Path) -> Path:
    """Write a figure as SVG, equal figures as equal files; the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata={"Date": None})
    return path


def draw_size(nodes: Nodes) -> Figure:
    """Nodes and milliseconds of every engine against the cells of the board, each board a point."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    for number, engine in enumerate(nodes.engines):
        rows = [row for row in nodes.rows if row.engine == engine]
        named = f"{engine} ({NODE_NAMES.get(engine, 'nodes')})"
        draw_cloud(left, number, named, [(row.cells, row.nodes, row.is_decided) for row in rows])
        law = fit((row.cells, row.milliseconds) for row in rows)
        timed = [(row.cells, row.milliseconds, row.is_decided) for row in rows]
        draw_cloud(right, number, f"{engine} {law or ''}".strip(), timed)
    label_axes(left, "board size (cells)", "nodes")
    label_axes(right, "board size (cells)", "time to decide, model building included (ms)")
    left.set_xscale("log")
    left.set_yscale("symlog", linthresh=1)
    left.set_ylim(BELOW_ZERO, 2 * max([1, *(row.nodes for row in nodes.rows if row.engine in nodes.engines)]))
    right.set_xscale("log")
    right.set_yscale("log")
    for axes in (left, right):
        plain_sizes(axes, sorted({row.cells for row in nodes.rows}))
        axes.legend(fontsize=8)
    figure.suptitle(f"{nodes.kind}: lines join medians; hollow points ran out of time")
    return figure


def draw_cloud(axes: Axes, number: int, label: str, points: Sequence[Point]) -> None:
    """The boards as points (hollow: undecided) and a line through the medians of the sizes."""
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    for wanted, face in ((True, colour), (False, "none")):
        own = [(cells, value) for cells, value, is_decided in points if is_decided == wanted]
        x, y = zip(*own, strict=True) if own else ((), ())
        axes.scatter(x, y, 14, marker=marker, facecolors=face, edgecolors=colour, alpha=0.45, linewidths=0.7)
    x, y = zip(*medians((cells, value) for cells, value, _ in points), strict=True)
    style = DASHES[number // len(COLOURS) % len(DASHES)]
    axes.plot(x, y, style, color=colour, marker=marker, markersize=4, linewidth=1.2, label=label)


def plain_sizes(axes: Axes, sizes: list[int]) -> None:
    """Ticks at the sizes that there are, if they are few, as plain numbers."""
    if len(sizes) <= 8:
        axes.set_xticks(sizes, [str(size) for size in sizes])
        axes.set_xticks([], minor=True)


def label_axes(axes: Axes, x: str, y: str) -> None:
    """Say what an axis measures and in which unit."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def draw_engines(nodes: Nodes) -> Figure:
    """Every pair of engines, board by board: milliseconds above, nodes below, with the line of equals."""
    from matplotlib.figure import Figure

    pairs = list(combinations(nodes.engines, 2))
    figure = Figure(figsize=(max(3.2 * len(pairs), 4), 6.6), layout="constrained")
    grid = figure.subplots(2, max(1, len(pairs)), squeeze=False)
    by_engine = {engine: [row for row in nodes.rows if row.engine == engine] for engine in nodes.engines}
    for column, (one, other) in enumerate(pairs):
        rows = list(zip(by_engine[one], by_engine[other], strict=True))
        above, below = grid[0][column], grid[1][column]
        _draw_pair(above, [(a.milliseconds, b.milliseconds, a, b) for a, b in rows], "log")
        label_axes(above, f"{one} (ms)", f"{other} (ms)")
        _draw_pair(below, [(a.nodes, b.nodes, a, b) for a, b in rows], "symlog")
        label_axes(below, *(f"{name} ({NODE_NAMES.get(name, 'nodes')})" for name in (one, other)))
    if pairs:
        grid[0][0].legend(fontsize=7)
    figure.suptitle(
        f"{nodes.kind}: one point a board, on the line both cost the same; hollow ran out of time"
    )
    return figure


def _draw_pair(axes: Axes, points: list[tuple[float, float, Row, Row]], scale: str) -> None:
    """A point a board on equal scales, and the diagonal."""
    for number, name in enumerate(dict.fromkeys(a.set for _, _, a, _ in points)):
        colour = COLOURS[number % len(COLOURS)]
        for is_decided, face in ((True, colour), (False, "none")):
            own = [
                (x, y)
                for x, y, a, b in points
                if a.set == name and (a.is_decided and b.is_decided) == is_decided
            ]
            x, y = zip(*own, strict=True) if own else ((), ())
            label = name if is_decided else None
            axes.scatter(x, y, 16, label=label, facecolors=face, edgecolors=colour, alpha=0.6, linewidths=0.7)
    values = [value for x, y, _, _ in points for value in (x, y)] or [1.0]
    least = max(min(values) / 2, LEAST_MS) if scale == "log" else BELOW_ZERO
    limits = least, max(*values, 1) * 2
    options: dict[str, Any] = {} if scale == "log" else {"linthresh": 1}
    axes.set_xscale(scale, **options)
    axes.set_yscale(scale, **options)
    axes.plot(limits, limits, color="black", linewidth=0.8, linestyle="--")
    axes.set_xlim(limits)
    axes.set_ylim(limits)
    axes.set_aspect("equal")
