"""docs/service.md is held to the code: settings, problems, calls, metrics, all examples run as pasted."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.metrics import Metrics
from service.pool import Pool
from service.problems import TITLES
from service.settings import Settings
from service.work.options import REQUESTS
from tests.service.http.servers import ROOT, Server

DOCS = (ROOT / "docs" / "service.md").read_text()
README = (ROOT / "README.md").read_text()
SHELL = re.findall(r"^```sh\n(.*?)^```$", DOCS + README, re.DOTALL | re.MULTILINE)
CURL = [block for block in SHELL if "curl" in block]


def settings_table() -> str:
    """The table of all settings, as docs/service.md shows it."""
    rows = []
    for name, field in Settings.model_fields.items():
        default = field.get_default()
        shown = {"database": "in the user's state folder", "keys": "none"}.get(name, default)
        if name == "workers":
            shown = "one a core"
        shown = f"{shown:g}" if isinstance(shown, float) else "none" if shown is None else shown
        about = re.sub(r" \(default: .*\)", "", field.description or "")
        rows.append(f"| `RUNGWISE_{name.upper()}` | {shown} | {about} |")
    return "\n".join(["| variable | default | |", "|---|---|---|", *rows])


def test_the_table_of_settings_is_the_one_of_the_code() -> None:
    assert settings_table() in DOCS


def test_every_problem_is_listed_with_its_status() -> None:
    for slug, (status, _) in TITLES.items():
        assert re.search(rf"^\| [^|]*{status}[^|]*\|.*`{slug}`", DOCS, re.MULTILINE), slug


def test_every_call_and_metric_is_listed() -> None:
    assert all(f"`POST /v1/{action}`" in DOCS for action in REQUESTS)
    pool = Pool(1)
    for family in Metrics(pool).registry.collect():
        assert f"`{family.name}" in DOCS, family.name
    pool.close()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("block", CURL, ids=range(len(CURL)))
def test_examples_run_as_pasted(server: Server, tmp_path: Path, block: str) -> None:
    assert "http://127.0.0.1:8080" in block
    text = "set -euo pipefail\n" + block.replace("http://127.0.0.1:8080", server.url)
    ran = subprocess.run(["bash", "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert '"' in ran.stdout
