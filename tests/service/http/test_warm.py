"""What a worker has ready before it gets work."""

from __future__ import annotations

import subprocess
import sys

from tests.service.http.servers import ROOT

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
