"""certify --proof and verify: files, statuses, and what is said of a certificate that does not hold."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.service.running import FREE, MULTIPLE, NONE, ROOT, UNIQUE, Run, process


@pytest.fixture
def proofs(rungwise: Run, tmp_path: Path) -> Path:
    """A folder with a certificate of each verdict."""
    folder = tmp_path / "proofs"
    ran = rungwise("certify", UNIQUE, MULTIPLE, NONE, "--proof", str(folder), "--json")
    assert ran.code == 1
    assert sorted(each["proof"] for each in ran.objects) == sorted(map(str, folder.iterdir()))
    return folder


def test_certificates_that_hold_are_told_with_what_was_checked(rungwise: Run, proofs: Path) -> None:
    ran = rungwise("verify", str(proofs), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert all(each["verified"] for each in ran.objects)
    assert {each["verdict"]: len(each["solutions"]) for each in ran.objects} == {
        "unique": 1,
        "multiple": 2,
        "none": 0,
    }
    unique = next(each for each in ran.objects if each["verdict"] == "unique")
    assert {"clauses", "cuts", "proof_lines", "steps"} == unique["checked"].keys()
    out = rungwise("verify", str(proofs)).out
    assert out.count("verified") == 3
    assert "board     answer" in out


def test_one_that_does_not_hold_is_refused_and_the_others_are_checked(rungwise: Run, proofs: Path) -> None:
    path = next(
        path for path in sorted(proofs.iterdir()) if b'"unique"' in gzip.decompress(path.read_bytes())
    )
    data = json.loads(gzip.decompress(path.read_bytes()))
    data["solutions"][0][0][0] ^= 1
    path.write_bytes(gzip.compress(json.dumps(data).encode()))
    ran = rungwise("verify", str(proofs), "--json")
    assert ran.code == 1
    assert [each["verified"] for each in ran.objects].count(False) == 1
    refused = next(each for each in ran.objects if not each["verified"])
    assert (refused["file"], refused["part"]) == (str(path), "solution")
    assert "refused, solution: it breaks a rule" in rungwise("verify", str(path)).out


def test_a_file_cut_off_is_refused(rungwise: Run, proofs: Path) -> None:
    path = sorted(proofs.iterdir())[0]
    path.write_bytes(path.read_bytes()[:-9])
    ran = rungwise("verify", str(path), "--json")
    assert (ran.code, ran.object["part"], ran.object["reason"]) == (1, "file", "it is cut off")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{UNIQUE}\n{MULTIPLE}\n", "it is not JSON"),
        (UNIQUE, "it is not a rungwise certificate"),
        ("[]", "it is not a JSON object"),
        ("", "it is not JSON"),
    ],
)
def test_a_file_of_something_else_is_bad_input_and_the_others_are_checked(
    rungwise: Run, proofs: Path, tmp_path: Path, text: str, why: str
) -> None:
    other = tmp_path / "boards.jsonl"
    other.write_text(text)
    ran = rungwise("verify", str(other), str(proofs), "--json")
    assert (ran.code, [each["verified"] for each in ran.objects]) == (2, [True] * 3)
    assert ran.err.startswith(f"rungwise: {other}: no certificate: {why}")
    assert ran.err.count("\n") == 1


def test_a_certificate_of_another_version_is_refused(rungwise: Run, proofs: Path) -> None:
    path = sorted(proofs.iterdir())[0]
    data = json.loads(gzip.decompress(path.read_bytes()))
    path.write_text(json.dumps(data | {"version": 2}))
    ran = rungwise("verify", str(path), "--json")
    assert (ran.code, ran.object["part"]) == (1, "file")


def test_a_file_that_is_not_there_and_an_empty_folder_are_bad_input(rungwise: Run, tmp_path: Path) -> None:
    ran = rungwise("verify", str(tmp_path / "nothing"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "No such file" in ran.err
    ran = rungwise("verify", str(tmp_path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no certificate" in ran.err


@pytest.mark.parametrize("inside", [False, True], ids=["alone", "in a folder"])
def test_a_pipe_is_not_waited_for(proofs: Path, inside: bool) -> None:
    pipe = proofs / "a.json.gz"
    os.mkfifo(pipe)
    with process("verify", str(proofs if inside else pipe), "--json") as verifying:
        try:
            out, err = verifying.communicate(timeout=60)
        finally:
            verifying.kill()
    assert (verifying.returncode, out.count("\n")) == (2, 3 if inside else 0)
    assert err == f"rungwise: {pipe}: not a regular file\n"


def test_a_device_is_no_certificate(rungwise: Run) -> None:
    ran = rungwise("verify", "/dev/zero")
    assert (ran.code, ran.out, ran.err) == (2, "", "rungwise: /dev/zero: not a regular file\n")


def test_a_small_file_with_a_long_proof_ends_with_its_time(rungwise: Run, proofs: Path) -> None:
    path = next(
        path for path in sorted(proofs.iterdir()) if b'"unique"' in gzip.decompress(path.read_bytes())
    )
    data = json.loads(gzip.decompress(path.read_bytes())) | {"proof": "1 -1 0\n" * 480_000 + "0\n"}
    path.write_bytes(gzip.compress(json.dumps(data).encode()))
    began = time.process_time()
    ran = rungwise("verify", str(path), "--seconds", "0.2")
    assert time.process_time() - began < 1
    assert (ran.code, ran.out) == (3, "")
    assert "limit reached (time)" in ran.err


def test_no_time_leaves_certificates_unchecked(rungwise: Run, proofs: Path) -> None:
    unique = next(
        path for path in sorted(proofs.iterdir()) if b'"unique"' in gzip.decompress(path.read_bytes())
    )
    ran = rungwise("verify", str(unique), "--seconds", "0")
    assert (ran.code, ran.out) == (3, "")
    assert "limit reached (time)" in ran.err


def test_an_undecided_board_gets_no_certificate_and_says_so(rungwise: Run, tmp_path: Path) -> None:
    ran = rungwise("certify", FREE, "--proof", str(tmp_path), "--seconds", "0", "--json")
    assert (ran.code, ran.object["proof"]) == (3, None)
    assert "no certificate is written: the verdict is undecided" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_one_line(rungwise: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = rungwise("certify", UNIQUE, "--proof", str(tmp_path / "file" / "inside"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_verifying_loads_no_solver_and_no_compiler(proofs: Path) -> None:
    program = (
        "import sys; from service.cli import main; "
        f"code = main(['verify', {str(proofs)!r}, '--json']); "
        "loaded = {'pysat', 'ortools', 'numba', 'scipy'} & set(sys.modules); "
        "sys.exit(f'{loaded}' if loaded else code)"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count('"verified": true') == 3
