"""Puts measured figures into documents: ``python -m bench.quote`` rewrites what stands between marks.

A block begins with one of these marks and ends with ``<!-- end -->``; a test holds the documents to the
files in ``bench/results``.

* ``<!-- study KIND TABLE -->``, or ``... TABLE: column, column``: a table of a study; with ``summary`` for a
  table, how many of its figures say what.
* ``<!-- speed KIND: contender, contender -->``: what bench speed measured, median and maximum; with
  ``generator`` after the kind, what its generator and the whole command took.
* ``<!-- proofs: column, column -->``: what certificates cost, by kind and size.
* ``<!-- load NAME -->``: what the service bore, ``load-NAME.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bench.speed_tables import table
from bench.studies.run import Study
from bench.studies.table import Table, tally

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(
    r"(?P<mark><!-- (?P<what>study|speed|proofs|load)(?P<names>(?: \w+)*)(?:: (?P<columns>[^>]*?))? -->\n)"
    r".*?(?P<end><!-- end -->)",
    re.DOTALL,
)
SUMMARY = "summary"
GENERATOR = "generator"
PROOF_COLUMNS = {
    "boards": "boards",
    "verified": "verified",
    "with steps": "with_steps",
    "solve ms": "solve_ms",
    "prove ms": "prove_ms",
    "check ms": "check_ms",
    "check / solve": "check_by_solve",
    "check steps ms": "steps_ms",
    "kB": "bytes",
}
"""Title -> key of bench/results/certificates.json."""


def quote(text: str) -> str:
    """The text with every block as it is in the results; KeyError on what is not there."""
    return BLOCK.sub(lambda found: found["mark"] + _quoted(found) + found["end"], text)


def _quoted(found: re.Match[str]) -> str:
    names = found["names"].split()
    columns = [column.strip() for column in found["columns"].split(",")] if found["columns"] else []
    if found["what"] == "study":
        return _study(names[0], names[1], columns)
    if found["what"] == "speed":
        return _generator(names[0]) if names[1:] == [GENERATOR] else _speed(names[0], columns)
    return _load(names[0]) if found["what"] == "load" else _proofs(columns)


def results(name: str) -> Any:
    """A file of results, read."""
    return json.loads((RESULTS / f"{name}.json").read_text())


@cache
def load_study(kind: str) -> Study:
    """The results of the study of a kind."""
    return Study.from_json(results(f"study-{kind}"))


def _study(kind: str, name: str, columns: Sequence[str]) -> str:
    study = load_study(kind)
    if name == SUMMARY:
        said = ", ".join(f"{count} {says}" for says, count in tally(study.tables.values()).items())
        return f"`{study.command}`: {said}.\n"
    found = study.tables[name]
    if columns:
        found = Table(name, "", "", [each for each in found.figures if each.column in columns])
    return "\n".join(found.rows()) + "\n"


def _speed(kind: str, columns: Sequence[str]) -> str:
    report = results(f"speed-{kind}")
    rows = []
    for name, times in report["sets"].items():
        boards = len(report["boards"][name]["cells"])
        rows.append([name, str(boards), *(_time(times[column], boards) for column in columns)])
    return table(["boards, ms: median (slowest)", "n", *columns], rows) + "\n"


def _generator(kind: str) -> str:
    report = results(f"speed-{kind}")
    rows = [
        [name.replace("generate", kind), _number(times["median_ms"]), _number(times["max_ms"])]
        for name, times in report["generator"].items()
    ]
    cold, warm = report["command_cold_seconds"], report["command_warm_seconds"]
    rows.append(
        [f"whole `certify` command, {kind}", _number(1000 * warm), f"{_number(1000 * cold)} compiling"]
    )
    return table(["ms", "median", "slowest"], rows) + "\n"


def _time(times: dict[str, Any], boards: int) -> str:
    """Milliseconds; ``of`` tells on how many boards, where a contender left the set."""
    if not times["boards"]:
        return "-"
    part = f" of {times['boards']}" if times["boards"] < boards else ""
    return f"{_number(times['median_ms'])} ({_number(times['max_ms'])}){part}"


def _number(value: float) -> str:
    """Two or three figures, without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}" if value < 10 else f"{value:.0f}"


def _proofs(columns: Sequence[str]) -> str:
    rows = []
    for name, row in results("certificates").items():
        cells = [row[PROOF_COLUMNS[column]] for column in columns]
        rows.append([name, *(_spread(cell, column) for cell, column in zip(cells, columns, strict=True))])
    return table(["median (largest)", *columns], rows) + "\n"


def _spread(cell: int | dict[str, float], column: str) -> str:
    if isinstance(cell, int):
        return str(cell)
    unit = 1000 if column == "kB" else 1
    return f"{_number(cell['median'] / unit)} ({_number(cell['largest'] / unit)})" if cell else "-"


def _load(name: str) -> str:
    found = results(f"load-{name}")
    what = f"{found['what'][0].upper()}{found['what'][1:]}, {found['boards']} of them again and again"
    lines = [f"{what}; the service was ready after {found['ready_seconds']} s."]
    head = ["batches", "lines", "certified a second"]
    rows = [[row["batch"], f"{row['lines']:,}", f"{row['a_second']:,}"] for row in found["batches"]]
    lines += ["", table(head, rows), ""]
    head = ["clients at once", "calls a second", "p50 ms", "p99 ms", "answers"]
    rows = [
        [
            str(row["clients"]),
            f"{row['a_second']:,}",
            str(row["p50_ms"]),
            str(row["p99_ms"]),
            ", ".join(f"{count:,} times {status}" for status, count in row["statuses"].items()),
        ]
        for row in found["calls"]
    ]
    lines += [table(head, rows), ""]
    before, after = found["server_mb"]
    lines.append(f"The server held {before} MB before and {after} MB after {found['requests']:,} calls.")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Rewrite the documents."""
    for path in DOCUMENTS:
        path.write_text(quote(path.read_text()))


if __name__ == "__main__":
    main()
