"""Which program this is: a client and its workers must be the same one, or answers are worth nothing."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FOLDERS = ("models", "engines", "bench", "service")
PACKAGES = ("numpy", "numba", "ortools", "python-sat", "distributed")
"""What answers, their counters, or the talk between the two depend on."""


@cache
def build() -> dict[str, str]:
    """Name -> version of everything that must be equal."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"rungwise": _sources(), "Python": python} | {name: _version(name) for name in PACKAGES}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _sources() -> str:
    """Eight hexadecimal digits of all source files."""
    digest = hashlib.blake2b(digest_size=4)
    root = Path(__file__).resolve().parents[2]
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
