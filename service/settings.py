"""What an operator can set, all by the environment: ``RUNGWISE_PORT`` is ``Settings.port``, and so on.

A value that cannot be meant ends the start with one line that says which it is.
"""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

MEGABYTE = 1_000_000
DAY = 86_400
"""Seconds: nothing is waited for longer."""


def default_database() -> Path:
    """Where batches are kept unless told otherwise: the user's state folder."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "rungwise" / "service.sqlite3"


def usable_cores() -> int:
    """The cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Settings(BaseSettings):
    """Every setting with its default; docs/service.md holds the same table."""

    model_config = SettingsConfigDict(env_prefix="RUNGWISE_", frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="the address to listen on")
    port: int = Field(default=8080, ge=0, le=65535, description="the port; 0 takes a free one")
    workers: int = Field(
        default_factory=usable_cores, ge=1, le=256, description="solving processes (default: one a core)"
    )
    scheduler: str | None = Field(
        default=None, description="a Dask scheduler whose workers work on batches, as `tcp://host:8786`"
    )
    database: Path = Field(
        default_factory=default_database, description="the SQLite file for batches and known results"
    )

    seconds: float = Field(
        default=10, gt=0, le=DAY, description="time for one board where the client names none"
    )
    max_seconds: float = Field(
        default=60,
        gt=0,
        le=DAY,
        description="the most time for one board; a client that asks for more gets this",
    )
    max_nodes: int | None = Field(default=None, ge=1, description="the most search nodes an engine may spend")
    max_solutions: int = Field(default=1000, ge=2, description="the most answers that `solve` lists")
    kill_after: float = Field(
        default=5,
        gt=0,
        description="seconds past its time after which a worker that has not answered is killed",
    )
    worker_memory: int = Field(default=2000, ge=500, description="megabytes of data a worker may hold")

    queue: int = Field(
        default=64, ge=1, description="calls that may wait for a worker before the next gets 503"
    )
    body_bytes: int = Field(default=4 * MEGABYTE, ge=1000, description="the most bytes of one call's body")
    body_seconds: float = Field(default=20, gt=0, description="how long a client may be silent within a body")
    body_rate: float = Field(
        default=10_000, gt=0, description="bytes a second that must come of a body after that"
    )
    batch_bytes: int = Field(default=500 * MEGABYTE, ge=1000, description="the most bytes of one batch")
    batch_lines: int = Field(default=1_000_000, ge=1, description="the most boards of one batch")
    batches: int = Field(default=100, ge=1, description="unfinished batches before the next gets 503")
    keep_hours: float = Field(
        default=72, gt=0, description="how long a finished batch and its results are kept"
    )
    known_results: int = Field(
        default=1_000_000, ge=0, description="verdicts kept by the board's digest; 0 keeps none"
    )

    keys: SecretStr = Field(
        default=SecretStr(""), description="API keys as `name:secret,name:secret`; none: the service is open"
    )
    rate: float = Field(
        default=0, ge=0, description="calls a second for each key (or address); 0 is no limit"
    )
    burst: int = Field(default=20, ge=1, description="calls that may come at once under the rate limit")
    log_level: str = Field(
        default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="what is logged"
    )
