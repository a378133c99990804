"""What each rung is worth: alone with the cheaper ones, and left out of the full ladder."""

from __future__ import annotations

from dataclasses import dataclass

from bench.studies.fixpoints import Fixpoint, added, fixpoint, left_out
from bench.studies.lab import Lab
from bench.studies.table import Table
from engines.engine import Limits
from engines.ladder import Ladder
from models.fillapix import FillAPix
from models.fillapix.generate import generate

SIDES = (8, 10, 11, 15)
BOARDS = 5
NODES = 1_000_000
"""Where a search without probe is given up, as in the published table."""
CLIMBING = {"count": (0.036, 0), "pair": (0.272, 1), "probe": (0.955, 19)}
"""Rung -> published: part of the cells settled with the cheaper rungs, boards finished."""
WITHOUT = {"count": (0.867, 7), "pair": (0.138, 0), "probe": (0.272, 1)}
"""Rung -> published: the same with that rung alone left out."""
SEARCHES = {
    "count": (("pair",), 1_986_479),
    "pair": (("count",), 5_625_115),
    "none": (("count", "pair"), 390_758),
}
"""Left out -> the rungs at every node, and the published sum of nodes (the first two at least)."""
OTHERS = "their 20 boards are not ours"


@dataclass(frozen=True)
class Priced:
    """One board: its fixpoints, and the nodes of a search without probe by the rung left out."""

    climbing: dict[str, Fixpoint]
    without: dict[str, Fixpoint]
    alone: Fixpoint
    nodes: dict[str, int]


def measure(task: tuple[int, int]) -> Priced:
    """Make a board and climb it with every set of rungs."""
    side, seed = task
    puzzle = generate(side, side, seed, thin="random").puzzle
    rungs = FillAPix.rungs
    return Priced(
        {name: fixpoint(puzzle, on, probing) for name, on, probing in added(rungs)},
        {name: fixpoint(puzzle, on, probing) for name, on, probing in left_out(rungs)},
        fixpoint(puzzle, (), True),
        {
            missing: Ladder(on, probing=False).solve(puzzle, Limits(nodes=NODES)).nodes
            for missing, (on, _) in SEARCHES.items()
        },
    )


def price(lab: Lab) -> Table:
    """Cells settled and boards finished by each rung, on boards thinned in plain random order."""
    table = Table("price", "The price of each rung, on 20 boards")
    tasks = [(side, seed) for side in reversed(SIDES) for seed in lab.seeds(BOARDS, side, side, 4)]
    boards = lab.measure("boards to climb", measure, tasks)
    for name, (share, finished) in CLIMBING.items():
        _report(table, f"up to {name}", [each.climbing[name] for each in boards], share, finished)
    for name, (share, finished) in WITHOUT.items():
        without = [each.without[name] for each in boards]
        _report(table, f"without {name}", without, share, finished)
        full = (each.without["full"] for each in boards)
        moved = sum(one.candidates != other.candidates for one, other in zip(without, full, strict=True))
        table.share(f"without {name}", "fixpoint moved", moved, len(boards))
    table.exact("probe alone", "cells settled by it", sum(each.alone.settled for each in boards), 0)
    for missing, (_, theirs) in SEARCHES.items():
        nodes = [each.nodes[missing] for each in boards]
        name = "search with count and pair" if missing == "none" else f"search without {missing}"
        table.mean(name, "nodes a board", nodes, theirs / 20, 20, form="count", why=OTHERS, incomparable=True)
        table.exact(name, "boards given up", sum(each >= NODES for each in nodes))
    return table


def _report(table: Table, row: str, found: list[Fixpoint], share: float, finished: int) -> None:
    """Both columns of one line of the published table."""
    table.mean(row, "cells settled", [each.share for each in found], share, 20, why=OTHERS)
    hits = sum(each.finished for each in found)
    table.share(row, "boards finished", hits, len(found), finished / 20, 20, why=OTHERS)
