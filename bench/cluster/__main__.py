"""Batches on clusters of this machine: boards a second by workers, overhead, memory, an estimate on paper.

    python -m bench.cluster --boards FILE.jsonl [--lines 4000] [--workers 1,2,4] [--memory 100000]
                            [--out FOLDER] [--quote docs/cluster.md]

Each run is the command ``rungwise batch`` as users give it, once with local processes and once with a
scheduler and workers started for it. Client, scheduler and workers share this machine's cores.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from bench.cluster.paper import estimate
from bench.cluster.report import markdown, quote, to_json
from bench.cluster.trial import Trial, run, started
from bench.machine import machine


def main() -> None:
    """Measure, print the tables, and write them."""
    asked = _arguments()
    boards = [line for line in asked.boards.read_text().splitlines() if line.strip()]
    if not boards:
        raise SystemExit(f"{asked.boards} has no boards")
    trials: list[Trial] = []
    memory: Trial | None = None
    with tempfile.TemporaryDirectory(prefix="rungwise-boards-") as folder:
        source = _written(Path(folder) / "boards.jsonl", boards, asked.lines)
        trials += [_told(run(source, asked.lines, "local processes", workers)) for workers in asked.workers]
        for workers in asked.workers:
            with started(workers) as scheduler:
                trials.append(_told(run(source, asked.lines, "cluster", workers, scheduler)))
        if asked.memory:
            source = _written(Path(folder) / "many.jsonl", boards, asked.memory)
            with started(max(asked.workers)) as scheduler:
                memory = _told(run(source, asked.memory, "cluster", max(asked.workers), scheduler))
    alone = next(trial for trial in trials if trial.scheduler is not None)
    paper = estimate(alone)
    facts = machine()
    cores, load = facts["processors"], facts["load"]
    about = f"{cores} cores of {facts['processor']} with load {load[0] if load else '?'} at the end"
    # The folders are this machine's business: the command goes into a page.
    words = (word.rpartition("/")[2] if word.startswith("/") else word for word in sys.argv[1:])
    text = markdown(trials, memory, paper, about, f"python -m bench.cluster {shlex.join(words)}")
    print(text)
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
        data = {"machine": facts} | to_json(trials, memory, paper)
        (asked.out / "cluster.json").write_text(json.dumps(data, indent=1) + "\n")
        (asked.out / "cluster.md").write_text(text)
    if asked.quote is not None:
        quote(asked.quote, text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Batches on clusters of this machine.")
    parser.add_argument("--boards", type=Path, required=True, help="JSON lines; taken round and round")
    parser.add_argument("--lines", type=int, default=4000, help="boards of a run that is timed")
    parser.add_argument("--workers", type=_numbers, default=[1, 2, 4], help="as 1,2,4")
    parser.add_argument(
        "--memory", type=int, default=0, metavar="LINES", help="also a batch of so many boards"
    )
    parser.add_argument("--out", type=Path, help="folder for cluster.json and cluster.md")
    parser.add_argument(
        "--quote", type=Path, metavar="FILE", help="put the tables between the marks of a page"
    )
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    numbers = [int(word) for word in text.split(",")]
    if min(numbers) < 1:
        raise ValueError
    return numbers


def _written(path: Path, boards: list[str], lines: int) -> Path:
    with path.open("w") as file:
        file.writelines(f"{line}\n" for line in islice(cycle(boards), lines))
    return path


def _told(trial: Trial) -> Trial:
    sys.stderr.write(f"{trial.where}, {trial.workers} workers: {trial.rate:.0f} boards a second\n")
    return trial


if __name__ == "__main__":
    main()
