"""Pictures: each format gives the same cells, and nothing is unpacked that is over a limit."""

from __future__ import annotations

import io
import zlib

import numpy as np
import pytest

from models.pictures import MAX_BYTES, read_picture, write_pbm, write_text
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

PICTURE = np.random.default_rng(3).integers(0, 2, (5, 11)).astype(np.int16)


def as_pbm(packed: bool) -> bytes:
    rows, columns = PICTURE.shape
    if packed:
        return b"P4\n# a comment\n%d %d\n" % (columns, rows) + np.packbits(PICTURE == 1, axis=1).tobytes()
    digits = "\n".join("".join(map(str, row)) for row in PICTURE)
    return f"P1 {columns}\n# a comment\n{rows}\n{digits}\n".encode()


def as_text(ink: str, blank: str, between: str) -> bytes:
    rows = [between.join(ink if cell else blank for cell in row) for row in PICTURE]
    return ("\n".join(rows) + "\n\n").encode()


@pytest.mark.parametrize(
    "data",
    [as_pbm(True), as_pbm(False), as_text("#", ".", ""), as_text("1", "0", " "), as_text("█", "-", "")],
)
def test_every_way_to_write_a_picture_gives_its_cells(data: bytes) -> None:
    read = read_picture(data)
    assert read.dtype == np.int16
    assert (read == PICTURE).all()


@pytest.mark.parametrize("name", ["PNG", "BMP", "GIF"])
@pytest.mark.parametrize("mode", ["1", "L", "RGB", "P"])
def test_images_are_ink_where_they_are_dark(name: str, mode: str) -> None:
    image = pytest.importorskip("PIL.Image")
    drawn = image.fromarray(((1 - PICTURE) * 255).astype(np.uint8)).convert(mode)
    file = io.BytesIO()
    drawn.save(file, name)
    assert (read_picture(file.getvalue()) == PICTURE).all()


def test_what_is_transparent_is_blank() -> None:
    image = pytest.importorskip("PIL.Image")
    file = io.BytesIO()
    image.new("RGBA", (3, 2), (0, 0, 0, 0)).save(file, "PNG")
    assert not read_picture(file.getvalue()).any()


def png_of(width: int, height: int) -> bytes:
    """A PNG whose header says a size and whose data is absent."""
    header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    return (
        b"\x89PNG\r\n\x1a\n"
        + len(header[4:]).to_bytes(4, "big")
        + header
        + zlib.crc32(header).to_bytes(4, "big")
    )


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "the picture is empty"),
        (b"\n\n", "the picture is empty"),
        (b"P1 0 3\n", "the picture is empty"),
        (b"P4 9\n", "PBM header: expected a width"),
        (b"P4 9 99999999999\n", "PBM header"),
        (b"P1 2 2\n010", "PBM data: expected 4 cells"),
        (b"P1 2 2\n0123", "PBM data: expected 4 cells"),
        (b"P4 2 2\n\x00", "PBM data: expected 4 cells"),
        (b"P1 999 1\n", "1x999 cells, the limit"),
        (b"#.\n#", "line 2: has 1 cells, row 1 has 2"),
        (b"#.\n#?", "line 2 column 2: '?' is not ink"),
        (b"\xff\xff", "byte 1: neither an image"),
        (b"#" * 251, "1x251 cells, the limit"),
        (b"#\n" * 251, "251x1 cells, the limit"),
    ],
)
def test_a_bad_picture_is_refused_with_its_place(data: bytes, complaint: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read_picture(data)
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize(
    "data", [b"#" * (MAX_BYTES + 1), png_of(251, 1), png_of(20_000, 20_000), png_of(3, 3)]
)
def test_a_huge_or_broken_image_is_refused(data: bytes) -> None:
    pytest.importorskip("PIL.Image")
    with pytest.raises(BadPuzzle):
        read_picture(data)


def test_the_limit_itself_is_let_through() -> None:
    assert read_picture(b"#" * 250 + b"\n" + b"." * 250).shape == (2, 250)
    with pytest.raises(TooLarge):
        read_picture(b"." * (MAX_BYTES + 1))


@pytest.mark.parametrize("shape", [(1, 1), (5, 11), (3, 8), (4, 16), (250, 250)])
def test_what_is_written_reads_back(shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(shape).integers(0, 2, shape, np.int16)
    assert (read_picture(write_pbm(picture)) == picture).all()
    assert (read_picture(write_text(picture).encode()) == picture).all()


def test_cells_to_flip_are_marked_by_what_happens_to_them() -> None:
    picture = np.array([[1, 0, 1], [0, 1, 0]], np.int16)
    assert write_text(picture, [(0, 0), (1, 2)]) == "-.#\n.#+\n"
