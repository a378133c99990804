"""A worker on another network: two network namespaces with a cable, where that needs no rights."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.cluster.conftest import ROOT
from tests.service.running import MULTIPLE, UNIQUE

SCRIPT = r"""
set -eu
trap 'kill $worker $scheduler 2>/dev/null || true; wait' EXIT
ip link set lo up
mkfifo ready
unshare -n sh -c 'echo go > ready; until ip -o link show cable1 >/dev/null 2>&1; do sleep 0.05; done
    ip link set lo up; ip addr add 10.77.0.2/24 dev cable1; ip link set cable1 up
    exec "$0" -m distributed.cli.dask_worker tcp://10.77.0.1:8786 --nthreads 1 --no-dashboard' \
    "$PYTHON" > worker.log 2>&1 &
worker=$!
cat ready > /dev/null
ip link add cable0 type veth peer name cable1 netns $worker
ip addr add 10.77.0.1/24 dev cable0
ip link set cable0 up
"$PYTHON" -m distributed.cli.dask_scheduler --host 10.77.0.1 --port 8786 --dashboard-address 10.77.0.1:0 \
    > scheduler.log 2>&1 &
scheduler=$!
code=0
"$PYTHON" -m service.cli batch in.jsonl --out out.jsonl --scheduler tcp://10.77.0.1:8786 || code=$?
grep -o 'tcp://10.77.0.2:[0-9]*' scheduler.log | head -1 > seen || true
exit $code
"""


def has_namespaces() -> bool:
    """Whether two connected network namespaces can be made here."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    trial = "unshare -n sleep 5 & ip link add cable0 type veth peer name cable1 netns $! && kill $!"
    return (
        subprocess.run(["unshare", "-rn", "sh", "-c", trial], capture_output=True, check=False).returncode
        == 0
    )


def test_a_worker_on_another_network_answers_a_batch(tmp_path: Path) -> None:
    if not has_namespaces():
        pytest.skip("network namespaces cannot be made here")
    (tmp_path / "in.jsonl").write_text(f"{UNIQUE}\n{MULTIPLE}\n" * 30)
    ran = subprocess.run(
        ["unshare", "-rn", "--kill-child", "--fork", "--pid", "--mount-proc", "bash", "-c", SCRIPT],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr + (tmp_path / "worker.log").read_text()
    assert "60 lines: 30 multiple, 30 unique" in ran.stderr
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [each["line"] for each in found] == list(range(1, 61))
    assert (tmp_path / "seen").read_text().startswith("tcp://10.77.0.2:")
