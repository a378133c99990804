"""What was measured as tables for a document, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.cluster.paper import BOARDS, WORKERS, Estimate
from bench.cluster.trial import Trial, Usage

BEGIN, END = "<!-- measured by bench.cluster -->", "<!-- end of what is measured -->"


def markdown(trials: Sequence[Trial], memory: Trial | None, paper: Estimate, about: str, command: str) -> str:
    """All tables, under a line that says how they were made."""
    parts = [f"Made by `{command}`, on {about}.", "", *speed(trials), ""]
    if memory is not None:
        parts += [*memory_table(memory), ""]
    return "\n".join([*parts, *paper_lines(paper), ""])


def speed(trials: Sequence[Trial]) -> Iterable[str]:
    """Boards a second, and what a board costs more than with as many local processes."""
    head = ["where", "workers", "boards", "first answers, s", "boards a second"]
    yield row([*head, "more than local, ms a board", "client, ms a board", "scheduler, ms a board"])
    yield row(["---"] * 8)
    local = {trial.workers: trial for trial in trials if trial.scheduler is None}
    for trial in trials:
        cells = [trial.where, f"{trial.workers}", f"{trial.lines:,}", f"{trial.start_seconds:.1f}"]
        cells += [f"{trial.rate:.0f}", "", f"{1e3 * trial.client.seconds / trial.timed:.3f}", ""]
        if trial.scheduler is not None:
            cells[7] = f"{1e3 * trial.scheduler.seconds / trial.timed:.3f}"
            if trial.workers in local:
                cells[5] = f"{overhead(trial, local[trial.workers]):+.3f}"
        yield row(cells)


def overhead(trial: Trial, local: Trial) -> float:
    """Milliseconds of one worker that a board costs more than in a local process."""
    return 1e3 * trial.workers * (1 / trial.rate - 1 / local.rate)


def memory_table(trial: Trial) -> Iterable[str]:
    """Whether memory grows with the batch."""
    yield row([f"memory, MB, of a batch of {trial.lines:,} boards", "after a tenth", "at the end", "at most"])
    yield row(["---"] * 4)
    for name, usage in (("client", trial.client), ("scheduler", trial.scheduler or Usage())):
        yield row([name, f"{usage.early_mb:.0f}", f"{usage.late_mb:.0f}", f"{usage.peak_mb:.0f}"])


def paper_lines(paper: Estimate) -> Iterable[str]:
    """The estimate for very many boards."""
    yield row([f"on paper: {BOARDS:,} boards", *(f"{workers} workers" for workers in WORKERS)])
    yield row(["---"] * (1 + len(WORKERS)))
    yield row(["days", *(f"{paper.days(workers):.2g}" for workers in WORKERS)])
    yield ""
    yield f"A board takes {1e3 * paper.cost:.2f} ms of a worker; {BOARDS:,} of them are"
    yield f"{paper.terabytes_in:.2g} TB of boards and {paper.terabytes_out:.2g} TB of answers."
    named = ", ".join(f"{limit.name} {limit.rate:,.0f}" for limit in paper.limits)
    yield f"There is one client and one scheduler, good for so many boards a second: {named}."
    yield f"So the next limit is the {paper.limits[0].name}, at about {paper.reach:,} workers; beyond it,"
    yield "cut the file and give each part a client and a scheduler of its own."


def row(cells: Iterable[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def to_json(trials: Sequence[Trial], memory: Trial | None, paper: Estimate) -> dict[str, Any]:
    """Plain values."""
    return {
        "trials": [asdict(trial) for trial in trials],
        "memory": None if memory is None else asdict(memory),
        "paper": asdict(paper) | {"boards": BOARDS, "reach": paper.reach},
    }


def quote(document: Path, text: str) -> None:
    """Put the tables between the marks of a document."""
    before, begin, rest = document.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{document} has no marks {BEGIN} ... {END}")
    document.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}")
