"""Benches are run as commands, too."""

from tests.service.conftest import rungwise, spawn

__all__ = ["rungwise", "spawn"]
