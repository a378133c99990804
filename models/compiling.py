"""Word that kernels are about to be compiled, for whoever waits. Imports nothing heavy, and prints nothing.

Whether anything is compiled shows only when a kernel is not found on the disk, so the caller says beforehand
what is to be done then.
"""

from __future__ import annotations

from collections.abc import Callable

NOTE = "compiling the kernels for this machine; this takes a while, once"

_tell: Callable[[], object] | None = None


def on_first_compile(tell: Callable[[], object]) -> None:
    """Have ``tell`` called once, before the next kernel that this process has to compile."""
    global _tell
    _tell = tell


def announce() -> None:
    """Called by the kernels whenever one is being compiled."""
    global _tell
    tell, _tell = _tell, None
    if tell is not None:
        tell()
