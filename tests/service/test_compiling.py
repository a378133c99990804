"""The first command says that it compiles, in one line and beforehand; the next ones have nothing to say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from models.compiling import NOTE
from tests.service.running import UNIQUE, process


@pytest.mark.parametrize("command", ["certify", "solve --engine raw"])
def test_a_compile_is_announced_once_and_kept_kernels_are_not(tmp_path: Path, command: str) -> None:
    cache = {"RUNGWISE_CACHE": str(tmp_path)}
    first, *options = command.split()
    begun = time.perf_counter()
    with process(first, UNIQUE, *options, env=cache) as cold:
        assert cold.stderr is not None
        line = cold.stderr.readline()
        told = time.perf_counter()
        out, rest = cold.communicate(timeout=300)
    ended = time.perf_counter()
    assert (line, rest, cold.returncode) == (f"rungwise: {NOTE}\n", "", 0)
    assert told - begun < (ended - begun) / 2, "it is said before the wait"
    with process(first, UNIQUE, *options, env=cache) as kept:
        again, complaint = kept.communicate(timeout=300)
    assert (complaint, kept.returncode) == ("", 0)
    assert len(again.splitlines()) == len(out.splitlines())


def test_what_needs_no_kernels_compiles_none(tmp_path: Path) -> None:
    with process("convert", UNIQUE, "--to", "plain", env={"RUNGWISE_CACHE": str(tmp_path)}) as started:
        _, complaint = started.communicate(timeout=60)
    assert complaint == ""
    assert not list(tmp_path.iterdir())
