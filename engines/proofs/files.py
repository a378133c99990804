"""Certificates on disk: one JSON object, compressed with gzip, of bounded size on both sides."""

from __future__ import annotations

import errno
import gzip
import json
import os
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.proofs.drat import MAX_LINES
from engines.proofs.faults import Refused, Unproven, look
from engines.proofs.json_text import check_counts, parse

SUFFIX = ".json.gz"
MAX_PACKED = 8 << 20
"""Bytes of a file. The largest of a published board takes a 19th of it."""
MAX_TEXT = 32 << 20
"""Bytes of what it unpacks to: a small file can unpack to any length. The largest takes a 17th of it."""
PIECE = 1 << 20
"""Bytes unpacked between two looks at the clock."""
GZIP = 16 + zlib.MAX_WBITS
LEVEL = 6


def write_file(folder: Path, certificate: dict[str, Any]) -> Path:
    """Write a certificate under the name of its board, whole or not at all; where it is.

    Equal certificates give equal bytes. Unproven if it is larger than ``read_file`` takes.
    """
    text = json.dumps(certificate, separators=(",", ":")).encode()
    packed = gzip.compress(text, LEVEL, mtime=0)
    lines = certificate.get("proof", "").count("\n")
    if len(packed) > MAX_PACKED or len(text) > MAX_TEXT or lines > MAX_LINES:
        raise Unproven(
            f"the certificate is too large ({len(text)} bytes, {len(packed)} packed, {lines} lines of proof)"
        )
    try:
        check_counts(text)
    except Refused as error:
        raise Unproven(f"the certificate is too large ({error.why})") from None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{certificate['kind']}-{certificate['digest'][:16]}{SUFFIX}"
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(packed)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def read_file(path: Path, hit: Callable[[], str | None] = lambda: None) -> dict[str, Any]:
    """The JSON object in a file; Refused if it is cut off or too large, NoCertificate if it is no such thing.

    OSError as usual, and for what is not a regular file; OutOfTime when ``hit`` names a limit.
    """
    packed = read_regular(path)
    if len(packed) > MAX_PACKED:
        raise Refused("file", f"it is larger than {MAX_PACKED} bytes")
    return parse(unpack(packed, hit) if packed[:2] == b"\x1f\x8b" else packed, hit)


def read_regular(path: Path) -> bytes:
    """What is in a file, up to a byte more than it may hold. Never waits for another program to write."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
    except OSError:
        os.close(opened)
        raise
    with open(opened, "rb") as source:
        return source.read(MAX_PACKED + 1)


def unpack(packed: bytes, hit: Callable[[], str | None]) -> bytes:
    """The text in one gzip member; Refused if it is broken, cut off, followed by more, or too large."""
    stream = zlib.decompressobj(GZIP)
    pieces: list[bytes] = []
    size, rest = 0, packed
    while not stream.eof:
        look(hit, "while the file was unpacked")
        try:
            pieces.append(stream.decompress(rest, PIECE))
        except zlib.error as error:
            raise Refused("file", f"it cannot be unpacked ({error})") from None
        rest = stream.unconsumed_tail
        size += len(pieces[-1])
        if size > MAX_TEXT:
            raise Refused("file", f"it unpacks to more than {MAX_TEXT} bytes")
        if not (pieces[-1] or rest or stream.eof):
            raise Refused("file", "it is cut off")
    if stream.unused_data:
        raise Refused("file", "something follows its end")
    return b"".join(pieces)
