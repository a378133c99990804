"""The calls about one puzzle: a reading and options in, plain data out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.engine import Limits
from models.puzzle import BadPuzzle
from service.problems import Refused
from service.schemas import requests as ask
from service.work.caps import Caps

if TYPE_CHECKING:
    from models.formats import Reading

Data = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A call's options, the work, and whether a result is the last word on equal boards (None: never)."""

    options: type[ask.Strict]
    work: Callable[[Reading, Any, Caps], Data]
    is_final: Callable[[Data], bool] | None = None


def certify(reading: Reading, options: ask.CertifyOptions, caps: Caps) -> Data:
    """Several engines, one verdict."""
    from engines.certify import certify as decide

    certificate = decide(reading.puzzle, options.engines, caps.limits(options.seconds, options.nodes))
    data = certificate.to_json()
    if certificate.verdict == "conflict":
        data["reproducer"] = certificate.reproducer()
    return data


def solve(reading: Reading, options: ask.SolveOptions, caps: Caps) -> Data:
    """The answers that one engine finds."""
    from engines.single import facts, run_engine

    count = min(options.limit, caps.solutions)
    outcome = run_engine(reading.puzzle, options.engine, caps.limits(options.seconds, options.nodes, count))
    return facts(outcome) | {
        "solutions": [grid.tolist() for grid in outcome.solutions],
        "reason": outcome.reason,
    }


def count(reading: Reading, options: ask.CountOptions, caps: Caps) -> Data:
    """How many answers there are."""
    from engines.single import facts, run_engine

    limits = caps.limits(options.seconds, options.nodes, options.limit, keep=0)
    return facts(run_engine(reading.puzzle, options.engine, limits))


def explain(reading: Reading, options: ask.ExplainOptions, caps: Caps) -> Data:
    """The steps a person can follow."""
    from engines.explain import explain as steps_of

    return steps_of(reading.puzzle, limits=caps.limits(options.seconds), asking=True).to_json()


def grade(reading: Reading, options: ask.GradeOptions, caps: Caps) -> Data:
    """The weakest rungs that finish the board."""
    from engines.grade import grade as grade_of

    found = grade_of(reading.puzzle, caps.limits(options.seconds, options.nodes))
    return found.to_json() | {"rungs": list(reading.puzzle.rungs)}


def compare(reading: Reading, options: ask.CompareOptions, caps: Caps) -> Data:
    """Engines side by side, each with its share of the time."""
    from engines.certify import compare as side_by_side

    share = caps.time(options.seconds) / len(options.engines)
    listed = Limits(min(options.limit, caps.solutions)).kept_of(math.prod(reading.puzzle.shape))
    limits = caps.limits(share, options.nodes, options.limit, keep=listed)
    return side_by_side(reading.puzzle, options.engines, limits).to_json()


def convert(reading: Reading, options: ask.ConvertOptions, _caps: Caps) -> Data:
    """The puzzle in another format, with its answer if that is right."""
    from models.answers import check as check_answer
    from models.formats import write

    answer = None
    if reading.answer is not None:
        found = check_answer(reading.puzzle, reading.answer)
        answer = found.grid if found.is_correct else None
    try:
        text = write(reading.puzzle, options.to, answer)
    except BadPuzzle as error:
        raise Refused("not-possible", str(error), where="to") from None
    return {"to": options.to, "text": text}


def check(reading: Reading, options: ask.CheckOptions, _caps: Caps) -> Data:
    """Every rule that an answer breaks."""
    from models.answers import check as check_answer
    from models.formats.answers import answer_of_rows, read_answer

    answer = reading.answer
    try:
        if isinstance(options.answer, str):
            answer = read_answer(options.answer, reading.puzzle)
        elif options.answer is not None:
            answer = answer_of_rows(options.answer, reading.puzzle, "answer")
    except BadPuzzle as error:
        raise Refused("bad-answer", str(error), where=error.where or "answer") from None
    if answer is None:
        detail = "the puzzle's text holds no answer; give one"
        raise Refused("bad-answer", detail, where="answer")
    found = check_answer(reading.puzzle, answer)
    return {
        "correct": found.is_correct,
        "violations": [each.to_json() for each in found.violations],
        "remarks": [each.to_json() for each in found.remarks],
    }


def _is_decided(data: Data) -> bool:
    return data["verdict"] in ("unique", "multiple", "none")


CALLS: dict[str, Call] = {
    "certify": Call(ask.CertifyOptions, certify, _is_decided),
    "solve": Call(ask.SolveOptions, solve, lambda data: data["limit"] in (None, "solutions")),
    "count": Call(ask.CountOptions, count, lambda data: data["limit"] in (None, "solutions")),
    "explain": Call(ask.ExplainOptions, explain),
    "grade": Call(ask.GradeOptions, grade, lambda data: data["limit"] is None),
    "compare": Call(ask.CompareOptions, compare),
    "convert": Call(ask.ConvertOptions, convert),
    "check": Call(ask.CheckOptions, check),
}
"""The calls about one puzzle, single or in batches."""
