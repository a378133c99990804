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
    from service.cli.streams import OutputClosed, abandon_unwritten, prepare_streams

    prepare_streams()
    try:
        try:
            from service.cli.app import run

            code = run(arguments)
        except KeyboardInterrupt:
            print("rungwise: interrupted", file=sys.stderr)
            code = INTERRUPTED
    except OutputClosed:
        code = PIPE_CLOSED
    abandon_unwritten()
    return int(code)


def script() -> int:
    """``main`` as the last thing a process does."""
    code = main()
    # Else the interpreter's end looks through all of numba and OR-Tools for cycles: a third of a second.
    gc.freeze()
    return code


def _leave_script_folder() -> None:
    """Take the script's own folder off the import path, where Python puts it first.

    python-sat installs a script ``models.py`` in that folder, which would be imported in place of ours.
    """
    folder = os.path.realpath(os.path.dirname(sys.argv[0]))
    sys.path[:] = [path for path in sys.path if not path or os.path.realpath(path) != folder]
