"""What a worker has ready before it gets work."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from models.compiling import NOTE
from tests.service.http.servers import ROOT, Server

SCRIPT = """
import service.work.warm
from models.tentaisho.impossible import count_reached
assert count_reached.signatures, "a board of many choices would have to wait for its kernel"

from service.work import process
process.begin(None, None)
from models.compiling import announce
announce()
"""


def test_every_kernel_is_ready_and_a_late_one_is_told_in_the_log() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    assert '"logger": "rungwise.work"' in ran.stderr.splitlines()[-1]


NOTICE = """
import service.work.{module}
from models.compiling import announce, on_first_compile
from service.work.warm import tell
on_first_compile(tell)
announce()
"""


@pytest.mark.parametrize(("module", "is_json"), [("warm_in_service", True), ("warm", False)])
def test_word_of_compiling_is_a_log_line_in_a_service_and_plain_elsewhere(module: str, is_json: bool) -> None:
    script = NOTICE.format(module=module)
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    last = ran.stderr.splitlines()[-1]
    if is_json:
        assert json.loads(last)["message"] == NOTE
    else:
        assert last == f"rungwise: {NOTE}"


def test_a_service_forks_its_workers_from_what_logs(server: Server) -> None:
    """Also where kernels are compiled at its start, every line of the log is JSON."""
    for line in server.log.read_text().splitlines():
        assert json.loads(line)["level"]
