"""Certificates on disk: one JSON object, compressed with gzip, of bounded size on both sides."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from pathlib import Path
from typing import Any

from engines.proofs.faults import NoCertificate, Refused, Unproven

SUFFIX = ".json.gz"
MAX_PACKED = 32 << 20
"""Bytes of a file. The aim for what is written is a third of it."""
MAX_TEXT = 256 << 20
"""Bytes of what it unpacks to: a small file can unpack to any length."""
GZIP = 16 + zlib.MAX_WBITS
LEVEL = 6


def write_file(folder: Path, certificate: dict[str, Any]) -> Path:
    """Write a certificate under the name of its board, whole or not at all; where it is.

    Equal certificates give equal bytes. Unproven if it is larger than ``read_file`` takes.
    """
    text = json.dumps(certificate, separators=(",", ":")).encode()
    packed = gzip.compress(text, LEVEL, mtime=0)
    if len(packed) > MAX_PACKED or len(text) > MAX_TEXT:
        raise Unproven(f"the certificate is too large ({len(text)} bytes, {len(packed)} packed)")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{certificate['kind']}-{certificate['digest'][:16]}{SUFFIX}"
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(packed)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def read_file(path: Path) -> dict[str, Any]:
    """The JSON object in a file; Refused if it is cut off or too large, NoCertificate if it is no such thing.

    OSError as usual.
    """
    with path.open("rb") as source:
        packed = source.read(MAX_PACKED + 1)
    if len(packed) > MAX_PACKED:
        raise Refused("file", f"it is larger than {MAX_PACKED} bytes")
    text = unpack(packed) if packed[:2] == b"\x1f\x8b" else packed
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise NoCertificate(f"it is not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict):
        raise NoCertificate("it is not a JSON object")
    return data


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def unpack(packed: bytes) -> bytes:
    """The text in one gzip member; Refused if it is broken, cut off, followed by more, or too large."""
    stream = zlib.decompressobj(GZIP)
    try:
        text = stream.decompress(packed, MAX_TEXT)
    except zlib.error as error:
        raise Refused("file", f"it cannot be unpacked ({error})") from None
    if stream.unconsumed_tail:
        raise Refused("file", f"it unpacks to more than {MAX_TEXT} bytes")
    if not stream.eof:
        raise Refused("file", "it is cut off")
    if stream.unused_data:
        raise Refused("file", "something follows its end")
    return text
