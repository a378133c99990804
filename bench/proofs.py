"""What certificates cost: their size, and the time to write and to check them beside the time to solve.

Boards are solved and proven in this process. Certificates are checked in another one that has loaded nothing
but the verifier, as their reader would: ``python -m bench.proofs FOLDER`` prints one JSON object a file.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.boards import BoardSet
from models.puzzle import Puzzle

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60.0
"""Time to prove one board, the ladder's steps included."""
TITLES = (
    *(
        "boards",
        "number",
        "verified",
        "with steps",
        "solve ms",
        "prove ms",
        "check proof ms",
        "check / solve",
    ),
    *("check steps ms", "kB"),
)


@dataclass(frozen=True)
class Cost:
    """One board's certificate. ``check_ms`` is without the steps; None: there is none that holds."""

    kind: str
    rows: int
    columns: int
    solve_ms: float
    prove_ms: float
    packed: int
    check_ms: float | None = None
    steps_ms: float | None = None


def measure(sets: Iterable[BoardSet]) -> dict[str, list[Cost]]:
    """Certify, prove and check every board of the sets."""
    found = {}
    for each in sets:
        with tempfile.TemporaryDirectory(prefix="rungwise-proofs-") as folder:
            written = {path.name: cost for path, cost in write_all(each.boards, Path(folder))}
            for said in check_all(Path(folder)):
                cost = written[said["file"]]
                written[said["file"]] = Cost(**{**asdict(cost), **said["times"]})
        found[f"{each.boards[0].kind} {each.name}"] = [*written.values()]
    return found


def write_all(boards: Sequence[Puzzle], folder: Path) -> Iterator[tuple[Path, Cost]]:
    """Solve and prove; a first board, unmeasured, takes the compiling."""
    from engines import certify
    from engines.engine import Limits, Watch
    from engines.proofs import Unproven, prove, write_file

    prove(certify(boards[0]))
    for puzzle in boards:
        certificate = certify(puzzle)
        watch = Watch(Limits())
        try:
            path = write_file(folder, prove(certificate, Limits(seconds=SECONDS)))
        except Unproven:
            path = folder / f"unproven-{puzzle.digest()}"
        taken = 1e3 * watch.elapsed()
        size = path.stat().st_size if path.exists() else 0
        yield path, Cost(puzzle.kind, *puzzle.shape, 1e3 * certificate.seconds, taken, size)


def check_all(folder: Path) -> list[dict[str, Any]]:
    """What the verifier, in a process of its own, says of the files in a folder."""
    command = [sys.executable, "-m", "bench.proofs", str(folder)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def check_files(folder: Path) -> Iterator[dict[str, Any]]:
    """Each file's name and times in milliseconds; no times for one that is refused."""
    from engines.engine import Limits, Watch
    from engines.proofs import Refused, read_file, verify

    for path in sorted(folder.glob("*.gz")):
        watch = Watch(Limits())
        try:
            found = verify(read_file(path))
        except Refused:
            yield {"file": path.name, "times": {}}
            continue
        taken = watch.elapsed() - found.step_seconds
        steps = 1e3 * found.step_seconds if "steps" in found.counts else None
        yield {"file": path.name, "times": {"check_ms": 1e3 * taken, "steps_ms": steps}}


def to_json(costs: dict[str, list[Cost]]) -> dict[str, Any]:
    """The summary of each set; times in milliseconds are medians, with the largest beside them."""
    return {name: summary(each) for name, each in costs.items()}


def summary(costs: Sequence[Cost]) -> dict[str, Any]:
    """Medians and extremes of a set of boards."""
    held = [cost for cost in costs if cost.check_ms is not None]
    stepped = [cost.steps_ms for cost in held if cost.steps_ms is not None]
    ratios = [cost.check_ms / cost.solve_ms for cost in held if cost.check_ms is not None]
    return {
        "boards": len(costs),
        "verified": len(held),
        "with_steps": len(stepped),
        "solve_ms": spread([cost.solve_ms for cost in costs]),
        "prove_ms": spread([cost.prove_ms for cost in costs]),
        "check_ms": spread([cost.check_ms or 0.0 for cost in held]),
        "check_by_solve": spread(ratios),
        "steps_ms": spread(stepped),
        "bytes": spread([cost.packed for cost in costs]),
    }


def spread(numbers: Sequence[float]) -> dict[str, float]:
    """Median and greatest; empty for no numbers."""
    return {"median": round(median(numbers), 2), "largest": round(max(numbers), 2)} if numbers else {}


def to_markdown(found: dict[str, Any]) -> str:
    """The summaries as a table: median, and the largest in brackets."""
    lines = ["| " + " | ".join(TITLES) + " |", "|---" * len(TITLES) + "|"]
    for name, row in found.items():
        cells = [name, *(str(row[key]) for key in ("boards", "verified", "with_steps"))]
        cells += [
            told(row[key]) for key in ("solve_ms", "prove_ms", "check_ms", "check_by_solve", "steps_ms")
        ]
        cells.append(told({key: size / 1000 for key, size in row["bytes"].items()}))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def told(numbers: dict[str, float]) -> str:
    """``median (largest)`` with two figures or so."""
    return f"{numbers['median']:.3g} ({numbers['largest']:.3g})" if numbers else "-"


if __name__ == "__main__":
    for said in check_files(Path(sys.argv[1])):
        print(json.dumps(said))
