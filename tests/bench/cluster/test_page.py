"""docs/cluster.md and compose.cluster.yaml are held to the code: commands, options, numbers, one image."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from typing import Any

import pytest
import yaml

from bench import pace
from bench.cluster import connection, executor, report, there
from service.batches import AGAIN_SECONDS
from service.cli import main
from service.runs import RUN_BYTES
from tests.bench.cluster.conftest import ROOT

PAGE = (ROOT / "docs" / "cluster.md").read_text()
LINES = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
]


def test_every_command_and_option_is_one_of_the_programs(capsys: pytest.CaptureFixture[str]) -> None:
    names = set()
    for line in LINES:
        words = shlex.split(line)
        if words[0] != "rungwise":
            continue
        names.add(words[1])
        depth = 2 if words[1] in ("generate", "bench") else 1
        assert main([*words[1 : 1 + depth], "--help"]) == 0
        told = capsys.readouterr().out
        assert all(re.search(rf"{word}\b", told) for word in words if word.startswith("--")), line
    assert names == {"batch", "bench", "study", "generate"}


def test_every_option_of_dasks_programs_is_one_of_theirs() -> None:
    compose = (ROOT / "compose.cluster.yaml").read_text()
    for name in ("dask_scheduler", "dask_worker"):
        command: Any = import_module(f"distributed.cli.{name}").main
        known = {
            option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
        }
        for text in (PAGE, compose):
            for part in re.findall(
                rf"distributed\.cli\.{name}\b([^`]*?)(?:\n\s*environment|\n```|\npython|\nrungwise)", text
            ):
                assert set(re.findall(r"--[a-z-]+", part)) <= known, part


def test_numbers_are_those_of_the_program() -> None:
    for told in (
        f"within {connection.CONNECT_SECONDS:g} s",
        f"no workers after {connection.WORKER_SECONDS:g} s",
        f"wait {executor.LONELY_SECONDS:g} s",
        f"tries every {AGAIN_SECONDS:g} s",
        f"ended after {there.GRACE:g} s",
        f"at most {pace.MOST}, or\n{RUN_BYTES // 1000} kB",
    ):
        assert told in PAGE, told
    assert pace.AIM == 0.5
    assert executor.AHEAD == 3
    assert report.BEGIN in PAGE
    assert report.END in PAGE


def test_all_parts_of_the_cluster_are_one_image_and_only_the_service_is_seen_from_outside() -> None:
    compose = yaml.safe_load((ROOT / "compose.cluster.yaml").read_text())
    parts = compose["services"]
    assert {part["image"] for part in parts.values()} == {"rungwise-cluster"}
    assert [name for name, part in parts.items() if "ports" in part] == ["rungwise"]
    assert compose["networks"]["cluster"] == {"internal": True}
    assert all("cluster" in part["networks"] for part in parts.values())
    assert "--nthreads 1" in " ".join(parts["worker"]["command"])
    assert "dask]" in (ROOT / "Dockerfile").read_text()
