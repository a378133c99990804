"""Boards, answers and tables for people, as Rich draws them. Knows no puzzle: boards draw themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from engines.engine import Outcome
    from models.puzzle import Grid, Puzzle

VERDICT_STYLES = {
    "unique": "bold green",
    "multiple": "bold yellow",
    "none": "bold red",
    "undecided": "bold magenta",
    "conflict": "bold white on red",
}
LIMITS = {"cancelled": "interrupted", "solutions": "enough found"}
"""How a person reads the names of limits; the others are plain."""
GAP = 4
"""Columns between two drawings side by side."""
DIFFERENT = "bold yellow reverse"


def verdict_text(verdict: str) -> Text:
    """A verdict in its colour."""
    return Text(verdict, style=VERDICT_STYLES.get(verdict, "bold"))


def boards(puzzle: Puzzle, grids: Sequence[Grid], width: int) -> Text:
    """The board beside its answers, or below each other where they do not fit; differences marked."""
    titles = ["board", "answer"] if len(grids) < 2 else ["board", *numbered(len(grids))]
    drawn = [puzzle.draw_text().split("\n"), *(puzzle.draw_text(grid).split("\n") for grid in grids)]
    marks = _differences(drawn[1], drawn[2]) if len(grids) == 2 else set()
    columns = [max(map(len, lines)) for lines in drawn]
    blocks = [
        _block(title, lines, marks if index else set())
        for index, (title, lines) in enumerate(zip(titles, drawn, strict=False))
    ]
    if sum(columns) + GAP * len(columns) > width:
        drawing = Text("\n\n").join(Text("\n").join(block) for block in blocks)
    else:
        drawing = _beside(blocks, columns)
    drawing.no_wrap, drawing.overflow = True, "ignore"
    return drawing


def numbered(count: int) -> list[str]:
    """Titles of several answers."""
    return [f"answer {number}" for number in range(1, count + 1)]


def _differences(first: Sequence[str], second: Sequence[str]) -> set[tuple[int, int]]:
    """(line, column) of the characters in which two drawings of one board differ."""
    return {
        (row, column)
        for row, pair in enumerate(zip_longest(first, second, fillvalue=""))
        for column, (a, b) in enumerate(zip_longest(*pair, fillvalue=" "))
        if a != b
    }


def _block(title: str, lines: Iterable[str], marks: set[tuple[int, int]]) -> list[Text]:
    block = [Text(title, style="dim")]
    for row, line in enumerate(lines):
        marked = {column for at, column in marks if at == row}
        text = Text(line.ljust(max(marked, default=-1) + 1))
        for column in marked:
            text.stylize(DIFFERENT, column, column + 1)
        block.append(text)
    return block


def _beside(blocks: Sequence[Sequence[Text]], columns: Sequence[int]) -> Text:
    rows = []
    for parts in zip_longest(*blocks):
        row = Text()
        for part, width in zip(parts, columns, strict=True):
            piece = part or Text()
            row.append_text(piece)
            row.append(" " * (max(width, 6) + GAP - len(piece)))
        row.rstrip()
        rows.append(row)
    return Text("\n").join(rows)


def engine_table(outcomes: Mapping[str, Outcome]) -> Table:
    """What each engine said and what it cost."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("engine")
    table.add_column("verdict")
    for name in ("solutions", "nodes", "build ms", "solve ms"):
        table.add_column(name, justify="right")
    table.add_column("stopped by")
    for name, outcome in outcomes.items():
        table.add_row(
            name,
            verdict_text(str(outcome.verdict)),
            str(outcome.count) + ("" if outcome.exhausted else "+"),
            str(outcome.nodes),
            f"{outcome.build_seconds * 1000:.2f}",
            f"{outcome.solve_seconds * 1000:.2f}",
            stopped_by(outcome),
        )
    return table


def stopped_by(outcome: Outcome) -> str:
    """Which limit ended an engine's work, if one did."""
    return LIMITS.get(outcome.limit, outcome.limit) if outcome.limit and not outcome.exhausted else ""


def warning_lines(warnings: Iterable[str]) -> Text:
    """One line a warning."""
    return Text("\n").join(Text(f"warning: {each}", style="yellow") for each in warnings)
