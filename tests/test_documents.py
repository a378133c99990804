"""What documents quote is what the results hold, and the results of the studies hold what they must."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bench.quote import BLOCK, DOCUMENTS, RESULTS, load_study, quote
from bench.studies import STUDIES, plot_of, tables_of
from bench.studies.table import DIFFERENT, EQUAL, tally
from service.cli import main

ROOT = Path(__file__).resolve().parents[1]
TEXTS = {path.name: path.read_text() for path in DOCUMENTS}


@pytest.mark.parametrize("name", TEXTS)
def test_quoted_tables_are_those_of_the_results(name: str) -> None:
    assert quote(TEXTS[name]) == TEXTS[name]


def test_findings_quote_every_kind_and_no_block_is_empty() -> None:
    found = list(BLOCK.finditer(TEXTS["findings.md"]))
    assert {block["names"].split()[0] for block in found} == set(STUDIES)
    for block in found:
        assert block["names"].endswith("summary") or block[0].count("\n| ") > 1


@pytest.mark.parametrize("name", TEXTS)
def test_no_mark_is_misspelt(name: str) -> None:
    marks = re.findall(r"<!-- (?!(?:measured by bench.cluster|end of what is measured) -->)", TEXTS[name])
    assert 2 * len(BLOCK.findall(TEXTS[name])) == len(marks)


@pytest.mark.parametrize("kind", STUDIES)
def test_results_hold_every_table_and_no_exact_figure_differs(kind: str) -> None:
    study = load_study(kind)
    assert list(study.tables) == list(tables_of(kind))
    counts = tally(study.tables.values())
    assert counts.get(DIFFERENT, 0) == 0
    assert counts[EQUAL] >= 3
    assert (RESULTS / f"study-{kind}.md").read_text() == study.to_markdown()
    assert (RESULTS / f"study-{kind}.svg").stat().st_size > 1000
    assert plot_of(kind).table in study.tables


def test_the_guide_lists_every_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXTS["studies.md"], re.MULTILINE)
    told = {kind: re.findall(r"`(\w+)`", names) for kind, names in rows if kind in STUDIES}
    assert told == {kind: list(tables_of(kind)) for kind in STUDIES}


def test_the_output_in_the_guide_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.compile(r"^```console\n\$ rungwise (.*?)^```$", re.DOTALL | re.MULTILINE)
    (block,) = shown.findall(TEXTS["studies.md"])
    command, _, output = block.partition("\n")
    assert main([*shlex.split(command), "--jobs", "0"]) == 0
    assert capsys.readouterr().out == output


def test_commands_in_the_documents_name_tables_that_there_are() -> None:
    commands = re.findall(r"rungwise study (\w+)([^`\n]*)", "".join(TEXTS.values()))
    assert len(commands) > 12
    for kind, options in commands:
        assert set(re.findall(r"--table (\w+)", options)) <= set(tables_of(kind))


def test_the_file_of_twin_rates_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["twins", "--size", "50", "--table"]) == 0
    assert capsys.readouterr().out == (RESULTS / "twin-rates.txt").read_text()


def test_pictures_and_pages_that_documents_point_to_are_there() -> None:
    for path in DOCUMENTS:
        for name in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / name).exists(), f"{path.name}: {name}"
