"""Of several processes that compile kernels, one says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from models.compiling import NOTE

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from bench.work import make_executor
from models.compiling import announce
if __name__ == "__main__":
    with make_executor(2) as executor:
        for each in [executor.submit(announce) for _ in range(20)]:
            each.result()
"""


def test_one_of_several_workers_tells_that_kernels_are_compiled(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    ran = subprocess.run(
        [sys.executable, str(program)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", f"rungwise: {NOTE}\n")
