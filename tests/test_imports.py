"""The directions of import, and that engines know no puzzle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from models import PUZZLES

pytestmark = pytest.mark.tiny

ROOT = Path(__file__).resolve().parents[1]

MAY_IMPORT = {
    "models": {"models"},
    "engines": {"engines", "models"},
    "bench": {"bench", "engines", "models"},
    "service": {"service", "bench", "engines", "models"},
}
"""Folder -> the folders of this project that its files may import."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it; imports for types too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_run_one_way(folder: str) -> None:
    assert sources(folder)
    for path in sources(folder):
        for name in imported(path):
            top = name.partition(".")[0]
            assert top not in MAY_IMPORT or top in MAY_IMPORT[folder], f"{path} imports {name}"


def test_only_the_kernel_file_imports_numba() -> None:
    importers = {
        str(path.relative_to(ROOT))
        for folder in MAY_IMPORT
        for path in sources(folder)
        for name in imported(path)
        if name.partition(".")[0] in ("numba", "llvmlite")
    }
    assert importers == {"models/kernel.py"}


def test_rules_import_nothing_but_their_board_and_the_contract() -> None:
    for kind, place in PUZZLES.items():
        package = place.partition(":")[0]
        path = ROOT / package.replace(".", "/") / "rules.py"
        ours = {name for name in imported(path) if name.partition(".")[0] in MAY_IMPORT}
        assert ours <= {f"{package}.board", "models.puzzle"}, kind


def test_engines_name_no_puzzle() -> None:
    for path in sources("engines"):
        text = path.read_text().lower()
        for kind, place in PUZZLES.items():
            for name in (kind, place.partition(":")[2].lower()):
                assert name not in text, f"{path} names {name}"


HEAVY = {
    "pydantic",
    "sqlalchemy",
    "prometheus_client",
    "ortools",
    "pysat",
    "fastapi",
    "uvicorn",
    "scipy",
    "PIL",
    "pyganak",
    "pyganakCpp",
    "matplotlib",
}


def test_heavy_libraries_are_imported_where_they_are_used_and_not_before() -> None:
    for folder in ("models", "engines", "service/cli"):
        for path in sources(folder):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    names = {getattr(node, "module", None) or alias.name for alias in node.names}
                    heavy = {name.partition(".")[0] for name in names} & HEAVY
                    assert not heavy, f"{path} imports {heavy} at its top"
