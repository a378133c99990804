"""The findings of a cross-check on disk, one JSON object a line, so that a run that broke off goes on.

A log belongs to one run of one program: kind, sides, seed and a digest of the sources are in its name, so
what an older program found is never taken for this one's.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.crosscheck import Finding, Run
from bench.machine import machine, program_digest


class Log:
    """The log of a run in a folder, open for more. A context."""

    def __init__(self, folder: Path, run: Run) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        low, high = run.sides
        name = f"crosscheck-{run.kind}-{low}..{high}-seed{run.seed}-{program_digest()}.jsonl"
        self.path = folder / name
        self.run = run
        self.findings: dict[int, Finding] = {}

    def __enter__(self) -> Self:
        self.file = self.path.open("a+b")
        head = {"run": asdict(self.run), "machine": machine()}
        lines = self._whole_lines()
        if lines and lines[0].get("run") == json.loads(json.dumps(head["run"])):
            found = (Finding(**line) for line in lines[1:])
            self.findings = {finding.number: finding for finding in found}
        else:
            self.file.truncate(0)
            self._write(head)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def _whole_lines(self) -> list[dict[str, Any]]:
        """The lines so far; one that was cut off in the middle is cut away."""
        self.file.seek(0)
        text = self.file.read()
        end = text.rfind(b"\n") + 1
        self.file.truncate(end)
        return [json.loads(line) for line in text[:end].splitlines()]

    def _write(self, data: dict[str, Any]) -> None:
        self.file.write(json.dumps(data).encode() + b"\n")
        self.file.flush()

    def add(self, finding: Finding) -> None:
        """Keep a finding; a fault's board is written to a file of its own, too."""
        self.findings[finding.number] = finding
        self._write(finding.to_json())
        if finding.reproducer is not None:
            self.reproducer_path(finding).write_text(json.dumps(finding.reproducer, indent=1) + "\n")
            os.fsync(self.file.fileno())

    def reproducer_path(self, finding: Finding) -> Path:
        """Where the shrunk board of a fault is written."""
        return self.path.with_name(f"disagreement-{self.run.kind}-seed{self.run.seed}-{finding.number}.json")
