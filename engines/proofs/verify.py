"""Judging a certificate: everything in it is derived again from the board or checked; nothing is believed.

What is trusted: the rules in plain Python, the statement of the rules as clauses, the checks of the cuts
and of the ladder's steps, and the proof checker. No solver and no kernel of the ladder runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engines.engine import Limits, Verdict, Watch
from engines.proofs.drat import check_refutation
from engines.proofs.faults import NoCertificate, Refused, look
from engines.proofs.formula import Candidate, Cut, Formula
from engines.proofs.ladder import replay
from engines.proofs.prove import FORMAT, VERSION
from models import PUZZLES, puzzle_class
from models.puzzle import BadPuzzle, Grid, Puzzle, cell_name

LINES_A_LOOK = 1000
"""Lines of a formula compared between two looks at the clock."""
ANSWERS = {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 0}


@dataclass
class Verified:
    """What a certificate that holds has shown, and how much there was to check."""

    puzzle: Puzzle
    verdict: Verdict
    solutions: list[Grid]
    seconds: float = 0.0
    step_seconds: float = 0.0
    """The part of it that went into the ladder's steps."""
    counts: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "verified": True,
            "kind": self.puzzle.kind,
            "digest": self.puzzle.digest(),
            "verdict": str(self.verdict),
            "solutions": [grid.tolist() for grid in self.solutions],
            "seconds": round(self.seconds, 6),
            "step_seconds": round(self.step_seconds, 6),
            "checked": dict(self.counts),
        }


def verify(data: dict[str, Any], limits: Limits | None = None) -> Verified:
    """Check a certificate; Refused says what is wrong with it, OutOfTime that a limit was hit.

    NoCertificate, a case of Refused, if the data are of something else.
    """
    watch = Watch(limits or Limits())
    if data.get("format") != FORMAT:
        raise NoCertificate(f"it is not a {FORMAT}")
    if not is_same(data.get("version"), VERSION):
        raise Refused("file", f"it is not a {FORMAT} of version {VERSION}")
    puzzle = read_board(data)
    look(watch.hit, "before the answers were looked at")
    verdict, solutions = read_answers(data, puzzle)
    found = Verified(puzzle, verdict, solutions)
    known = {"format", "version", "kind", "digest", "board", "verdict", "solutions"}
    if verdict == Verdict.MULTIPLE:
        known |= {"difference"}
        check_difference(data.get("difference"), solutions)
    else:
        known |= {"cuts", "cnf", "proof"}
        check_proof(data, found, watch)
        if "steps" in data:
            known |= {"steps"}
            answer = solutions[0] if solutions else None
            started = watch.elapsed()
            found.counts["steps"] = replay(puzzle, data["steps"], answer, watch.hit)
            found.step_seconds = watch.elapsed() - started
    if strange := sorted(data.keys() - known):
        raise Refused("file", f"{strange[0][:40]!r} is no part of a certificate")
    found.seconds = watch.elapsed()
    return found


def is_same(written: Any, built: Any) -> bool:
    """Whether two values are written alike: in Python ``True == 1 == 1.0``, in JSON they are three."""
    return written == built and json.dumps(written, sort_keys=True) == json.dumps(built, sort_keys=True)


def read_board(data: dict[str, Any]) -> Puzzle:
    """The puzzle, if the board is a board, in its canonical form, with its own digest."""
    kind, board = data.get("kind"), data.get("board")
    if not isinstance(kind, str) or kind not in PUZZLES:
        raise Refused("board", f"{str(kind)[:40]!r} is no kind of puzzle")
    if not isinstance(board, dict):
        raise Refused("board", "it is not a JSON object")
    try:
        puzzle = puzzle_class(kind).from_json(board)
    except BadPuzzle as fault:
        raise Refused("board", str(fault)) from None
    if not is_same(board, puzzle.to_json()):
        raise Refused("board", "it is not written in its canonical form")
    if data.get("digest") != puzzle.digest():
        raise Refused("board", "the digest is another board's")
    return puzzle


def read_answers(data: dict[str, Any], puzzle: Puzzle) -> tuple[Verdict, list[Grid]]:
    """The verdict and the answers that it needs, each passed by the plain rules."""
    verdict = next((each for each in ANSWERS if each == data.get("verdict")), None)
    if verdict is None:
        raise Refused("verdict", f"{str(data.get('verdict'))[:40]!r} is none that can be proven")
    written = data.get("solutions")
    if not isinstance(written, list) or len(written) != ANSWERS[verdict]:
        raise Refused("solution", f"{verdict} needs {ANSWERS[verdict]} of them")
    grids = [read_grid(each, puzzle) for each in written]
    for grid in grids:
        if broken := puzzle.violations(grid):
            raise Refused("solution", f"it breaks a rule: {broken[0].text}")
    return verdict, grids


def read_grid(written: Any, puzzle: Puzzle) -> Grid:
    """A grid of the board's shape, of numbers that a value can be."""
    rows, columns = puzzle.shape
    if not (
        isinstance(written, list)
        and len(written) == rows
        and all(isinstance(row, list) and len(row) == columns for row in written)
    ):
        raise Refused("solution", f"it is not {rows} rows of {columns} cells")
    for r, row in enumerate(written):
        for c, value in enumerate(row):
            if type(value) is not int or not -1 <= value < puzzle.values:
                raise Refused("solution", f"{cell_name(r, c)} is {str(value)[:20]!r}, which is no value")
    return np.array(written, np.int16)


def check_difference(written: Any, solutions: list[Grid]) -> None:
    """The cells listed are those in which two answers differ, and there are some."""
    cells = np.argwhere(solutions[0] != solutions[1]).tolist()
    if not cells:
        raise Refused("solution", "the two answers are one")
    if not is_same(written, cells):
        raise Refused("solution", "the cells listed are not those in which the answers differ")


def check_proof(data: dict[str, Any], found: Verified, watch: Watch) -> None:
    """Build the formula again, compare, and check the proof."""
    look(watch.hit, "before the formula was built")
    formula = Formula(found.puzzle)
    cuts = read_cuts(data.get("cuts"), found.puzzle, watch.hit)
    forbidden = formula.forbid(found.solutions[0]) if found.solutions else None
    try:
        clauses = formula.clauses(cuts, forbidden)
    except KeyError as error:
        raise Refused("cut", f"there is no literal for {error.args[0]}") from None
    compare(data.get("cnf"), formula.lines(clauses, len(cuts)), watch.hit)
    look(watch.hit, "before the proof was looked at")
    proof = data.get("proof")
    if not isinstance(proof, str):
        raise Refused("proof", "there is none")
    lines = check_refutation(clauses, formula.view.variables, proof, watch.hit)
    found.counts |= {"clauses": len(clauses), "cuts": len(cuts), "proof_lines": lines}


def read_cuts(written: Any, puzzle: Puzzle, hit: Callable[[], str | None]) -> list[Cut]:
    """The cuts, each one derived from the rules again."""
    if not isinstance(written, list):
        raise Refused("cut", "the cuts are not a list")
    cuts = []
    for number, each in enumerate(written, 1):
        look(hit, f"at cut {number}")
        if not isinstance(each, dict) or each.keys() != {"held", "gates"}:
            raise Refused("cut", f"number {number} is not what is held and its gates")
        cut = Cut(
            *(tuple(read_candidate(c, number, puzzle) for c in _listed(each[k])) for k in ("held", "gates"))
        )
        if (fault := puzzle.cut_fault(cut.held, cut.gates)) is not None:
            raise Refused("cut", f"number {number} does not follow from the rules: {fault}")
        cuts.append(cut)
    return cuts


def _listed(written: Any) -> list[Any]:
    return written if isinstance(written, list) else [None]


def read_candidate(written: Any, number: int, puzzle: Puzzle) -> Candidate:
    """(row, column, value) within the board."""
    if isinstance(written, list) and len(written) == 3 and all(type(each) is int for each in written):
        row, column, value = written
        rows, columns = puzzle.shape
        if 0 <= row < rows and 0 <= column < columns and 0 <= value < puzzle.values:
            return row, column, value
    raise Refused("cut", f"number {number}: {str(written)[:40]!r} is no candidate of the board")


def compare(written: Any, built: Iterable[str], hit: Callable[[], str | None]) -> None:
    """The formula written is, line by line, the one built from the board, the answer and the cuts."""
    if not isinstance(written, str):
        raise Refused("formula", "there is none")
    begin = 0
    for number, line in enumerate(built, 1):
        if number % LINES_A_LOOK == 0:
            look(hit, f"at line {number} of the formula")
        if not written.startswith(f"{line}\n", begin):
            their = written[begin : begin + 60].partition("\n")[0]
            raise Refused("formula", f"line {number} is {their!r}, the board gives {line[:60]!r}")
        begin += len(line) + 1
    if begin < len(written):
        raise Refused("formula", "it has more lines than the board gives")
