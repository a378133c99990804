"""Engines and parts of the ladder on the same boards: rows, fixpoints, tables, plots, the command."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from bench import crosscheck
from bench import nodes as nodes_module
from bench.boards import SIDES, BoardSet, at_sides
from bench.ladders import FULL, fixpoint, parts
from bench.node_tables import engine_lines, part_lines
from bench.nodes import Disagreement, Level, Nodes, Row, measure
from bench.plots import write as draw
from engines.ladder import Ascent
from models import PUZZLES, load, puzzle_class
from tests.bench.planting import plant, with_false_clause
from tests.boards import SAMPLES, samples
from tests.service.running import Run as Command

on_every_kind = pytest.mark.parametrize("kind", PUZZLES)

ENGINES = ("ladder", "sat", "cpsat", "raw")


def sample_set(kind: str) -> BoardSet:
    """The boards of the contract suites."""
    return BoardSet("samples", [sample.puzzle() for sample in samples(kind)])


def test_every_kind_has_sides_for_growth() -> None:
    assert SIDES.keys() == PUZZLES.keys()
    assert all(len(sides) >= 3 for sides in SIDES.values())


@on_every_kind
def test_parts_are_the_ladder_rung_by_rung_and_with_each_left_out(kind: str) -> None:
    rungs = puzzle_class(kind).rungs
    found = {part.name: part for part in parts(kind)}
    assert len(found) == 2 * len(rungs) + 1 + puzzle_class(kind).learns
    assert ("ladder without learning" in found) == puzzle_class(kind).learns
    assert found[FULL].rungs == rungs
    for place, name in enumerate(rungs):
        assert found[f"ladder to {name}"].rungs == rungs[: place + 1]
        assert set(rungs) - set(found[f"ladder without {name}"].rungs) == {name}
        assert found[f"ladder without {name}"].probing
        assert not found[f"ladder to {name}"].probing


@on_every_kind
def test_everyone_gives_the_verdict_on_every_sample(kind: str) -> None:
    nodes = measure(kind, [sample_set(kind)], ENGINES, 1)
    counts = [sample.count for sample in samples(kind)]
    words = ["none", "unique", "multiple"]
    asked = {*ENGINES, *(part.name for part in parts(kind))}
    for who in asked:
        assert [row.verdict for row in nodes.rows if row.engine == who] == [
            words[min(count, 2)] for count in counts
        ]
    assert {row.engine for row in nodes.rows} == asked


@pytest.mark.parametrize("sample", [each for each in SAMPLES if not each.at_sight], ids=str)
def test_a_part_to_a_rung_stops_at_the_fixpoint_of_its_rungs(sample) -> None:  # type: ignore[no-untyped-def]
    puzzle = sample.puzzle()
    for part in parts(sample.kind):
        if not part.probing:
            found = fixpoint(puzzle, part)
            ascent = Ascent(puzzle, part.rungs, probing=False)
            refuted = ascent.climb() < 0
            assert found.is_contradiction == refuted
            assert refuted or (found.candidates == ascent.candidates).all()
            assert found.is_reached


@on_every_kind
def test_fixpoints_shrink_as_rungs_are_added_and_the_full_ladder_never_moves_from_itself(kind: str) -> None:
    nodes = measure(kind, [sample_set(kind)], ("ladder",), 1)
    assert not any(level.moved for level in nodes.levels if level.part == FULL)
    assert all(level.extra is None or level.extra >= 0 for level in nodes.levels)
    names = [part.name for part in parts(kind)][: len(puzzle_class(kind).rungs) + 1]
    for board in {level.board for level in nodes.levels}:
        levels = [level for level in nodes.levels if level.board == board]
        if not any(level.contradiction for level in levels):
            left = [next(level.left for level in levels if level.part == name) for name in names]
            assert left == sorted(left, reverse=True)


def test_a_fixpoint_that_has_moved_is_told_bit_by_bit() -> None:
    # No window alone says anything; at most one of the four cells of ink is in both, so three are not.
    puzzle = load('{"kind":"fillapix","clues":[[null,null,null,null],[null,4,1,null],[null,null,null,null]]}')
    count, pair = (fixpoint(puzzle, part) for part in parts("fillapix")[:2])
    assert count.differs(pair)
    assert not pair.differs(pair)
    assert int(np.bitwise_count(count.candidates).sum()) == count.left > pair.left


def test_a_disagreement_ends_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "fillapix", "cnf_view", with_false_clause)
    blank = load('{"kind":"fillapix","clues":[[null]]}')
    with pytest.raises(Disagreement, match="sat has no solutions"):
        measure("fillapix", [BoardSet("one", [blank])], ENGINES, 1)


def test_a_part_of_the_ladder_ends_at_its_limit_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes_module, "PART_NODES", 3)
    measured = measure("fillapix", at_sides("fillapix", [8], 2, 1), ("ladder",), 1)
    limits = {(row.board, row.engine): row.limit for row in measured.rows}
    assert [limits[board, "ladder to count"] for board in (0, 1)] == ["nodes", "nodes"]
    assert [limits[board, "ladder"] for board in (0, 1)] == [None, None]


def row(engine: str, nodes: int, milliseconds: float, board: int = 0, verdict: str = "unique") -> Row:
    """A row with these figures."""
    limit = "time" if verdict == "undecided" else None
    times = 0.5, milliseconds
    return Row("a", board, "0", 3, 4, engine, verdict, 1, limit is None, limit, nodes, *times, None, "")


def handmade() -> Nodes:
    """Two boards, two engines, three parts; one part is out of time, another stops elsewhere."""
    nodes = Nodes("fillapix", 1, ("ladder", "sat"), 1.0, parts("fillapix")[:3])
    nodes.rows = [row("ladder", 3, 2.0), row("sat", 10, 4.0), row("ladder", 5, 4.0, 1)]
    nodes.rows += [row("sat", 90, 1000.0, 1, "undecided")]
    nodes.levels = [
        Level("a", 0, "ladder", 12, True, False, 0, False),
        Level("a", 0, "ladder to count", 20, False, False, 8, True),
        Level("a", 1, "ladder to count", 0, False, True, None, True),
        Level("a", 1, "ladder to pair", 16, False, False, None, None),
    ]
    return nodes


def test_lines_are_medians_and_counts_of_rows() -> None:
    ladder, sat = engine_lines(handmade())
    assert (ladder.nodes, ladder.nodes_max, ladder.solve_ms, ladder.solve_ms_max) == (4, 5, 3.0, 4.0)
    assert (sat.unique, sat.undecided, sat.boards) == (1, 1, 2)
    count, pair, full = part_lines(handmade())
    assert (count.part, count.moved, count.moved_boards, count.extra) == ("ladder to count", 2, (0, 1), 8)
    assert (count.finished, full.finished, pair.moved) == (1, 1, 0)


def test_plots_are_svg_with_named_axes_and_units(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = draw(handmade(), tmp_path)
    assert [path.name for path in paths] == ["nodes-fillapix-size.svg", "nodes-fillapix-engines.svg"]
    for path in paths:
        ElementTree.parse(path)
        text = path.read_text()
        assert re.search(r"\(ms\)", text)
    assert "board size (cells)" in paths[0].read_text()
    assert "sat (decisions)" in paths[1].read_text()


def test_one_engine_alone_is_drawn_without_a_warning(tmp_path: Path) -> None:
    nodes = measure("fillapix", [sample_set("fillapix")], ["ladder"], 1)
    assert len(draw(nodes, tmp_path)) == 2


def test_equal_figures_give_equal_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = draw(handmade(), tmp_path / "a"), draw(handmade(), tmp_path / "b")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_the_command_prints_tables_and_writes_report_csv_and_plots(rungwise: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    options = ["--kind", "fillapix", "--sides", "4,6", "--boards", "2", "--out", str(tmp_path)]
    ran = rungwise("bench", "nodes", *options)
    assert ran.code == 0
    assert re.search(r"^ladder +2 +2 +0 +0 +0 ", ran.out, re.MULTILINE)
    assert "stops elsewhere" in ran.out
    report = json.loads((tmp_path / "nodes-fillapix.json").read_text())
    assert report["machine"]["packages"]["numba"]
    assert {line["set"] for line in report["engine_lines"]} == {"4x4", "6x6"}
    with (tmp_path / "nodes-fillapix.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(report["rows"]) == 2 * 2 * (4 + 5)
    assert len(list(tmp_path.glob("*.svg"))) == 2


def test_the_command_measures_a_file_alone(rungwise: Command, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text("".join(json.dumps(each.puzzle().to_json()) + "\n" for each in samples("doppelblock")))
    options = ["--kind", "doppelblock", "--boards", "0", "--file", str(file), "--no-plots", "--json"]
    ran = rungwise("bench", "nodes", *options, "--engines", "ladder,sat", "--out", str(tmp_path / "out"))
    assert ran.code == 0
    assert {row["board"] for row in ran.object["rows"]} == set(range(len(samples("doppelblock"))))
    assert not list((tmp_path / "out").glob("*.svg"))


def test_the_command_writes_a_reproducer_on_a_disagreement(
    rungwise: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "fillapix", "cnf_view", with_false_clause)
    monkeypatch.setattr(crosscheck, "SHRINKING", 5.0)
    file = tmp_path / "board.json"
    file.write_text('{"kind":"fillapix","clues":[[0,null,null],[null,null,null],[null,null,0]]}')
    options = ["--kind", "fillapix", "--boards", "0", "--file", str(file), "--no-plots"]
    ran = rungwise("bench", "nodes", *options, "--out", str(tmp_path / "out"))
    assert ran.code == 4
    (path,) = (tmp_path / "out").glob("disagreement-*.json")
    assert str(path) in ran.err
    assert load(path.read_text()).shape == (1, 1)


@pytest.mark.parametrize(
    "options",
    [
        ["--kind", "nonogram"],
        ["--kind", "fillapix", "--sides", "0,2"],
        ["--kind", "fillapix", "--boards", "0"],
    ],
    ids=str,
)
def test_what_cannot_be_measured_is_one_line(options: list[str], rungwise: Command, tmp_path: Path) -> None:
    ran = rungwise("bench", "nodes", *options, "--no-plots", "--out", str(tmp_path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
