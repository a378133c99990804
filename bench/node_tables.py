"""What bench nodes measured, set by set: medians of engines, and what each rung of the ladder is worth."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

from bench.machine import machine
from bench.nodes import Level, Nodes, Row


@dataclass(frozen=True)
class EngineLine:
    """One engine, or one part of the ladder, over a set. Milliseconds and nodes: median and maximum."""

    set: str
    engine: str
    boards: int
    unique: int
    multiple: int
    none: int
    undecided: int
    nodes: float
    nodes_max: int
    build_ms: float
    solve_ms: float
    solve_ms_max: float


@dataclass(frozen=True)
class PartLine:
    """One part of the ladder over a set, before any search.

    ``finished``: boards settled or refuted; ``moved``: boards whose fixpoint is not the full ladder's, and
    ``moved_boards`` their numbers; ``extra``: candidates left in all of them that the full ladder removes.
    """

    set: str
    part: str
    boards: int
    finished: int
    moved: int
    extra: int
    moved_boards: tuple[int, ...]


def names_of_sets(nodes: Nodes) -> list[str]:
    """The sets in the order in which they were measured."""
    return list(dict.fromkeys(row.set for row in nodes.rows))


def engine_lines(nodes: Nodes) -> Iterator[EngineLine]:
    """A line for each set and everyone asked."""
    for name in names_of_sets(nodes):
        for who in dict.fromkeys(row.engine for row in nodes.rows):
            rows = [row for row in nodes.rows if (row.set, row.engine) == (name, who)]
            if rows:
                yield _engine_line(name, who, rows)


def _engine_line(name: str, who: str, rows: list[Row]) -> EngineLine:
    verdicts = [row.verdict for row in rows]
    return EngineLine(
        set=name,
        engine=who,
        boards=len(rows),
        unique=verdicts.count("unique"),
        multiple=verdicts.count("multiple"),
        none=verdicts.count("none"),
        undecided=verdicts.count("undecided"),
        nodes=median(row.nodes for row in rows),
        nodes_max=max(row.nodes for row in rows),
        build_ms=round(median(row.build_ms for row in rows), 4),
        solve_ms=round(median(row.solve_ms for row in rows), 4),
        solve_ms_max=round(max(row.solve_ms for row in rows), 4),
    )


def part_lines(nodes: Nodes) -> Iterator[PartLine]:
    """A line for each set and each part of the ladder."""
    for name in names_of_sets(nodes):
        for part in nodes.parts:
            levels = [level for level in nodes.levels if (level.set, level.part) == (name, part.name)]
            if levels:
                yield _part_line(name, part.name, levels)


def _part_line(name: str, part: str, levels: list[Level]) -> PartLine:
    moved = tuple(level.board for level in levels if level.moved)
    return PartLine(
        set=name,
        part=part,
        boards=len(levels),
        finished=sum(level.finished or level.contradiction for level in levels),
        moved=len(moved),
        extra=sum(level.extra or 0 for level in levels),
        moved_boards=moved,
    )


def to_json(nodes: Nodes) -> dict[str, Any]:
    """The report: every row, the lines drawn from them, and the machine."""
    return nodes.to_json() | {
        "machine": machine(),
        "engine_lines": [asdict(line) for line in engine_lines(nodes)],
        "part_lines": [asdict(line) for line in part_lines(nodes)],
    }


def write(nodes: Nodes, folder: Path) -> list[Path]:
    """Write the report as JSON, and rows and levels as CSV; the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"nodes-{nodes.kind}"
    report = folder / f"{stem}.json"
    report.write_text(json.dumps(to_json(nodes), indent=1) + "\n")
    return [
        report,
        _write_csv(folder / f"{stem}.csv", Row, nodes.rows),
        _write_csv(folder / f"{stem}-fixpoints.csv", Level, nodes.levels),
    ]


def _write_csv(path: Path, kind: type[Row] | type[Level], rows: Iterable[Row | Level]) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [each.name for each in fields(kind)])
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
    return path
