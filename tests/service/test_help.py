"""Help and versions: on standard output, with status 0."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any

import pytest
import typer

from bench.studies import tables_of
from engines import ENGINES
from models import PUZZLES
from models.fillapix.generate import PATIENT_CELLS, PATIENT_FEWEST
from models.formats import written
from service.cli import study
from service.cli import version as told
from service.cli.app import app
from tests.service.running import Run
from tests.service.test_start import imported_by


def command(*words: str) -> Any:
    """A command of the program, by its words."""
    found: Any = typer.main.get_command(app)
    for word in words:
        found = found.get_command(None, word)
    return found


def option(name: str, *words: str) -> Any:
    """An option of a command."""
    (found,) = [each for each in command(*words).params if name in each.opts]
    return found


GROUPS = ("generate", "bench")
COMMANDS = [
    (*path, name)
    for path in ((), *((group,) for group in GROUPS))
    for name in command(*path).list_commands(None)
    if (*path, name) not in {(group,) for group in GROUPS}
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_option_has_a_line_of_help(words: tuple[str, ...]) -> None:
    for each in command(*words).params:
        assert each.help, f"{' '.join(words)} {each.name}"


@pytest.mark.parametrize("kind", PUZZLES)
def test_help_of_a_generator_says_what_is_needed_and_no_name_from_the_code(kind: str) -> None:
    made = command("generate", kind)
    texts = [made.help, *(each.help for each in made.params)]
    assert not re.findall(r"\b(?:[A-Z][a-z]+){2,}\b|\b[A-Z]{4,}\b|``|_", " ".join(texts).replace("JSON", ""))
    size = option("--size", "generate", kind)
    assert size.required or "Needed unless there is a --picture" in size.help


def test_help_says_when_thinning_needs_a_deadline() -> None:
    text = option("--seconds", "generate", "fillapix").help
    assert f"{PATIENT_CELLS:,} cells" in text
    assert f"more than {PATIENT_FEWEST}" in text


def test_help_says_what_a_json_object_is_about() -> None:
    about = {
        words: option("--json", *words).help for words in COMMANDS if words not in {("batch",), ("serve",)}
    }
    puzzles = {words for words, text in about.items() if text == "Print one JSON object a puzzle."}
    assert puzzles == {
        words
        for words in about
        if words[0] == "generate" or "puzzles" in {p.name for p in command(*words).params}
    }
    assert "a certificate" in about["verify",]
    assert "a size" in about["twins",]


@pytest.mark.parametrize(
    "name", ["certify", "verify", "solve", "count", "explain", "grade", "compare", "convert"]
)
def test_help_tells_the_exit_status(name: str) -> None:
    assert "Exit status: 0" in command(name).help


def test_help_lists_what_can_be_named() -> None:
    assert re.findall(r"\w+", option("--to", "convert").help.replace(" or ", " ")) == sorted(written())
    assert all(name in option("--engines", "compare").help for name in ENGINES)
    assert {kind: names.split(", ") for kind, names in study.TABLES.items()} == {
        kind: list(tables_of(kind)) for kind in PUZZLES
    }
    assert all(names in option("--table", "study").help for names in study.TABLES.values())
    assert all(kind in command("study").params[0].help for kind in PUZZLES)


@pytest.mark.parametrize(
    ("group", "holds"), [([], "certify"), (["generate"], "fillapix"), (["bench"], "speed")]
)
def test_a_group_without_a_command_shows_its_help(rungwise: Run, group: list[str], holds: str) -> None:
    ran = rungwise(*group)
    assert (ran.code, ran.err) == (0, "")
    assert holds in ran.out
    assert ran.out.rstrip() == rungwise(*group, "--help").out.rstrip()


def test_the_versions_of_everything_that_decides_are_told(rungwise: Run) -> None:
    ran = rungwise("--version")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"rungwise {version('rungwise')}"
    for library in ("numba", "ortools", "python-sat"):
        assert f"{library} {version(library)}" in lines


def test_versions_are_told_without_importing_the_libraries() -> None:
    assert imported_by("--version") == set()


def test_a_library_that_is_not_installed_is_told_as_such(
    rungwise: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "LIBRARIES", ("no-such-library",))
    assert rungwise("--version").out.splitlines()[-1] == "no-such-library not installed"
