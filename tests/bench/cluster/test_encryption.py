"""A cluster that speaks TLS only, as docs/cluster.md says to set it up."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.cluster.conftest import Apart
from tests.service.running import Run

PREFIX = "DASK_DISTRIBUTED__COMM__"


def settings(folder: Path) -> dict[str, str]:
    """The environment of all three parties, with one certificate for all."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=rungwise"]
    subprocess.run([*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    found = {f"{PREFIX}REQUIRE_ENCRYPTION": "true", f"{PREFIX}TLS__CA_FILE": str(certificate)}
    for party in ("SCHEDULER", "WORKER", "CLIENT"):
        found |= {f"{PREFIX}TLS__{party}__CERT": str(certificate), f"{PREFIX}TLS__{party}__KEY": str(key)}
    return found


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_with_certificates_it_works_and_without_it_is_refused_in_one_line(
    own_scheduler: Callable[..., Apart],
    rungwise: Run,
    rungwise_process: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = settings(tmp_path)
    with monkeypatch.context() as encrypted:
        for name, value in own.items():
            encrypted.setenv(name, value)
        cluster = own_scheduler("tls")
        cluster.worker()
    command = ["generate", "tentaisho", "--size", "4", "--json", "--seed", "1"]
    there = rungwise_process(*command, "--scheduler", cluster.address, env=own)
    assert (there.code, there.err) == (0, "")
    assert there.objects == rungwise(*command).objects
    for stranger in ("tls", "tcp"):
        address = cluster.address.replace("tls", stranger)
        ran = rungwise_process(*command, "--scheduler", address)
        assert ran.code == 2
        assert ran.err.startswith("rungwise: no ")
        assert len(ran.err.splitlines()) == 1
