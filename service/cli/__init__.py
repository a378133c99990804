"""The command line. Nothing here solves anything, and nothing heavy is imported before it is needed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit status when Ctrl-C ended the command before it knew anything (128 + SIGINT)."""
PIPE_CLOSED = 141
"""Exit status when the reader of the output went away (128 + SIGPIPE)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. Never raises, never shows a traceback."""
    _leave_script_folder()
    _open_closed_streams()
    from service.cli.lines import OutputClosed

    try:
        from service.cli.app import run

        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("rungwise: interrupted", file=sys.stderr)
        code = INTERRUPTED
    except (OutputClosed, BrokenPipeError):
        # What is still buffered has no reader: keep the interpreter from trying again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PIPE_CLOSED
    return int(code)


def script() -> int:
    """``main`` as the last thing a process does."""
    code = main()
    # Else the interpreter's end looks through all of numba and OR-Tools for cycles: a third of a second.
    gc.freeze()
    return code


def _open_closed_streams() -> None:
    """Give the command an empty input and outputs that nobody reads where its caller closed them.

    Python sets such a stream to None.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 - open to the end of the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _leave_script_folder() -> None:
    """Take the script's own folder off the import path, where Python puts it first.

    python-sat installs a script ``models.py`` in that folder, which would be imported in place of ours.
    """
    folder = os.path.realpath(os.path.dirname(sys.argv[0]))
    sys.path[:] = [path for path in sys.path if not path or os.path.realpath(path) != folder]
