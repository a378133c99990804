"""Tables of benches for people, as Rich draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from bench.node_tables import EngineLine, PartLine


def _table(first: str, *numbers: str) -> Table:
    """A table of one column of names and others of numbers."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first)
    for name in numbers:
        table.add_column(name, justify="right")
    return table


def cost_table(name: str, lines: Sequence[EngineLine]) -> Table:
    """What each engine and each part of the ladder cost over a set; medians, and maxima beside them."""
    titles = ("boards", "unique", "several", "none", "undecided")
    costs = ("nodes", "max", "build ms", "solve ms", "max ms")
    table = _table(name, *titles, *costs)
    for line in lines:
        table.add_row(
            line.engine,
            *map(str, (line.boards, line.unique, line.multiple, line.none, line.undecided)),
            f"{line.nodes:.1f}".removesuffix(".0"),
            str(line.nodes_max),
            f"{line.build_ms:.2f}",
            f"{line.solve_ms:.2f}",
            f"{line.solve_ms_max:.2f}",
        )
    return table


def fixpoint_table(lines: Sequence[PartLine]) -> Table:
    """How far each part of the ladder gets without search, and on how many boards it stops elsewhere."""
    table = _table("without search", "boards", "finished", "stops elsewhere", "candidates more")
    for line in lines:
        table.add_row(line.part, *map(str, (line.boards, line.finished, line.moved, line.extra)))
    return table
