"""Writing a certificate: the formula, its cuts, and a proof that it has no (other) answer.

The proof comes from a solver that logs every clause it learns (DRAT). What it forgets of the formula
itself stays in: forgetting only spares memory, and keeping makes the proof shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from engines.certify import Certificate
from engines.engine import Limits, Verdict, Watch
from engines.proofs.faults import Unproven
from engines.proofs.formula import Formula
from engines.proofs.ladder import record
from engines.sat import Hunt
from engines.steps import SEARCH
from models.puzzle import Grid, Puzzle

FORMAT = "rungwise certificate"
VERSION = 1
PROVER = "glucose4"
"""Its proofs hold nothing but consequences of the formula, and it keeps to budgets while it logs."""
END = "0"
"""The empty clause, the last line of a proof."""


def prove(certificate: Certificate, limits: Limits | None = None) -> dict[str, Any]:
    """The certificate as plain values; see docs/certificates.md for its parts.

    Of the limits the deadline and the cancellation count. Unproven without a certain verdict, at a
    limit, or if the solver finds an answer that the engines have not.
    """
    puzzle, verdict = certificate.puzzle, certificate.verdict
    if verdict not in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE):
        raise Unproven(f"the verdict is {verdict}, there is nothing to prove")
    written = {
        "format": FORMAT,
        "version": VERSION,
        "kind": puzzle.kind,
        "digest": puzzle.digest(),
        "board": puzzle.to_json(),
        "verdict": str(verdict),
        "solutions": [grid.tolist() for grid in certificate.solutions],
    }
    if verdict == Verdict.MULTIPLE:
        return written | {"difference": [list(cell) for cell in certificate.difference]}
    answer = certificate.solutions[0] if verdict == Verdict.UNIQUE else None
    watch = Watch(limits or Limits())
    written |= refute(puzzle, answer, watch)
    if certificate.grade not in (None, SEARCH):
        steps = record(puzzle, (limits or Limits()).with_seconds(watch.remaining()))
        written |= {} if steps is None else {"steps": steps}
    return written


def refute(puzzle: Puzzle, answer: Grid | None, watch: Watch) -> dict[str, Any]:
    """The formula, its cuts, and the proof that it has no answer but the one given."""
    from pysat.solvers import Solver

    formula = Formula(puzzle)
    forbidden = None if answer is None else formula.forbid(answer)
    with Solver(PROVER, with_proof=True) as solver:
        hunt = Hunt(replace(formula.view, clauses=[*formula.view.clauses]), solver, watch)
        limit = hunt.load()
        if forbidden is not None and limit is None:
            solver.add_clause(forbidden)
        cuts = formula.name_cuts(_cut_all(hunt, puzzle, limit))
        lines = [*shorten(solver.get_proof() or ())]
    clauses = formula.clauses(cuts, forbidden)
    return {
        "cuts": [cut.to_json() for cut in cuts],
        "cnf": formula.text(clauses, len(cuts)),
        "proof": "\n".join(lines) + "\n",
    }


def _cut_all(hunt: Hunt, puzzle: Puzzle, limit: str | None) -> list[list[int]]:
    """Solve and cut until nothing is left; the cuts."""
    made: list[list[int]] = []
    while limit is None:
        limit, sat = hunt.search()
        if limit is None and not sat:
            return made
        if limit is None:
            model = np.array(hunt.solver.get_model(), np.int32)
            grid = hunt.answers.read(model).reshape(puzzle.shape)
            cuts = [] if hunt.view.cuts is None else hunt.view.cuts(grid)
            if not cuts:
                raise Unproven(f"{PROVER} finds an answer that the engines have not: {grid.tolist()}")
            hunt.cut(cuts, model)
            made += cuts
    raise Unproven(f"limit reached ({limit}) before the proof was complete")


def shorten(lines: Iterable[str]) -> Iterator[str]:
    """A solver's log up to the empty clause, without what it forgot of the formula itself."""
    learnt: Counter[frozenset[str]] = Counter()
    for line in lines:
        words = line.split()
        if words == [END]:
            break
        if words[0] != "d":
            learnt[frozenset(words)] += 1
        elif learnt[key := frozenset(words[1:])] > 0:
            learnt[key] -= 1
        else:
            continue
        yield line.strip()
    yield END
