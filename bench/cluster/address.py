"""The address of a scheduler, and what may be wrong with it or behind it."""

from __future__ import annotations

import re
from importlib.util import find_spec

from models.puzzle import RungwiseError

PATTERN = re.compile(r"(?:tcp|tls)://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+):([0-9]{1,5})")


class ClusterError(RungwiseError):
    """A scheduler or its workers cannot be used: says which and why, in one line."""


class SchedulerLost(ClusterError):  # noqa: N818 - what happened
    """The scheduler, or its last worker, was lost while work was under way."""


def read_address(text: str) -> str:
    """``tcp://host:port`` or ``tls://host:port`` as it is; ClusterError otherwise, or without the extra."""
    found = PATTERN.fullmatch(text.strip())
    if found is None or not 0 < int(found[2]) < 65_536:
        raise ClusterError(f"{text[:80]!r} is not the address of a scheduler such as tcp://10.0.0.5:8786")
    if find_spec("distributed") is None:
        raise ClusterError("distributed is missing: pip install 'rungwise[dask]'")
    return found[0]
