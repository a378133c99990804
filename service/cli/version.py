"""--version: what is installed, told without importing it."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import typer

NAME = "rungwise"
LIBRARIES = ("numba", "ortools", "python-sat", "pyganak")
"""The libraries that verdicts rest on."""


def show_version(wanted: bool) -> None:
    """Print a line for the project, for Python and for each library, then leave."""
    if not wanted:
        return
    lines = [f"{NAME} {_version(NAME)}", f"Python {platform.python_version()}"]
    lines += [f"{library} {_version(library)}" for library in LIBRARIES]
    sys.stdout.write("\n".join(lines) + "\n")
    raise typer.Exit


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"
