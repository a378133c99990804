"""Checking a refutation line by line with dratify, which shares no code with any solver.

Every line must follow from the clauses before it by unit propagation alone (RUP). The format allows more
(RAT), but such a line need not be a consequence of the formula, and no proof written here has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.proofs.faults import OutOfTime, Refused

LINES_A_LOOK = 16
"""Proof lines between two looks at the clock: a line takes about 0.1 ms, on large formulas more."""

Step = tuple[int, bool, list[int]]
"""(line from 1, whether a clause is forgotten, its literals)."""


def check_refutation(
    clauses: Sequence[Sequence[int]], variables: int, proof: str, hit: Callable[[], str | None]
) -> int:
    """Check that the proof shows the clauses to be contradictory; how many lines it took.

    Refused names the first line that does not hold. OutOfTime when ``hit`` names a limit.
    """
    from dratify import CNF, DRATChecker

    steps = list(read_steps(proof, variables))
    formula = CNF(variables)
    number = [2 * variable - 2 for variable in range(variables + 1)]
    number += [2 * variable - 1 for variable in range(variables, 0, -1)]
    formula.clauses = [tuple(dict.fromkeys([number[literal] for literal in each])) for each in clauses]
    checker = DRATChecker(formula, check_rat=False)
    if checker.check([]).reached_empty:
        return 0
    for line, forgets, literals in steps:
        if line % LINES_A_LOOK == 0 and (limit := hit()) is not None:
            raise OutOfTime(f"limit reached ({limit}) at line {line} of the proof")
        if not checker.check_step("d" if forgets else "a", [number[literal] for literal in literals]):
            raise Refused("proof", f"line {line} does not follow from what stands before it")
        if not literals and not forgets:
            return line
    raise Refused("proof", "it ends before the empty clause")


def read_steps(proof: str, variables: int) -> Iterator[Step]:
    """The lines of a DRAT text; Refused on one that is none, or that names a variable the formula has not."""
    for line, text in enumerate(proof.splitlines(), 1):
        words = text.split()
        forgets = words[:1] == ["d"]
        try:
            *literals, end = [int(word) for word in words[forgets:]]
        except ValueError:
            raise Refused("proof", f"line {line} is not a clause: {text[:40]!r}") from None
        if end != 0 or 0 in literals or max(map(abs, literals), default=0) > variables:
            raise Refused("proof", f"line {line} is not a clause over {variables} variables: {text[:40]!r}")
        yield line, forgets, literals
