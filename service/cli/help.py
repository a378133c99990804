"""What a command that only holds others says when none of them is named."""

from __future__ import annotations

import typer


def show_help(ctx: typer.Context) -> None:
    """Print the help of a command that was called without any of its own, which is no mistake: status 0."""
    if ctx.invoked_subcommand is None:
        text = ctx.get_help()
        if text:  # with Rich it is printed by now
            typer.echo(text)
