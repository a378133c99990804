"""Checking a refutation line by line with dratify, which shares no code with any solver.

Every line must follow from the clauses before it by unit propagation alone (RUP). The format allows more
(RAT), but such a line need not be a consequence of the formula, and no proof written here has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engines.proofs.faults import Refused, look

MAX_LINES = 500_000
"""Lines of a proof; the longest of a published board has 11,419. Each clause is kept, in some 500 bytes."""
_CLAUSE = re.compile(r"0|(?:d )?(?:-?[1-9][0-9]{0,9} )++0")
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
    done = 0
    for line, forgets, literals in read_steps(proof, variables):
        look(hit, f"at line {line} of the proof")
        if done:
            raise Refused("proof", f"line {line} follows the empty clause")
        if not checker.check_step("d" if forgets else "a", [number[literal] for literal in literals]):
            raise Refused("proof", f"line {line} does not follow from what stands before it")
        if not literals:
            done = line
    if not done:
        raise Refused("proof", "it ends before the empty clause")
    return done


def read_steps(proof: str, variables: int) -> Iterator[Step]:
    """The lines of a DRAT text, one at a time; Refused on one that is none.

    A line is ``0``, or its literals, each followed by one space, and ``0``; ``d`` and a space before them
    forget the clause. It names no variable that the formula has not, and ends with a line feed.
    """
    longest = 2 * variables * (len(str(variables)) + 2) + 3
    begin = line = 0
    while begin < len(proof):
        line += 1
        if line > MAX_LINES:
            raise Refused("proof", f"it has more than {MAX_LINES} lines")
        end = proof.find("\n", begin)
        shown = f"{proof[begin : begin + 40 if end < 0 else min(end, begin + 40)]!r}"
        if end < 0:
            raise Refused("proof", f"line {line} is cut off: {shown}")
        text = proof[begin:end] if end - begin <= longest else ""
        if not _CLAUSE.fullmatch(text):
            raise Refused("proof", f"line {line} is not a clause: {shown}")
        forgets = text[0] == "d"
        literals = [int(word) for word in text[2 * forgets :].split(" ")[:-1]]
        if max(map(abs, literals), default=0) > variables:
            raise Refused("proof", f"line {line} is not a clause over {variables} variables: {shown}")
        yield line, forgets, literals
        begin = end + 1
