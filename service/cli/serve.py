"""serve: the HTTP service."""

from __future__ import annotations

import signal
import socket
from typing import Annotated, Any

import typer

from service.cli.exits import Exit
from service.cli.lines import complain

GRACE_SECONDS = 10
"""How long open answers may take once the service is asked to end."""


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default=False)] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.", show_default=False)
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Solving processes; one a core.", show_default=False)
    ] = None,
) -> None:
    """Serve over HTTP until SIGTERM or Ctrl-C; the environment holds all other settings (docs/service.md)."""
    try:
        _start_forks()
        from pydantic import ValidationError

        from service.keys import BadKeys
        from service.lock import Taken
        from service.settings import Settings
    except ImportError as error:
        complain(f"{error.name} is missing: pip install 'rungwise[service]'")
        raise typer.Exit(Exit.BAD_INPUT) from None
    given: dict[str, Any] = {"host": host, "port": port, "workers": workers}
    from bench.cluster.address import ClusterError

    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
        if settings.scheduler is not None:
            _check_scheduler(settings.scheduler)
        _check_address(settings.host, settings.port)
        _run(settings)
    except ValidationError as error:
        for each in error.errors(include_url=False, include_input=False):
            complain(f"RUNGWISE_{'.'.join(map(str, each['loc'])).upper()}: {each['msg']}")
        raise typer.Exit(Exit.BAD_INPUT) from None
    except ClusterError as error:
        complain(f"RUNGWISE_SCHEDULER: {error}")
        raise typer.Exit(Exit.BAD_INPUT) from None
    except Taken:
        complain(f"RUNGWISE_DATABASE: another service is at work on {settings.database}")
        raise typer.Exit(Exit.BAD_INPUT) from None
    except BadKeys as error:
        complain(f"RUNGWISE_KEYS: {error}")
        raise typer.Exit(Exit.BAD_INPUT) from None


def _start_forks() -> None:
    """Have the process that workers are forked from load its kernels while this one loads its libraries."""
    from multiprocessing import forkserver

    from service.pool import WARM_IN_SERVICE

    forkserver.set_forkserver_preload([WARM_IN_SERVICE])
    forkserver.ensure_running()


def _check_address(host: str, port: int) -> None:
    """End the start where nobody can listen, before there are workers and a log."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as error:
        complain(f"cannot listen on {host}, port {port}: {error.strerror}")
        raise typer.Exit(Exit.BAD_INPUT) from None


def _check_scheduler(address: str) -> None:
    """End the start where the scheduler cannot be used; if it is lost later on, batches wait for it."""
    from bench.cluster.address import read_address

    read_address(address)
    from bench.cluster.executor import Cluster

    Cluster(address).shutdown()


def _run(settings: Any) -> None:
    import uvicorn

    from service.app import create_app
    from service.logs import set_up

    set_up(settings.log_level)
    app = create_app(settings)

    class Server(uvicorn.Server):
        """Tells streams without an end that the service is to end."""

        def handle_exit(self, sig: int, frame: Any) -> None:
            app.house.stopping.set()
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app,
        settings.host,
        settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _ignore)  # uvicorn raises it once more at its end
    Server(config).run()


def _ignore(_number: int, _frame: Any) -> None:
    """The service has ended as it was asked to."""
