"""Benches are run as commands, too."""

from tests.service.conftest import rungwise

__all__ = ["rungwise"]
