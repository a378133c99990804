"""The commands, in the order in which help lists them, and how their errors become one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from models.compiling import NOTE, on_first_compile
from service.cli.batch import batch
from service.cli.bench import bench
from service.cli.certify import certify, compare
from service.cli.convert import check, convert
from service.cli.exits import Exit
from service.cli.explain import explain, grade
from service.cli.generate import generate
from service.cli.help import show_help
from service.cli.lines import complain
from service.cli.serve import serve
from service.cli.solve import count, solve
from service.cli.streams import OutputClosed
from service.cli.study import study
from service.cli.twins import twins
from service.cli.verify import verify
from service.cli.version import show_version

app = typer.Typer(
    name="rungwise",
    invoke_without_command=True,
    add_completion=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
for each in (
    certify,
    verify,
    solve,
    count,
    explain,
    grade,
    compare,
    convert,
    check,
    twins,
    batch,
    serve,
    study,
):
    app.command()(each)


@app.callback()
def rungwise(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Say the versions and exit."),
    ] = False,
) -> None:
    """Certify that a logic puzzle has exactly one answer, by engines that share no code."""
    show_help(ctx)


app.add_typer(generate, name="generate")
app.add_typer(bench, name="bench")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and say in one line what went wrong, if anything did; the exit status."""
    on_first_compile(lambda: complain(NOTE))
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        status = app(words, prog_name="rungwise", standalone_mode=False)
        sys.stdout.flush()  # here, where a full disk is still an error to explain
    except typer.Abort:
        raise KeyboardInterrupt from None
    except OutputClosed:
        raise
    except Exception as error:
        return _explain(error)
    return int(status or 0)


def _explain(error: Exception) -> int:
    """One line on an error that no command has dealt with, and its status."""
    message = getattr(error, "format_message", None)
    if message is None:
        from service.cli.drive import explain_failure

        return explain_failure(error)
    context = getattr(error, "ctx", None)
    command = context.command_path.removeprefix("rungwise").strip() if context else ""
    said = " ".join(message().split())
    complain(f"{command}: {said} (see rungwise {command} --help)" if command else said)
    return Exit.BAD_INPUT
