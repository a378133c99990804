"""README and the continuous check are held to the code: commands, options, outputs, tables."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from engines import ENGINES
from models import PUZZLES, load
from models.formats import FORMATS, format_module
from service.cli import INTERRUPTED, PIPE_CLOSED, main
from service.cli.app import app
from service.cli.exits import Exit

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
BENCH = (ROOT / "docs" / "bench.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
CONSOLE = [text for language, text in BLOCKS if language == "console"]
SHELL = [text for language, text in BLOCKS if language == "sh"]


def commands() -> list[list[str]]:
    """Every use of rungwise in README, as words."""
    lines = [line for text in SHELL + CONSOLE for line in text.splitlines()]
    found = []
    for line in lines:
        for part in re.split(r"&&|\||>", line.removeprefix("$ ")):
            words = shlex.split(part) if "rungwise " in part and part.strip()[0] != "{" else []
            if words and words[0].endswith("rungwise"):
                found.append(words[1:])
    return found


def test_every_command_and_option_in_readme_is_one_of_the_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(commands()) > 12
    for words in commands():
        depth = 2 if words[0] in ("generate", "bench") else 1
        assert main([*words[:depth], "--help"]) == 0
        told = capsys.readouterr().out
        for option in (word for word in words if word.startswith("--")):
            assert re.search(rf"{option}\b", told), f"{words[:depth]} has no {option}"


def test_readme_shows_every_command() -> None:
    group = typer.main.get_command(app)
    assert {words[0] for words in commands()} == set(group.commands)  # type: ignore[attr-defined]


def test_no_line_in_readme_writes_where_another_has_written() -> None:
    lines = [line for text in SHELL for line in text.splitlines()]
    files = re.findall(r"> (\S+)|rungwise batch .*--out (\S+)", "\n".join(lines))
    written = [name for pair in files for name in pair if name]
    assert len(written) == 4
    assert len(set(written)) == len(written)


def test_what_readme_reads_and_the_project_has_not_is_written_before() -> None:
    words = [word for text in SHELL for line in text.splitlines() for word in line.split()]
    assert words[words.index("boards.jsonl") - 1] == ">"


def test_readme_names_the_calls_that_there_are() -> None:
    pytest.importorskip("pydantic")
    from service.work.options import REQUESTS

    sentence = README.partition("brings the HTTP service:")[2].partition("as calls")[0]
    assert re.findall(r"`(\w+)`", sentence) == list(REQUESTS)


def test_compiling_takes_as_long_as_was_measured() -> None:
    found = re.search(r"takes (\d+) to (\d+) s for each kind", README)
    assert found is not None
    measured = re.findall(r"\| whole `certify` command, \w+ \| .* \| ([\d,]+) compiling", BENCH)
    assert len(measured) == len(PUZZLES)
    assert all(int(found[1]) <= int(each.replace(",", "")) / 1000 <= int(found[2]) for each in measured)


def masked(text: str) -> list[str]:
    """Lines without what differs between two runs: times, an engine's counters, the width of columns."""
    lines = [
        re.sub(r'("(?:build|solve)_seconds": |"counters": )([\d.e-]+|{.*?})', r"\1_", line)
        for line in text.splitlines()
    ]
    return [
        " ".join(line.split()[:3] if line.split()[:1] and line.split()[0] in ENGINES else line.split())
        for line in lines
    ]


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.split()[2])
def test_outputs_in_readme_are_what_commands_print(
    block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, output = block.partition("\n")
    main(shlex.split(command.removeprefix("$ rungwise ")))
    printed = capsys.readouterr().out
    assert masked(printed) == masked(output)


def test_the_library_lines_run_as_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = [text for language, text in BLOCKS if language == "python"]
    exec(lines, {})
    assert capsys.readouterr().out.startswith(re.findall(r"# (.*)", lines)[0])


def table_after(title: str) -> list[list[str]]:
    """The cells of the first table below a line that holds the title."""
    rows: list[list[str]] = []
    for line in README.partition(title)[2].splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return [row for row in rows if not set("".join(row)) <= set("- ")]


def test_readme_lists_every_format_and_whether_it_is_written() -> None:
    told = {row[0].strip("`"): row[2] == "yes" for row in table_after("## Formats")[1:]}
    assert told == {name: hasattr(format_module(name), "write") for name in FORMATS}


def test_readme_shows_our_own_link_of_fillapix_and_calls_it_so() -> None:
    (row,) = [row for row in table_after("## Formats")[1:] if row[0] == "`puzzlink`"]
    (link,) = re.findall(r"`(fillapix/[^`]+)` is our own", row[1])
    assert link == format_module("puzzlink").write(load("3x3:4c9d"))


def test_readme_lists_every_exit_status() -> None:
    told = {int(code) for row in table_after("rungwise bench speed")[1:] for code in row[0].split(",")}
    assert told == {*Exit, INTERRUPTED, PIPE_CLOSED}


def test_readme_names_every_engine() -> None:
    assert all(f"`{name}`" in README for name in ENGINES)


def test_settings_in_readme_are_read_by_the_program() -> None:
    sources = "".join(
        path.read_text() for folder in ("models", "service") for path in (ROOT / folder).rglob("*.py")
    )
    told = [row[0].strip("`") for row in table_after("## Settings")[1:]]
    ours = [name for name in told if name.startswith("RUNGWISE_")]
    assert all(f'"{name}"' in sources for name in ours)
    assert set(re.findall(r'"(RUNGWISE_\w+)"', sources)) <= set(told)


def test_there_are_exactly_two_set_up_commands_and_the_check_runs_the_tests_as_told() -> None:
    set_up = [text.strip() for text in SHELL if "-m venv" in text]
    assert len(set_up) == 2
    check = (ROOT / ".ci" / "run").read_text()
    assert f'step "{set_up[1]}"' in check
    assert set_up[0].rpartition("&& ")[2] in check


def test_the_pictures_in_readme_are_what_the_program_draws() -> None:
    from engines import certify

    puzzle = load((ROOT / "examples" / "unique" / "key.txt").read_text())
    answer = certify(puzzle).solutions[0]
    assert (ROOT / "docs" / "board.svg").read_text() == puzzle.draw_svg() + "\n"
    assert (ROOT / "docs" / "answer.svg").read_text() == puzzle.draw_svg(answer) + "\n"
    for name in re.findall(r"\]\((docs/[^)]+)\)", README):
        assert (ROOT / name).exists()
