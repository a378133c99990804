"""What a cross-check found, in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from bench.agreement import everyone
from bench.crosscheck import Finding, Run
from bench.machine import machine
from engines.engine import Verdict

VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNDECIDED, Verdict.CONFLICT)


class Summary:
    """Counts over the findings of a run."""

    def __init__(self, run: Run, findings: Iterable[Finding]) -> None:
        self.run = run
        self.verdicts: Counter[str] = Counter()
        self.sorts: Counter[str] = Counter()
        self.undecided: Counter[str] = Counter()
        self.full_lists = 0
        self.seconds = 0.0
        self.faults: list[Finding] = []
        for finding in findings:
            self.verdicts[finding.verdict] += 1
            self.sorts[finding.sort] += 1
            self.undecided.update(finding.undecided)
            self.full_lists += finding.verdict != Verdict.UNDECIDED and finding.solutions < run.solutions
            self.seconds += finding.seconds
            if finding.fault:
                self.faults.append(finding)

    @property
    def boards(self) -> int:
        """How many boards were checked."""
        return self.verdicts.total()

    def to_json(self) -> dict[str, Any]:
        """Plain values, with the machine and all that makes the boards again."""
        return {
            "kind": self.run.kind,
            "seed": self.run.seed,
            "sides": list(self.run.sides),
            "boards": self.boards,
            "verdicts": {str(name): self.verdicts[name] for name in VERDICTS},
            "sorts": dict(sorted(self.sorts.items())),
            "full_lists": self.full_lists,
            "undecided": dict(sorted(self.undecided.items())),
            "seconds": round(self.seconds, 2),
            "asked": list(everyone(self.run.kind)),
            "disagreements": [finding.to_json() for finding in self.faults],
            "machine": machine(),
        }

    def __str__(self) -> str:
        low, high = self.run.sides
        verdicts = ", ".join(f"{self.verdicts[name]} {name}" for name in VERDICTS if self.verdicts[name])
        said = f"{len(self.faults)} disagreements" if self.faults else "no disagreement"
        asked = len(everyone(self.run.kind))
        text = (
            f"{self.run.kind}, sides {low} to {high}, seed {self.run.seed}: {self.boards} boards "
            f"({verdicts}), {self.full_lists} with all solutions listed, {asked} ways to solve, {said}"
        )
        if self.undecided:
            late = ", ".join(f"{name} {count}" for name, count in sorted(self.undecided.items()))
            text += f"; out of time: {late}"
        return text
