"""Puts what studies found into documents: ``python -m bench.studies.quote`` rewrites the quoted tables.

A table stands between ``<!-- study KIND TABLE -->`` (or ``... TABLE: column, column``) and ``<!-- end -->``;
with ``summary`` for a table, how many figures say what. A test holds the documents to the results.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from bench.studies.run import Study
from bench.studies.table import Table, tally

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
DOCUMENTS = (ROOT / "docs" / "findings.md", ROOT / "docs" / "studies.md")
BLOCK = re.compile(r"(<!-- study (\w+) (\w+)(?:: ([^>]*?))? -->\n).*?(<!-- end -->)", re.DOTALL)
SUMMARY = "summary"


@cache
def load(kind: str) -> Study:
    """The results of a kind."""
    return Study.from_json(json.loads((RESULTS / f"study-{kind}.json").read_text()))


def quote(text: str) -> str:
    """The text with every quoted table as it is in the results; KeyError on a table there is not."""
    return BLOCK.sub(lambda found: found[1] + _quoted(found[2], found[3], found[4]) + found[5], text)


def _quoted(kind: str, name: str, columns: str | None) -> str:
    study = load(kind)
    if name == SUMMARY:
        said = ", ".join(f"{count} {says}" for says, count in tally(study.tables.values()).items())
        return f"`{study.command}`: {said}.\n"
    table = study.tables[name]
    if columns is not None:
        wanted = [column.strip() for column in columns.split(",")]
        table = Table(name, "", "", [each for each in table.figures if each.column in wanted])
    return "\n".join(table.rows()) + "\n"


def main() -> None:
    """Rewrite the documents."""
    for path in DOCUMENTS:
        path.write_text(quote(path.read_text()))


if __name__ == "__main__":
    main()
