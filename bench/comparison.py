"""Two reports of bench speed on the same boards: what got slower by more than its noise.

Board by board, the ratio of the times of now and then. What the contenders of other people's making lost
or gained is the machine's doing, since their code is the same, and is taken out of the others' ratios. The
noise is three standard errors of the median ratio, estimated from the spread of the boards' ratios.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench.baselines import RIVALS, SIMPLE
from bench.boards import BoardSet
from models.puzzle import RungwiseError

REFERENCES = (*SIMPLE, *RIVALS)
"""Contenders whose code does not change with the project's."""
LEAST_BOARDS = 5
"""Fewer ratios tell nothing of their spread."""
LEAST_CHANGE = math.log(1.05)
"""Changes below 5% are never told: code moved in memory does as much."""
ERRORS = 3.0
OF_SPREAD = 1.4826
"""Standard deviation of a normal law, of its median absolute deviation."""
OF_MEDIAN = 1.2533
"""Standard error of the median, of that of the mean."""


class Incomparable(RungwiseError):  # noqa: N818 - what was found of the two reports
    """The reports have no set of boards in common."""


@dataclass(frozen=True)
class Change:
    """One contender on one set. ``ratio``: now to then, the machine taken out; times in milliseconds.

    ``noise`` is a factor: a ratio within ``1 / noise .. noise`` means nothing.
    """

    set: str
    contender: str
    before_ms: float
    now_ms: float
    ratio: float
    noise: float

    @property
    def is_slower(self) -> bool:
        """Whether it takes longer, beyond noise."""
        return self.ratio > self.noise

    @property
    def is_faster(self) -> bool:
        """Whether it takes less, beyond noise."""
        return self.ratio < 1 / self.noise


@dataclass(frozen=True)
class Comparison:
    """All changes; ``machine`` is how many times as long the references took."""

    changes: list[Change]
    machine: float
    left_out: list[str]

    @property
    def slower(self) -> list[Change]:
        """What got slower by more than its noise."""
        return [change for change in self.changes if change.is_slower]


@dataclass(frozen=True)
class _Pair:
    """A contender's times in two reports, and the logarithms of their ratios."""

    set: str
    contender: str
    before: Sequence[float]
    now: Sequence[float]

    @property
    def logs(self) -> list[float]:
        return [math.log(b / a) for a, b in zip(self.before, self.now, strict=True)]


def check(report: Any, kind: str, sets: Iterable[BoardSet]) -> None:
    """Incomparable if this is no report, or none on any of these sets: before anything is measured."""
    from bench.speed import digest

    if not is_report(report):
        raise Incomparable("not a report of bench speed that names its boards")
    if report["kind"] != kind:
        raise Incomparable(f"the earlier report is about {str(report['kind'])[:40]}, not {kind}")
    known = {name: boards["digest"] for name, boards in report["boards"].items()}
    if not any(each.name in known and known[each.name] == digest(each.boards) for each in sets):
        raise Incomparable("the earlier report has no boards in common with this one")


def is_report(report: Any) -> bool:
    """Whether a value read from JSON is a report of bench speed, so far as it is compared."""
    if not (isinstance(report, dict) and {"kind", "sets", "boards"} <= report.keys()):
        return False
    sets, boards = report["sets"], report["boards"]
    return (
        isinstance(sets, dict)
        and isinstance(boards, dict)
        and sets.keys() == boards.keys()
        and all(isinstance(each, dict) and isinstance(each.get("digest"), str) for each in boards.values())
        and all(isinstance(row, dict) and all(map(_are_times, row.values())) for row in sets.values())
    )


def _are_times(times: Any) -> bool:
    """Whether a contender's times are numbers, or null where it did not come to a board."""
    return (
        isinstance(times, dict)
        and isinstance(times.get("milliseconds"), list)
        and all(
            each is None or (type(each) in (int, float) and 0 <= each < math.inf)
            for each in times["milliseconds"]
        )
    )


def compare(before: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """Compare two reports as read from JSON; Incomparable if no set holds the same boards in both."""
    if before.get("kind") != now["kind"]:
        raise Incomparable(f"the earlier report is about {str(before.get('kind'))[:40]}, not {now['kind']}")
    pairs = list(_pairs(before, now))
    if not pairs:
        raise Incomparable("the earlier report has no boards in common with this one")
    references = [log for pair in pairs if pair.contender in REFERENCES for log in pair.logs]
    drift = median(references) if references else 0.0
    drift_error = _error(references) if references else 0.0
    changes = [_change(pair, drift, drift_error) for pair in pairs if pair.contender not in REFERENCES]
    compared = {pair.set for pair in pairs}
    return Comparison(changes, math.exp(drift), [name for name in now["sets"] if name not in compared])


def _pairs(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[_Pair]:
    """Every contender in both reports on every set that holds the same boards in both."""
    for name, row in now["sets"].items():
        then = before.get("boards", {}).get(name)
        if then is None or then["digest"] != now["boards"][name]["digest"]:
            continue
        for who, times in row.items():
            earlier = before["sets"][name].get(who)
            if earlier is None:
                continue
            both = zip(earlier["milliseconds"], times["milliseconds"], strict=False)
            timed = [(a, b) for a, b in both if a and b]
            if len(timed) >= LEAST_BOARDS:
                yield _Pair(name, who, [a for a, _ in timed], [b for _, b in timed])


def _change(pair: _Pair, drift: float, drift_error: float) -> Change:
    logs = pair.logs
    noise = ERRORS * math.hypot(_error(logs), drift_error)
    return Change(
        pair.set,
        pair.contender,
        median(pair.before),
        median(pair.now),
        math.exp(median(logs) - drift),
        math.exp(max(noise, LEAST_CHANGE)),
    )


def _error(logs: Sequence[float]) -> float:
    """Standard error of the median, from the median absolute deviation."""
    middle = median(logs)
    spread = OF_SPREAD * median(abs(log - middle) for log in logs)
    return OF_MEDIAN * spread / math.sqrt(len(logs))


def to_markdown(comparison: Comparison) -> str:
    """A table of all changes, and what is slower in a sentence."""
    from bench.speed_tables import table

    rows = [
        [
            change.set,
            change.contender,
            f"{change.before_ms:.3g}",
            f"{change.now_ms:.3g}",
            f"{change.ratio:.2f}",
            f"{change.noise:.2f}",
            "slower" if change.is_slower else "faster" if change.is_faster else "",
        ]
        for change in comparison.changes
    ]
    head = ["boards", "contender", "before ms", "now ms", "ratio", "noise", "beyond noise"]
    slower = ", ".join(f"{change.contender} on {change.set}" for change in comparison.slower)
    lines = [
        table(head, rows),
        "",
        f"The machine took {comparison.machine:.2f} times as long; that is taken out of the ratios.",
        f"Slower by more than noise: {slower or 'nothing'}.",
    ]
    if comparison.left_out:
        lines.append(f"Not compared, other boards or too few: {', '.join(comparison.left_out)}.")
    return "\n".join(lines)
