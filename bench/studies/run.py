"""One run of a study: its tables one after another, and what is written of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.machine import machine
from bench.studies import plot_of, tables_of
from bench.studies.lab import Lab
from bench.studies.plot import draw_shares, has_matplotlib
from bench.studies.table import Table, tally


@dataclass
class Study:
    """The tables of one kind measured so far, in order, and the seconds that each took."""

    kind: str
    seed: int
    boards: int | None
    tables: dict[str, Table] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def measure(self, lab: Lab, names: Sequence[str] = ()) -> Iterator[Table]:
        """Measure the named tables, or all."""
        every = tables_of(self.kind)
        for name in names or every:
            started = time.perf_counter()
            self.tables[name] = every[name](lab)
            self.seconds[name] = round(time.perf_counter() - started, 1)
            yield self.tables[name]

    @property
    def command(self) -> str:
        """What makes these tables again."""
        whole = self.tables.keys() == tables_of(self.kind).keys()
        chosen = "" if whole else "".join(f" --table {name}" for name in self.tables)
        boards = "" if self.boards is None else f" --boards {self.boards}"
        return f"rungwise study {self.kind}{chosen}{boards} --seed {self.seed}"

    def to_json(self) -> dict[str, Any]:
        """Plain values; ``Study.from_json`` reads them."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "boards": self.boards,
            "command": self.command,
            "machine": machine(),
            "seconds": self.seconds,
            "comparison": tally(self.tables.values()),
            "tables": {name: table.to_json() for name, table in self.tables.items()},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Study:
        """The inverse of ``to_json``, but for the machine."""
        tables = {name: Table.from_json(table) for name, table in data["tables"].items()}
        return cls(data["kind"], data["seed"], data["boards"], tables, data["seconds"])

    def to_markdown(self) -> str:
        """All tables, under a line that says how they were made and what they say together."""
        said = ", ".join(f"{count} {says}" for says, count in tally(self.tables.values()).items())
        head = f"# Study of {self.kind}\n\nMade by `{self.command}`. Figures: {said}.\n"
        return "\n".join([head, *(table.to_markdown() + "\n" for table in self.tables.values())])

    def write(self, folder: Path) -> list[Path]:
        """Write JSON, Markdown, and the plot where Matplotlib is installed; the paths written."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"study-{self.kind}.json"
        path.write_text(json.dumps(self.to_json(), indent=1) + "\n")
        path.with_suffix(".md").write_text(self.to_markdown())
        written = [path, path.with_suffix(".md")]
        plot = plot_of(self.kind)
        if plot.table in self.tables and has_matplotlib():
            written.append(path.with_suffix(".svg"))
            draw_shares(plot, self.tables[plot.table], written[-1])
        return written
