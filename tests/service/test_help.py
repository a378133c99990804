"""Help and versions: on standard output, with status 0."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from service.cli import version as told
from tests.service.running import Run
from tests.service.test_start import imported_by


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
