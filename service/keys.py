"""Who calls, and how often they may: API keys from the environment and a token bucket for each."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from dataclasses import dataclass, field

MAX_BUCKETS = 10_000
"""Callers remembered at once; the one that was silent longest is forgotten."""
ANYONE = "anyone"
"""The owner of batches where there are no keys."""


class BadKeys(ValueError):  # noqa: N818 - what they are
    """The setting is not ``name:secret,name:secret``."""


@dataclass(frozen=True)
class Keys:
    """Names by secret. Without any, everybody may call."""

    secrets: dict[str, bytes]

    @classmethod
    def read(cls, text: str) -> Keys:
        """From the setting; BadKeys names the entry by its place, never by its secret."""
        found: dict[str, bytes] = {}
        for number, entry in enumerate(filter(None, (part.strip() for part in text.split(","))), 1):
            name, colon, secret = entry.partition(":")
            if not colon or not name or len(secret) < 8 or name in found:
                raise BadKeys(f"key {number}: expected name:secret, a new name and 8 characters or more")
            found[name] = secret.encode()
        return cls(found)

    def owner(self, secret: bytes | None) -> str | None:
        """Whose secret it is, None if nobody's. Takes as long for a wrong one as for any other."""
        if not self.secrets:
            return ANYONE
        given = secret or b""
        found = None
        for name, known in self.secrets.items():
            if hmac.compare_digest(known, given):
                found = name
        return found


@dataclass
class RateLimit:
    """``rate`` calls a second for each caller, ``burst`` at once; rate 0 is no limit."""

    rate: float
    burst: int
    buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """Caller -> (calls left, when that was)."""

    def wait(self, caller: str, now: float | None = None) -> float:
        """0 if the caller may call now, which then counts; else in how many seconds it may."""
        if not self.rate:
            return 0
        now = time.monotonic() if now is None else now
        left, then = self.buckets.pop(caller, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= 1
        self.buckets[caller] = (left - allowed, now)
        if len(self.buckets) > MAX_BUCKETS:
            self.buckets.popitem(last=False)
        return 0 if allowed else (1 - left) / self.rate
