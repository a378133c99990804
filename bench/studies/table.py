"""What a study finds: figures of ours beside published ones, and what their comparison says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bench.studies.intervals import (
    Estimate,
    Z,
    agree,
    around,
    clustered,
    deviation,
    exact,
    median,
    normal,
    wilson,
)

EQUAL, DIFFERENT = "equal", "different"
"""Of exact figures."""
INSIDE, OUTSIDE = "inside", "outside"
"""Of sampled figures: whether the 95% interval of the difference holds 0."""
NOT_COMPARABLE, NEW = "not comparable", "new"
"""There is a published figure of something else; there is none."""


@dataclass(frozen=True)
class Figure:
    """One number of a table: ours with its 95% interval and sample, theirs, and what that says.

    ``sample`` None: exact. ``form``: ``count``, ``percent`` (a part of 1), or ``number``. ``why``: what
    stands in the way of comparing, or what a sample of theirs was taken to be.
    """

    row: str
    column: str
    ours: float
    low: float
    high: float
    sample: int | None
    theirs: float | None
    their_sample: int | None
    form: str
    says: str
    why: str = ""

    def shown(self) -> list[str]:
        """The cells of its line in a table for people."""
        interval = "" if self.sample is None else f"{self.text(self.low)} .. {self.text(self.high)}"
        theirs = "" if self.theirs is None else self.text(self.theirs)
        says = f"{self.says}: {self.why}" if self.why else self.says
        samples = ["" if each is None else f"{each:,}" for each in (self.sample, self.their_sample)]
        return [self.row, self.column, self.text(self.ours), interval, samples[0], theirs, samples[1], says]

    def text(self, value: float) -> str:
        """A value as it is told."""
        if self.form == "percent":
            return f"{100 * value:.3f}%" if self.sample is None else f"{100 * value:.1f}%"
        if isinstance(value, int):
            return f"{value:,}"
        return f"{value:,.0f}" if self.form == "count" else f"{value:,.2f}"


HEAD = ("", "", "ours", "95%", "sample", "theirs", "sample", "comparison")


@dataclass
class Table:
    """The figures of one published table or claim, under the name that asks for it."""

    name: str
    title: str
    note: str = ""
    figures: list[Figure] = field(default_factory=list)

    def exact(
        self, row: str, column: str, ours: float, theirs: float | None = None, form: str = "count"
    ) -> None:
        """An exact figure beside an exact one."""
        says = NEW if theirs is None else EQUAL if ours == theirs else DIFFERENT
        self._add(row, column, exact(ours), None, theirs, None, form, says)

    def rounded(self, row: str, column: str, ours: float, theirs: float, digits: int) -> None:
        """An exact part of 1 beside one that is published as a percentage of so many digits."""
        says = EQUAL if f"{100 * ours:.{digits}f}" == f"{100 * theirs:.{digits}f}" else DIFFERENT
        self._add(row, column, exact(ours), None, theirs, None, "percent", says)

    def share(
        self,
        row: str,
        column: str,
        hits: int,
        sample: int,
        theirs: float | None = None,
        their_sample: int | None = None,
        why: str = "",
        incomparable: bool = False,
    ) -> None:
        """How many of so many, beside a published part of 1 (of an unknown sample: taken as exact)."""
        ours = wilson(hits / sample, sample)
        against = None
        if theirs is not None:
            against = exact(theirs) if their_sample is None else wilson(theirs, their_sample)
        says = _compare(ours, against, incomparable)
        self._add(row, column, ours, sample, theirs, their_sample, "percent", says, why)

    def mean(
        self,
        row: str,
        column: str,
        values: Sequence[float],
        theirs: float | None = None,
        their_sample: int | None = None,
        form: str = "percent",
        why: str = "",
        incomparable: bool = False,
    ) -> None:
        """A mean, beside a published one of a sample that is taken to scatter as ours does."""
        against = None
        if theirs is not None:
            spread = 0.0 if their_sample is None else deviation(values)
            against = around(theirs, spread, their_sample or 1)
        ours = normal(values)
        says = _compare(ours, against, incomparable)
        sample = their_sample if theirs is not None else None
        self._add(row, column, ours, len(values), theirs, sample, form, says, why)

    def median(
        self,
        row: str,
        column: str,
        values: Sequence[float],
        theirs: float | None = None,
        why: str = "",
        incomparable: bool = False,
    ) -> None:
        """A median, beside a published one of a sample that is taken to scatter as ours does."""
        ours = median(values)
        against = None
        if theirs is not None:
            against = Estimate(theirs, theirs - ours.value + ours.low, theirs - ours.value + ours.high)
        says = _compare(ours, against, incomparable)
        self._add(row, column, ours, len(values), theirs, None, "number", says, why)

    def ratio(
        self,
        row: str,
        column: str,
        hits: Sequence[int],
        of: Sequence[int],
        theirs: float | None = None,
        error: float | None = None,
        why: str = "",
    ) -> None:
        """A part of what many boards hold together, board by board; theirs with its standard error.

        Without one, theirs is taken to scatter as ours does.
        """
        ours = clustered(hits, of)
        against = None
        if theirs is not None:
            half = (ours.high - ours.low) / 2 if error is None else Z * error
            against = Estimate(theirs, theirs - half, theirs + half)
        says = _compare(ours, against, False)
        self._add(row, column, ours, sum(of), theirs, None, "percent", says, why)

    def _add(
        self,
        row: str,
        column: str,
        ours: Estimate,
        sample: int | None,
        theirs: float | None,
        their_sample: int | None,
        form: str,
        says: str,
        why: str = "",
    ) -> None:
        bounds = ours.value, ours.low, ours.high
        self.figures.append(Figure(row, column, *bounds, sample, theirs, their_sample, form, says, why))

    def find(self, row: str, column: str) -> Figure:
        """One figure; KeyError if there is none."""
        for figure in self.figures:
            if (figure.row, figure.column) == (row, column):
                return figure
        raise KeyError(f"{self.name}: {row} {column}")

    def to_json(self) -> dict[str, Any]:
        """Plain values; ``Table.from_json`` reads them."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Table:
        """The inverse of ``to_json``."""
        figures = [Figure(**figure) for figure in data["figures"]]
        return cls(data["name"], data["title"], data["note"], figures)

    def to_markdown(self) -> str:
        """A heading, the note, and a line a figure."""
        lines = [f"### {self.title} (`{self.name}`)", ""]
        if self.note:
            lines += [self.note, ""]
        return "\n".join([*lines, *self.rows()])

    def rows(self) -> list[str]:
        """The table alone, as lines of Markdown."""
        lines = ["| " + " | ".join(HEAD) + " |", "|---" * 2 + "|--:" * 5 + "|---|"]
        return lines + ["| " + " | ".join(figure.shown()) + " |" for figure in self.figures]


def _compare(ours: Estimate, theirs: Estimate | None, incomparable: bool) -> str:
    if theirs is None:
        return NEW
    if incomparable:
        return NOT_COMPARABLE
    return INSIDE if agree(ours, theirs) else OUTSIDE


def tally(tables: Iterable[Table]) -> dict[str, int]:
    """How many figures of some tables say what."""
    counts = Counter(figure.says for table in tables for figure in table.figures)
    order = (EQUAL, DIFFERENT, INSIDE, OUTSIDE, NOT_COMPARABLE, NEW)
    return {says: counts[says] for says in order if counts[says]}
