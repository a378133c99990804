"""What figures were measured on: the machine, the versions, and the program itself."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("numpy", "numba", "ortools", "python-sat", "clingo", "multi-puzzle-solver", "puzzlekit")
FOLDERS = ("models", "engines", "bench/random_boards")


def machine() -> dict[str, Any]:
    """Plain values for a report; packages that are not installed are left out."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "system": platform.system(),
        "load": [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "packages": {name: number for name in PACKAGES if (number := _version(name))},
        "program": program_digest(),
    }


def _processor() -> str:
    """The processor's name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


@cache
def program_digest() -> str:
    """Eight hexadecimal digits of the sources of boards and engines: another program, another digest."""
    digest = hashlib.blake2b(digest_size=4)
    root = Path(__file__).resolve().parent.parent
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
