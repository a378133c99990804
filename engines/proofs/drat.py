"""Checking a refutation line by line with dratify, which shares no code with any solver.

Every line must follow from the clauses before it by unit propagation alone (RUP). The format allows more
(RAT), but such a line need not be a consequence of the formula, and no proof written here has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.proofs.faults import Refused, look

MAX_LINES = 500_000
"""Lines of a proof; the longest of a published board has 11,419. Each clause is kept, in some 500 bytes."""
Step = tuple[int, bool, list[int]]
"""(line from 1, whether a clause is forgotten, its literals)."""


def check_refutation(
    clauses: Sequence[Sequence[int]], variables: int, proof: str, hit: Callable[[], str | None]
) -> int:
    """Check that the proof shows the clauses to be contradictory; how many lines it took.

    Refused names the first line that does not hold. OutOfTime when ``hit`` names a limit.
    """
    from dratify import CNF, DRATChecker

    formula = CNF(variables)
    number = [2 * variable - 2 for variable in range(variables + 1)]
    number += [2 * variable - 1 for variable in range(variables, 0, -1)]
    formula.clauses = [tuple(dict.fromkeys([number[literal] for literal in each])) for each in clauses]
    checker = DRATChecker(formula, check_rat=False)
    for line, forgets, literals in read_steps(proof, variables):
        look(hit, f"at line {line} of the proof")
        if not checker.check_step("d" if forgets else "a", [number[literal] for literal in literals]):
            raise Refused("proof", f"line {line} does not follow from what stands before it")
        if not literals and not forgets:
            return line
    raise Refused("proof", "it ends before the empty clause")


def read_steps(proof: str, variables: int) -> Iterator[Step]:
    """The lines of a DRAT text, one at a time; Refused on one that is none, or has a strange variable."""
    longest = 2 * variables * (len(str(variables)) + 2) + 3
    begin = line = 0
    while begin < len(proof):
        line += 1
        if line > MAX_LINES:
            raise Refused("proof", f"it has more than {MAX_LINES} lines")
        end = proof.find("\n", begin)
        end = len(proof) if end < 0 else end
        shown = f"{proof[begin : min(end, begin + 40)]!r}"
        if end - begin > longest:
            raise Refused("proof", f"line {line} is longer than any clause: {shown}")
        words = proof[begin:end].split()
        forgets = words[:1] == ["d"]
        try:
            *literals, zero = [int(word) for word in words[forgets:]]
        except ValueError:
            raise Refused("proof", f"line {line} is not a clause: {shown}") from None
        if zero != 0 or 0 in literals or max(map(abs, literals), default=0) > variables:
            raise Refused("proof", f"line {line} is not a clause over {variables} variables: {shown}")
        yield line, forgets, literals
        begin = end + 1
