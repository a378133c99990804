"""Why a certificate is refused, not checked through, or not written."""

from __future__ import annotations

from collections.abc import Callable

from models.puzzle import RungwiseError


class Refused(RungwiseError):  # noqa: N818 - the verifier's word
    """A certificate does not show what it says: which ``part`` of it is wrong, and ``why``.

    Parts: ``file``, ``board``, ``verdict``, ``solution``, ``cut``, ``formula``, ``proof``, ``steps``.
    """

    def __init__(self, part: str, why: str) -> None:
        super().__init__(f"{part}: {why}")
        self.part = part
        self.why = why


class NoCertificate(Refused):
    """A file holds no certificate at all, so that there is nothing in it to believe or to refuse."""

    def __init__(self, why: str) -> None:
        super().__init__("file", why)


class OutOfTime(RungwiseError):  # noqa: N818 - a limit, not a fault
    """The deadline passed before the certificate was checked through."""


class Unproven(RungwiseError):  # noqa: N818 - as the user reads it
    """No certificate can be written: the verdict is not certain, a limit was hit, or it is too large."""


def look(hit: Callable[[], str | None], where: str) -> None:
    """Look at the clock; OutOfTime if ``hit`` names a limit, with ``where`` the work has got to."""
    if (limit := hit()) is not None:
        raise OutOfTime(f"limit reached ({limit}) {where}")
