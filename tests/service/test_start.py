"""What a command imports: no more than it uses, so that help and small commands are quick."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.running import ROOT, UNIQUE

HEAVY = ("numba", "ortools", "pysat", "numpy", "scipy", "PIL", "fastapi", "asyncio", "rich.progress")


def imported_by(*arguments: str) -> set[str]:
    """Which heavy libraries a command has imported when it ends."""
    script = (
        "import sys\nfrom service.cli import main\ncode = main(sys.argv[2:])\n"
        "print('', *[name for name in sys.argv[1].split(',') if name in sys.modules], sep='\\n')\n"
        "sys.exit(code)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, ",".join(HEAVY), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.split("\n")) & set(HEAVY)


def test_help_imports_nothing_heavy() -> None:
    assert imported_by("--help") == set()
    assert imported_by("certify", "--help") == set()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["convert", UNIQUE, "--to", "plain"], {"numpy"}),
        (["solve", UNIQUE, "--engine", "sat"], {"numpy", "pysat"}),
        (["certify", UNIQUE], {"numpy", "pysat", "numba"}),
    ],
)
def test_a_command_pays_only_for_what_it_uses(arguments: list[str], expected: set[str]) -> None:
    assert imported_by(*arguments) & {"numpy", "pysat", "numba", "ortools", "fastapi", "PIL"} == expected


def test_a_stranger_in_the_folder_of_scripts_is_not_taken_for_our_models(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text("raise SystemExit('the models.py of another package')")
    (tmp_path / "rungwise").write_text("import sys\nfrom service.cli import main\nsys.exit(main())\n")
    ran = subprocess.run(
        [sys.executable, str(tmp_path / "rungwise"), "convert", UNIQUE, "--to", "tatham"],
        cwd=tmp_path.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "3x3:4c9d\n", "")
