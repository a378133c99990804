"""Boards and commands that the tests of the command line share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.compiling import NOTE
from service.cli.lines import long_numbers

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Ran:
    """What a command left behind, but for the note that kernels had to be compiled first."""

    code: int
    out: str
    err: str

    def __post_init__(self) -> None:
        self.err = self.err.replace(f"rungwise: {NOTE}\n", "")

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects it printed, one a line."""
        with long_numbers():
            return [json.loads(line) for line in self.out.splitlines()]

    @property
    def object(self) -> dict[str, Any]:
        """The only one."""
        (only,) = self.objects
        return only


Run = Callable[..., Ran]


def process(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start a command as a process of its own, its output in pipes."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        stdin=options.pop("stdin", subprocess.DEVNULL),
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **options,
    )


UNIQUE = '{"id":"nine","kind":"fillapix","clues":[[4,null,null],[null,9,null],[null,null,null]]}'
MULTIPLE = '{"id":"many","kind":"fillapix","clues":[[2,null,2],[null,null,null],[2,null,2]]}'
NONE = '{"id":"corner","kind":"fillapix","clues":[[5,null],[null,null]]}'
CLASH = '{"id":"clash","kind":"fillapix","clues":[[4,null,0],[null,null,null]]}'
FREE = json.dumps({"kind": "fillapix", "clues": [[None] * 20] * 20})
