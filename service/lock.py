"""Locks on files, held by the operating system: they end with the process, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


class Taken(Exception):  # noqa: N818 - what the file is
    """Another process holds the lock."""


def hold(path: Path) -> BinaryIO:
    """The file, made if not there, and locked until it is closed; Taken where another process has it."""
    while True:
        held = path.open("a+b")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(held.fileno()), path.stat()):
                    return held
        except BlockingIOError:
            held.close()
            raise Taken(f"{path} is held by another process") from None
        held.close()  # whoever held it has removed it meanwhile
