"""The shipped examples have the verdict of their folder, and are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import certify
from models.formats.stream import read_stream
from models.pictures import read_picture

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FILES = sorted(path for verdict in ("unique", "multiple", "none") for path in (EXAMPLES / verdict).iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_example_has_the_verdict_of_its_folder(path: Path) -> None:
    with path.open("rb") as source:
        for item in read_stream(source):
            assert item.reading is not None
            certificate = certify(item.reading.puzzle)
            assert certificate.verdict == path.parent.name
            assert certificate.warnings == ()


def test_every_example_is_listed() -> None:
    told = (EXAMPLES / "README.md").read_text()
    files = [path for path in EXAMPLES.rglob("*") if path.is_file() and path.name != "README.md"]
    assert len(files) >= 8
    assert all(f"`{path.relative_to(EXAMPLES)}`" in told for path in files)


def test_the_picture_can_be_read() -> None:
    assert read_picture((EXAMPLES / "pictures" / "key.pbm").read_bytes()).shape == (12, 13)
