"""Benches are run as commands, too."""

from tests.service.conftest import kept_kernels, rungwise, spawn

__all__ = ["kept_kernels", "rungwise", "spawn"]
