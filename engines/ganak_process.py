"""The process that counts: ``python ganak_process.py MEGABYTES`` reads one formula, prints one number.

Standard input: one line of JSON {"variables", "projection", "clauses"}; it stays open for as long as
the count is wanted, and at its end the process goes, so nobody is left counting for a parent that is
gone. Standard output: the number of models over the projection, in hexadecimal (decimal conversion
of huge numbers is slow and limited); nothing when the process fails. Imports nothing of this project.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

SEED = 1
OUT_OF_MEMORY = 3
"""Exit status when an allocation failed."""


def limit_memory(megabytes: int) -> None:
    """Let allocations beyond the limit fail, where the system can."""
    try:
        import resource
    except ImportError:
        return
    size = megabytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def leave_with_parent() -> None:
    """End this process as soon as standard input ends."""
    while os.read(0, 4096):
        pass
    os._exit(1)


def count(formula: dict[str, Any]) -> int:
    """The number of models over the projection."""
    from pyganak import Counter

    counter = Counter(seed=SEED)
    counter.new_vars(formula["variables"])
    counter.add_clauses(formula["clauses"])
    counter.set_sampling_set(formula["projection"])
    models: int = counter.count()
    return models


def main() -> None:
    """Read, count, print; exit status ``OUT_OF_MEMORY`` if an allocation failed."""
    limit_memory(int(sys.argv[1]))
    # The library hands its result over in decimal, of which Python reads 4,300 digits by default.
    sys.set_int_max_str_digits(0)
    formula = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=leave_with_parent, daemon=True).start()
    # The library prints on standard output as well: keep that for the answer alone.
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        os.write(answer, b"%x" % count(formula))
    except (MemoryError, RuntimeError) as fault:
        if isinstance(fault, RuntimeError) and "bad_alloc" not in str(fault):
            raise
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


if __name__ == "__main__":
    main()
