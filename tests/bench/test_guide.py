"""docs/bench.md is held to the code: commands, options, contenders, plots."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bench.baselines import RIVALS, SIMPLE
from bench.crosscheck import SECONDS, SOLUTIONS
from bench.nodes import PART_NODES
from service.cli import main

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "bench.md").read_text()


def test_every_command_and_option_is_one_of_the_programs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        line
        for block in re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
    ]
    names = set()
    for line in lines:
        words = shlex.split(line)[1:]
        names.add(words[1])
        assert main([*words[:2], "--help"]) == 0
        told = capsys.readouterr().out
        assert all(re.search(rf"{word}\b", told) for word in words if word.startswith("--")), line
    assert names == {"speed", "nodes", "crosscheck"}


def test_every_contender_is_named() -> None:
    assert all(f"`{name}`" in GUIDE for name in (*SIMPLE, *RIVALS))


def test_limits_are_those_of_the_program() -> None:
    assert f"{SOLUTIONS} solutions, {SECONDS:g} s" in GUIDE
    assert f"end after {PART_NODES:,} nodes" in GUIDE


def test_plots_are_there() -> None:
    plots = re.findall(r"\]\(([^)]+\.svg)\)", GUIDE)
    assert len(plots) == 6
    assert all((ROOT / "docs" / plot).read_text().startswith("<?xml") for plot in plots)
