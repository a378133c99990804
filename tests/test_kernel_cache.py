"""An edit in any file that declares kernels recompiles, also where only the callers are cached."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

FIRST_REASON = """
from models import load
from models import kernel
from engines.ladder import Ascent
ascent = Ascent(load("fillapix\\n4..\\n.9.\\n..."), rungs=("count",))
ascent.step(0)
print(kernel.source_digest(), ascent.trail[kernel.HEAD, 1])
"""
"""Runs one rung once on a tiny board and prints the reason that ``remove`` wrote for its first removal."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The source tree, free to be edited."""
    for folder in ("models", "engines"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(tree: Path) -> tuple[str, int]:
    """The digest of the kernel sources, and what the rung wrote, in a new process."""
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_REASON],
        cwd=tree,
        env=os.environ | {"RUNGWISE_CACHE": str(tree / "cache"), "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
    )
    digest, reason = ran.stdout.split()
    return digest, int(reason)


def test_an_edit_of_a_kernel_in_another_file_changes_what_its_callers_do(copy: Path) -> None:
    before, reason = run(copy)
    caches = list((copy / "cache").iterdir())
    assert [before in each.name for each in caches] == [True]
    assert any(caches[0].rglob("*.nbc")), "compiled code is kept on disk"
    assert run(copy) == (before, reason)
    edit(
        copy / "models" / "kernel.py",
        "    trail[length, 1] = reason\n",
        "    trail[length, 1] = reason + 1000\n",
    )
    after, other = run(copy)
    assert after != before
    assert other == reason + 1000
    assert len(list((copy / "cache").iterdir())) == 2


@pytest.mark.parametrize(
    "name", ["models/kernel.py", "models/fillapix/rungs.py", "engines/ladder.py", "engines/search.py"]
)
def test_every_file_with_kernels_is_in_the_digest(copy: Path, name: str) -> None:
    before = digest(copy)
    with (copy / name).open("a") as source:
        source.write("# a comment\n")
    assert digest(copy) != before


def test_a_file_without_kernels_is_not_in_the_digest(copy: Path) -> None:
    before = digest(copy)
    with (copy / "models" / "fillapix" / "rules.py").open("a") as source:
        source.write("# a comment\n")
    assert digest(copy) == before


def digest(tree: Path) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", "from models.kernel import source_digest; print(source_digest())"],
        cwd=tree,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_kernels_in_a_folder_that_cannot_be_written_to_are_used_all_the_same(copy: Path) -> None:
    run(copy)
    cache = copy / "cache"
    locked = f"""
import os, sys
from models.compiling import on_first_compile
on_first_compile(lambda: print("compiles", file=sys.stderr))
may = os.access
os.access = lambda path, mode: not str(path).startswith({str(cache)!r}) and may(path, mode)
"""
    before = sorted(cache.rglob("*"))
    ran = subprocess.run(
        [sys.executable, "-c", locked + FIRST_REASON],
        cwd=copy,
        env=os.environ | {"RUNGWISE_CACHE": str(cache), "PYTHONPATH": str(copy), "TMPDIR": str(copy)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == "", "nothing is compiled"
    (own,) = copy.glob("rungwise-kernels-*")
    assert len(sorted(own.rglob("*.nbc"))) == sum(path.suffix == ".nbc" for path in before) > 0
    assert sorted(cache.rglob("*")) == before
