"""Pictures of ink and blank cells: PBM, text, and PNG, BMP or GIF where Pillow is installed.

One pixel is one cell: a picture is never scaled, since that would be another picture. Sizes are known and
bounded before anything is unpacked.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from models.puzzle import BadPuzzle, Grid, RungwiseError, TooLarge

MAX_SIDE = 250
"""Rows or columns of a picture."""
MAX_BYTES = 4_000_000
DARK = 128
"""Grey values under this are ink; what is transparent counts as white."""

INK_MARKS = "#X@1*\N{FULL BLOCK}"
BLANK_MARKS = ".-_0o"
IMAGE_STARTS = {b"\x89PNG\r\n\x1a\n": "PNG", b"BM": "BMP", b"GIF8": "GIF"}


class PillowMissing(RungwiseError):  # noqa: N818 - as the user reads it
    """The picture is in a format that needs Pillow, which is not installed."""


def read_picture(data: bytes) -> Grid:
    """int16[rows, cols], 1 ink and 0 blank; BadPuzzle says where the picture cannot be read."""
    if len(data) > MAX_BYTES:
        raise TooLarge(f"more than {MAX_BYTES} bytes")
    for start, name in IMAGE_STARTS.items():
        if data.startswith(start):
            return _read_image(data, name)
    if re.match(rb"P[14]\s", data):
        return _read_pbm(data)
    return _read_text(data)


def _check_size(rows: int, columns: int) -> None:
    if not rows or not columns:
        raise BadPuzzle("the picture is empty")
    if max(rows, columns) > MAX_SIDE:
        raise TooLarge(f"{rows}x{columns} cells, the limit is {MAX_SIDE}x{MAX_SIDE}")


def _read_image(data: bytes, name: str) -> Grid:
    try:
        from PIL import Image
    except ImportError:
        raise PillowMissing(f"a {name} picture needs Pillow: pip install 'rungwise[pictures]'") from None
    try:
        with Image.open(io.BytesIO(data), formats=[name]) as image:
            _check_size(image.height, image.width)
            pixels = image.convert("RGBA")
    except BadPuzzle:
        raise
    except Exception:  # Pillow raises a dozen kinds on a broken file
        raise BadPuzzle(f"a broken {name} picture, or one of far too many pixels") from None
    paper = Image.new("RGBA", pixels.size, "white")
    paper.alpha_composite(pixels)
    return (np.asarray(paper.convert("L")) < DARK).astype(np.int16)


def _read_pbm(data: bytes) -> Grid:
    """``P1`` has a digit a cell, ``P4`` a bit; a comment runs from # to the end of its line."""
    header = re.match(rb"P([14])" + rb"(?:\s|#[^\n]*\n)+([0-9]{1,9})(?![0-9])" * 2, data)
    if header is None:
        raise BadPuzzle("expected a width and a height after P1 or P4", "PBM header")
    columns, rows = int(header[2]), int(header[3])
    _check_size(rows, columns)
    unpack = _digits if header[1] == b"1" else _bits
    cells = unpack(data[header.end() :], rows, columns)
    if len(cells) < rows * columns or (cells > 1).any():
        raise BadPuzzle(f"expected {rows * columns} cells, each 0 or 1", "PBM data")
    return cells[: rows * columns].reshape(rows, columns).astype(np.int16)


def _digits(data: bytes, _rows: int, _columns: int) -> npt.NDArray[np.uint8]:
    digits = re.sub(rb"#[^\n]*|\s", b"", data)
    return np.frombuffer(digits, np.uint8) - np.uint8(ord("0"))


def _bits(data: bytes, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """One white space, then every row in whole bytes; empty if the data ends early."""
    width = (columns + 7) // 8
    packed = np.frombuffer(data[1 : 1 + rows * width], np.uint8)
    if len(packed) < rows * width:
        return packed[:0]
    return np.unpackbits(packed).reshape(rows, -1)[:, :columns].reshape(-1)


def _read_text(data: bytes) -> Grid:
    """A line a row, a mark a cell, with or without spaces between."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadPuzzle("neither an image nor UTF-8 text", f"byte {error.start + 1}") from None
    rows: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        marks = [(column, mark) for column, mark in enumerate(line, 1) if not mark.isspace()]
        if not marks:
            continue
        for column, mark in marks:
            if mark not in INK_MARKS + BLANK_MARKS:
                expected = f"ink ({INK_MARKS}) or blank ({BLANK_MARKS})"
                raise BadPuzzle(f"{mark!r} is not {expected}", f"line {number} column {column}")
        if rows and len(marks) != len(rows[0]):
            raise BadPuzzle(f"has {len(marks)} cells, row 1 has {len(rows[0])}", f"line {number}")
        rows.append([int(mark in INK_MARKS) for _, mark in marks])
        _check_size(len(rows), len(marks))
    _check_size(len(rows), 1)
    return np.array(rows, np.int16)


def write_pbm(picture: Grid) -> bytes:
    """The picture as a packed portable bitmap (P4)."""
    rows, columns = picture.shape
    return b"P4\n%d %d\n" % (columns, rows) + np.packbits(picture == 1, axis=1).tobytes()


def write_text(picture: Grid, flips: Iterable[tuple[int, int]] = ()) -> str:
    """A line a row of ``#`` and ``.``; a cell to flip is ``+`` if it gains ink and ``-`` if it loses it."""
    rows = [["#" if value == 1 else "." for value in row] for row in picture.tolist()]
    for row, column in flips:
        rows[row][column] = "-" if rows[row][column] == "#" else "+"
    return "".join("".join(row) + "\n" for row in rows)
