"""Compiled kernels: the decorators, the rung signature and the candidate bit tricks.

Every compiled function of the project is declared here-with, so this is the only file that imports
numba. It refuses to know any puzzle and any engine. The arrays of the ladder are described in
ARCHITECTURE.md; in short:

``tables``      int32[t]          everything a rung needs to know about the board; never written
``candidates``  uint64[cells, w]  a bitset row per cell; bit v set = value v is still possible
``sizes``       int32[cells, 2]   per cell: the number of its candidates, and their sum, so that the
                                  value of a settled cell is ``sizes[cell, 1]`` without a scan
``trail``       int32[n, 2]       header rows (length, conflict, cursors), then one row per removed
                                  candidate: (flat bit index in ``candidates``, reason)
``state``       int32[s]          what a puzzle derives from the candidates; copied at choice points
``scratch``     int32[k]          work room and hints that may be stale without harm

With ``NUMBA_DISABLE_JIT=1`` all of it runs as plain Python, for tests on tiny boards.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import event
from numba.extending import intrinsic

from models.compiling import announce

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

LENGTH = 0
"""Row of the trail header that holds (number of rows in use, reason of the last conflict)."""
CURSOR = 1
"""First row of the trail header that holds cursors: row ``CURSOR + slot`` column 0."""
CURSORS = 7
HEAD = CURSOR + CURSORS
"""First row of the trail that holds a removal."""
FRESH = -1
"""A cursor of a reader that has not looked at the board at all."""
CONFLICT = -1
"""What a rung returns on a contradiction; 0 always means nothing was removed."""


def source_digest() -> str:
    """Hash of every source file that declares kernels.

    Numba's cache looks only at the file of the compiled function, not at the files it calls into, so
    the digest goes into the name of the cache directory: an edit anywhere recompiles.
    """
    digest = hashlib.blake2b(digest_size=8)
    root = Path(__file__).resolve().parent.parent
    for folder in ("models", "engines"):
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_bytes()
            if path == Path(__file__).resolve() or b"models.kernel import" in text:
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + text)
    return digest.hexdigest()


def cache_root() -> Path:
    """The folder that holds compiled kernels: ``RUNGWISE_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("RUNGWISE_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rungwise"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "rungwise-cache"


def _prepare_cache() -> None:
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    folder = cache_root() / f"kernels-{source_digest()}{checked}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise OSError("not writable")
    except OSError:
        folder = _writable_copy(folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


def _writable_copy(folder: Path) -> Path:
    """A new folder with the kernels of one that cannot be written to, as in a read-only image.

    numba takes nothing from a folder that it cannot write to. Without kernels there they are compiled.
    """
    own = Path(tempfile.mkdtemp(prefix="rungwise-kernels-"))
    try:
        shutil.copytree(folder, own, dirs_exist_ok=True)
    except OSError:
        print(f"rungwise: cache folder not writable, compiling into {own}", file=sys.stderr)
    return own


class _Compiling(event.Listener):
    """Hears of every pass of the compiler; what is loaded from the disk needs none."""

    def on_start(self, _: Any) -> None:
        announce()

    def on_end(self, _: Any) -> None:
        """Nothing more to tell."""


if JIT:
    _prepare_cache()
    event.register("numba:run_pass", _Compiling())  # type: ignore[no-untyped-call]

_VECTOR = types.Array(types.int32, 1, "C")
_ROWS = types.Array(types.int32, 2, "C")
_BITSETS = types.Array(types.uint64, 2, "C")
_RUNG_SIGNATURE = types.int64(_VECTOR, _BITSETS, _ROWS, _ROWS, _VECTOR, _VECTOR)

Kernel = Callable[..., Any]

_UNCOUNTED: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""Without numba's reference counts: the atomic operations on the counts of six arrays, at every loop
and call, took two thirds of a rung's time. The caller holds the arrays throughout."""


def kernel(function: Kernel) -> Kernel:
    """Compile a function on first use, cached on disk; it may call other kernels."""
    compiled: Kernel = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def uncounted(function: Kernel) -> Kernel:
    """Compile as ``kernel``, without counted references: it and all it calls can allocate nothing."""
    compiled: Kernel = numba.njit(cache=True, nogil=True, **_UNCOUNTED)(function)
    return compiled


def inlined(function: Kernel) -> Kernel:
    """Compile as ``uncounted``, but always into the caller.

    For what a rung does once per candidate: a call that stays a call passes every array as seven or
    more words. Such a function can allocate nothing, nor assign an array to a slice.
    """
    compiled: Kernel = numba.njit(cache=True, nogil=True, forceinline=True, **_UNCOUNTED)(function)
    return compiled


def rung(function: Kernel) -> Kernel:
    """Compile ``function(tables, candidates, sizes, trail, state, scratch) -> int`` as a rung.

    It returns how many candidates it removed or ``CONFLICT``, and must never raise. Compiled on
    declaration, so only the module of the puzzle at hand pays for it.
    """
    if not JIT:
        return function
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.errors.NumbaExperimentalFeatureWarning)
        compiled: Kernel = numba.cfunc(_RUNG_SIGNATURE, cache=True, **_UNCOUNTED)(function)
    return compiled


@functools.cache
def rung_table(rungs: tuple[Kernel, ...]) -> Any:
    """The rungs as the driver takes them: int64[k] of addresses (plain Python: the functions)."""
    if not JIT:
        return rungs
    return np.array([getattr(each, "address") for each in rungs], dtype=np.int64)  # noqa: B009


def _generated(function: Kernel) -> Kernel:
    """Declare a function whose machine code is generated by hand, through numba's extension API."""
    made: Kernel = intrinsic(function)
    return made


if JIT:

    @_generated
    def _call_address(  # type: ignore[no-untyped-def]
        typingctx, address, tables, candidates, sizes, trail, state, scratch
    ):
        """Call the rung at an address: a compiled call of about 16 ns that no cache entry pins."""
        from llvmlite import ir

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            kinds = [context.get_value_type(kind) for kind in signature.args[1:]]
            pointer = ir.FunctionType(ir.IntType(64), kinds).as_pointer()
            return builder.call(builder.inttoptr(arguments[0], pointer), arguments[1:])

        return types.int64(types.int64, *_RUNG_SIGNATURE.args), generate

    @_generated
    def trailing_zeros(typingctx, word):  # type: ignore[no-untyped-def]
        """Index of the lowest set bit of a non-zero uint64."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            from llvmlite import ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    @_generated
    def bit_count(typingctx, word):  # type: ignore[no-untyped-def]
        """Number of set bits of a uint64."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @kernel
    def call_rung(rungs, index, tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
        """Run rung ``index`` of a rung table."""
        return _call_address(rungs[index], tables, candidates, sizes, trail, state, scratch)

else:

    def trailing_zeros(word: Any) -> int:
        """Index of the lowest set bit of a non-zero uint64."""
        value = int(word)
        return (value & -value).bit_length() - 1

    def bit_count(word: Any) -> int:
        """Number of set bits of a uint64."""
        return int(word).bit_count()

    def call_rung(rungs: Any, index: int, *arrays: Any) -> int:
        """Run rung ``index`` of a rung table."""
        return int(rungs[index](*arrays))


@inlined
def copy(source, target):  # type: ignore[no-untyped-def]
    """Copy a vector onto another of the same length.

    A slice assignment would do, but compiles numba's broadcasting and the text of its errors: seconds.
    """
    for index in range(source.shape[0]):
        target[index] = source[index]


@inlined
def has(candidates, cell, value):  # type: ignore[no-untyped-def]
    """Whether a value is still possible for a cell."""
    return (candidates[cell, value >> 6] >> np.uint64(value & 63)) & np.uint64(1) != np.uint64(0)


@inlined
def remove(candidates, sizes, trail, cell, value, reason):  # type: ignore[no-untyped-def]
    """Remove one candidate; 1 removed, 0 it was gone already, ``CONFLICT`` the cell ran empty.

    The one place where a candidate goes: bitset row, count, sum and trail change together.
    """
    word = value >> 6
    bit = np.uint64(1) << np.uint64(value & 63)
    if candidates[cell, word] & bit == np.uint64(0):
        return 0
    candidates[cell, word] ^= bit
    sizes[cell, 0] -= 1
    sizes[cell, 1] -= value
    length = trail[LENGTH, 0]
    trail[length, 0] = (cell * candidates.shape[1] << 6) + value
    trail[length, 1] = reason
    trail[LENGTH, 0] = length + 1
    if sizes[cell, 0] == 0:
        trail[LENGTH, 1] = reason
        return CONFLICT
    return 1


@inlined
def fix(candidates, sizes, trail, cell, value, reason):  # type: ignore[no-untyped-def]
    """Remove every other candidate of a cell; how many went, or ``CONFLICT`` if value is gone."""
    if not has(candidates, cell, value):
        trail[LENGTH, 1] = reason
        return CONFLICT
    removed = 0
    for word in range(candidates.shape[1]):
        others = candidates[cell, word]
        if word == value >> 6:
            others &= ~(np.uint64(1) << np.uint64(value & 63))
        while others != np.uint64(0):
            other = trailing_zeros(others)
            others &= others - np.uint64(1)
            remove(candidates, sizes, trail, cell, (word << 6) + other, reason)
            removed += 1
    return removed


@inlined
def conflict(trail, reason):  # type: ignore[no-untyped-def]
    """Note why the board is contradictory and return ``CONFLICT``."""
    trail[LENGTH, 1] = reason
    return CONFLICT


@uncounted
def undo(candidates, sizes, trail, mark):  # type: ignore[no-untyped-def]
    """Put back every candidate removed since the trail was ``mark`` rows long.

    The board was at a fixpoint then, so every cursor is set to ``mark``.
    """
    bits = candidates.shape[1] << 6
    for row in range(mark, trail[LENGTH, 0]):
        cell = trail[row, 0] // bits
        value = trail[row, 0] % bits
        candidates[cell, value >> 6] |= np.uint64(1) << np.uint64(value & 63)
        sizes[cell, 0] += 1
        sizes[cell, 1] += value
    trail[LENGTH, 0] = mark
    for slot in range(CURSORS):
        trail[CURSOR + slot, 0] = mark
