"""The command line. Nothing here solves anything, and nothing heavy is imported before it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit status when Ctrl-C ended the command before it knew anything (128 + SIGINT)."""
PIPE_CLOSED = 141
"""Exit status when the reader of the output went away (128 + SIGPIPE)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. Never raises, never shows a traceback."""
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
