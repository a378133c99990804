"""How large a board may be: one limit a kind, and one message, whatever the text it comes in.

Readers ask before they make anything of a board's size.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.puzzle import TooLarge


@dataclass(frozen=True)
class Sides:
    """A kind's title, and the most rows and columns of its boards."""

    title: str
    most: int

    def check(self, rows: int, cols: int, where: str) -> None:
        """TooLarge on more rows or columns than a board may have."""
        for count, name in ((rows, "rows"), (cols, "columns")):
            if count > self.most:
                raise self.too_large(f"{str(count)[:20]} {name}", where)

    def too_large(self, found: str, where: str) -> TooLarge:
        """The error to raise where ``found`` (``300 rows``) is over the limit."""
        return TooLarge(f"{found}, the limit of {self.title} is {self.most}x{self.most}", where)
