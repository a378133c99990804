"""What bench speed measured, as tables in Markdown and as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.contenders import CERTIFY
from bench.growth import Growth, fit
from bench.speed import Race, Report, Times


def to_markdown(report: Report) -> str:
    """All tables."""
    parts = [_medians(report), _ratios(report), _growths(report), _generator(report), _commands(report)]
    return "\n\n".join(part for part in parts if part)


def write(report: Report, folder: Path) -> Path:
    """Write the JSON and the tables into a folder; the JSON's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"speed-{report.kind}.json"
    path.write_text(json.dumps(report.to_json(), indent=1) + "\n")
    path.with_suffix(".md").write_text(to_markdown(report) + "\n")
    return path


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _medians(report: Report) -> str:
    """Milliseconds a board: median, maximum in brackets."""
    rows = [
        [name, str(len(race.cells)), *(_cell(times, len(race.cells)) for times in race.times.values())]
        for name, race in report.races.items()
    ]
    return table(["boards, ms: median (maximum)", "n", *report.contenders], rows)


def _cell(times: Times, boards: int) -> str:
    """A contender that was not on all boards says on how many its median stands."""
    ran = len(times.timed)
    if not ran:
        return "-"
    return (
        f"{times.median:.3g} ({times.most:.3g})"
        + (f" of {ran}" if ran < boards else "")
        + (f" {times.wrong} wrong" if times.wrong else "")
        + (f" {times.undecided} undecided" if times.undecided else "")
    )


def _ratios(report: Report) -> str:
    """How many times as long as the default certificate, board by board; the median."""
    rows = [[name, *(_ratio(race, who) for who in report.contenders)] for name, race in report.races.items()]
    return table(["times as long as certify", *report.contenders], rows)


def _ratio(race: Race, who: str) -> str:
    pairs = zip(race.times[who].milliseconds, race.times[CERTIFY].milliseconds, strict=False)
    ratios = [one / other for one, other in pairs if one is not None and other]
    return f"{median(ratios):.2g}" if ratios else "-"


def growths(report: Report) -> dict[str, dict[str, Growth | None]]:
    """Family -> contender -> the law of its times, where there are sizes enough."""
    families = dict.fromkeys(race.family for race in report.races.values())
    return {
        family: {
            who: fit(point for race in _of_family(report, family) for point in race.points(who))
            for who in report.contenders
        }
        for family in families
    }


def _of_family(report: Report, family: str) -> list[Race]:
    return [race for race in report.races.values() if race.family == family]


def _growths(report: Report) -> str:
    """The exponents of the fitted laws."""
    rows = [
        [family, *("-" if law is None else f"{law.exponent:.2f} ± {law.error:.2f}" for law in laws.values())]
        for family, laws in growths(report).items()
        if any(laws.values())
    ]
    return table(["time grows as cells to the power", *report.contenders], rows) if rows else ""


def _generator(report: Report) -> str:
    rows = [[name, f"{each.median:.3g}", f"{each.most:.3g}"] for name, each in report.generator.items()]
    return table(["generator", "median ms", "max ms"], rows) if rows else ""


def _commands(report: Report) -> str:
    if report.cold_seconds is None or report.warm_seconds is None:
        return ""
    cold, warm = report.cold_seconds, report.warm_seconds
    return f"Whole command on one board: {cold:.1f} s cold (compiling), {warm:.2f} s warm."
