"""Certificates: all that are written hold, and whatever is tampered with is refused by its name."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines import certify
from engines.engine import Limits
from engines.proofs import OutOfTime, Refused, Unproven, prove, read_file, verify, write_file
from engines.proofs.files import MAX_TEXT
from engines.proofs.prove import shorten
from models import puzzle_class
from tests.boards import SAMPLES, Sample, endless

Data = dict[str, Any]

VERDICTS = {0: "none", 1: "unique"}

PAIRS = {"kind": "fillapix", "clues": [[2, 3, 2], [2, 4, 3], [1, 2, 2]]}
SEARCHED = {"rows": 3, "cols": 5, "dots": [[3, 3], [3, 5], [3, 7]]}
"""A ring around two galaxies: found by probing, with lines of proof."""
SPLIT: Data = {
    "rows": 10,
    "cols": 10,
    "dots": [
        *(
            [1, 10],
            [3, 14],
            [4, 7],
            [5, 1],
            [5, 3],
            [6, 15],
            [8, 3],
            [8, 7],
            [8, 18],
            [9, 11],
            [12, 4],
            [12, 13],
        ),
        *([13, 9], [15, 8], [15, 15], [15, 19], [16, 2], [17, 5], [17, 17], [18, 7], [18, 11], [19, 1]),
        [19, 17],
    ],
}
"""A galaxy of the first assignment found is in pieces."""


def certificate(kind: str, board: Data) -> Data:
    """A certificate as it is read from a file."""
    written: Data = json.loads(json.dumps(prove(certify(puzzle_class(kind).from_json(board)))))
    return written


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_every_certificate_that_is_written_holds(sample: Sample, tmp_path: Path) -> None:
    path = write_file(tmp_path, prove(certify(sample.puzzle())))
    found = verify(read_file(path))
    assert str(found.verdict) == VERDICTS.get(sample.count, "multiple")
    assert found.puzzle == sample.puzzle()
    assert len(found.solutions) == min(sample.count, 2)


def test_equal_boards_give_equal_files(tmp_path: Path) -> None:
    certificate_ = certify(SAMPLES[0].puzzle())
    first = write_file(tmp_path / "a", prove(certificate_)).read_bytes()
    assert write_file(tmp_path / "b", prove(certificate_)).read_bytes() == first
    assert [path.suffix for path in (tmp_path / "a").iterdir()] == [".gz"]


def flip_board(data: Data) -> None:
    data["board"]["clues"][0][0] = 1


def board_of_another(data: Data) -> None:
    data["digest"] = "0" * 64


def board_not_canonical(data: Data) -> None:
    data["board"]["note"] = "mine"


def board_ragged(data: Data) -> None:
    data["board"]["clues"][0].pop()


def unknown_kind(data: Data) -> None:
    data["kind"] = "sudoku"


def flip_solution(data: Data) -> None:
    data["solutions"][0][0][0] ^= 1


def solution_out_of_range(data: Data) -> None:
    data["solutions"][0][0][0] = 10**30


def solution_ragged(data: Data) -> None:
    data["solutions"][0].pop()


def no_solution(data: Data) -> None:
    data["solutions"] = []


def false_verdict(data: Data) -> None:
    data["verdict"] = "none"
    data["solutions"] = []


def undecided(data: Data) -> None:
    data["verdict"] = "undecided"


def change_clause(data: Data) -> None:
    lines = data["cnf"].splitlines()
    lines[-3] = lines[-3].replace(" 0", " 1 0")
    data["cnf"] = "\n".join(lines) + "\n"


def drop_clause(data: Data) -> None:
    data["cnf"] = "".join(data["cnf"].splitlines(keepends=True)[:-1])


def stronger_last_clause(data: Data) -> None:
    head, _, _ = data["cnf"].rstrip("\n").rpartition("\n")
    data["cnf"] = f"{head}\n1 0\n"


def change_legend(data: Data) -> None:
    data["cnf"] = data["cnf"].replace("c r1c1 0:-1", "c r1c1 0:1")


def no_formula(data: Data) -> None:
    del data["cnf"]


def empty_proof(data: Data) -> None:
    data["proof"] = ""


def cut_proof(data: Data) -> None:
    data["proof"] = "".join(data["proof"].splitlines(keepends=True)[:-1])


def proof_starts_with_its_end(data: Data) -> None:
    data["proof"] = "0\n" + data["proof"]


def proof_line_that_does_not_follow(data: Data) -> None:
    data["proof"] = "1 2 3 0\n-1 -5 0\n" + data["proof"]


def proof_line_that_only_keeps_satisfiability(data: Data) -> None:
    data["proof"] = "1000 0\n" + data["proof"]


def words_in_proof(data: Data) -> None:
    data["proof"] = "one 0\n" + data["proof"]


def unended_line(data: Data) -> None:
    data["proof"] = "1 2\n" + data["proof"]


def cut_that_no_rule_gives(data: Data) -> None:
    data["cuts"].append({"held": [[0, 0, 1]], "gates": []})


def step_that_no_clue_gives(data: Data) -> None:
    data["steps"][0]["settles"][0][2] ^= 1


def step_that_cites_another_clue(data: Data) -> None:
    data["steps"][-1]["clues"] = [[0, 0]] * len(data["steps"][-1]["clues"])


def last_step_gone(data: Data) -> None:
    data["steps"].pop()


def step_twice(data: Data) -> None:
    data["steps"].append(data["steps"][-1])


def step_off_the_board(data: Data) -> None:
    data["steps"][0]["settles"][0][0] = -1


def strange_rung(data: Data) -> None:
    data["steps"][0]["rung"] = "insight"


def unfounded_assumption(data: Data) -> None:
    data["steps"].insert(0, {"rung": "probe", "assume": [0, 0, 0], "steps": []})


def assumption_in_assumption(data: Data) -> None:
    inner = {"rung": "probe", "assume": [0, 1, 0], "steps": []}
    data["steps"].insert(0, {"rung": "probe", "assume": [0, 0, 0], "steps": [inner]})


def unfounded_contradiction(data: Data) -> None:
    data["steps"] = [{"rung": "count", "clues": [[0, 0]], "contradiction": True}]


def strange_part(data: Data) -> None:
    data["note"] = "trust me"


def other_version(data: Data) -> None:
    data["version"] = 2


TAMPERED: list[tuple[Callable[[Data], None], str]] = [
    (flip_board, "board"),
    (board_of_another, "board"),
    (board_not_canonical, "board"),
    (board_ragged, "board"),
    (unknown_kind, "board"),
    (flip_solution, "solution"),
    (solution_out_of_range, "solution"),
    (solution_ragged, "solution"),
    (no_solution, "solution"),
    (undecided, "verdict"),
    (false_verdict, "formula"),
    (change_clause, "formula"),
    (drop_clause, "formula"),
    (stronger_last_clause, "formula"),
    (change_legend, "formula"),
    (no_formula, "formula"),
    (empty_proof, "proof"),
    (cut_proof, "proof"),
    (proof_starts_with_its_end, "proof"),
    (proof_line_that_does_not_follow, "proof"),
    (proof_line_that_only_keeps_satisfiability, "proof"),
    (words_in_proof, "proof"),
    (unended_line, "proof"),
    (cut_that_no_rule_gives, "cut"),
    (step_that_no_clue_gives, "steps"),
    (step_that_cites_another_clue, "steps"),
    (last_step_gone, "steps"),
    (step_twice, "steps"),
    (step_off_the_board, "steps"),
    (strange_rung, "steps"),
    (unfounded_assumption, "steps"),
    (assumption_in_assumption, "steps"),
    (unfounded_contradiction, "steps"),
    (strange_part, "file"),
    (other_version, "file"),
]


@pytest.fixture(scope="module")
def honest() -> Data:
    """A certificate with lines of proof and steps."""
    data = certificate("fillapix", PAIRS)
    assert len(data["proof"].splitlines()) > 3
    assert len(data["steps"]) > 3
    return data


@pytest.mark.parametrize(("tamper", "part"), TAMPERED, ids=[tamper.__name__ for tamper, _ in TAMPERED])
def test_a_tampered_certificate_is_refused_for_the_part_at_fault(
    honest: Data, tamper: Callable[[Data], None], part: str
) -> None:
    verify(honest)
    data = copy.deepcopy(honest)
    tamper(data)
    with pytest.raises(Refused) as caught:
        verify(data)
    assert caught.value.part == part
    assert caught.value.why


def test_two_answers_must_be_two_and_their_difference_true() -> None:
    data = certificate("fillapix", {"clues": [[1, None, None, None]]})
    verify(data)
    for change, part in (
        ({"difference": []}, "solution"),
        ({"solutions": [data["solutions"][0]] * 2, "difference": []}, "solution"),
        ({"verdict": "unique", "solutions": data["solutions"][:1], "cuts": []}, "formula"),
    ):
        with pytest.raises(Refused) as caught:
            verify(data | change)
        assert caught.value.part == part


def test_a_certificate_of_uniqueness_cannot_be_made_of_a_board_with_two_answers() -> None:
    many = certify(puzzle_class("fillapix").from_json({"clues": [[1, None, None, None]]}))
    many.verdict, many.solutions = type(many.verdict)("unique"), many.solutions[:1]
    with pytest.raises(Unproven, match="finds an answer"):
        prove(many)


@pytest.fixture(scope="module")
def with_cuts() -> Data:
    """A certificate that rests on cuts."""
    data = certificate("tentaisho", SPLIT)
    assert data["cuts"]
    return data


def test_cuts_are_listed_apart_and_derived_again(with_cuts: Data) -> None:
    assert verify(with_cuts).counts["cuts"] == len(with_cuts["cuts"])


def test_a_cut_with_a_gate_left_out_is_refused(with_cuts: Data) -> None:
    refused = 0
    for number, cut in enumerate(with_cuts["cuts"]):
        for gate in range(len(cut["gates"])):
            data = copy.deepcopy(with_cuts)
            del data["cuts"][number]["gates"][gate]
            with pytest.raises(Refused) as caught:
                verify(data)
            refused += caught.value.part == "cut"
    assert refused


def test_a_cut_left_out_changes_the_formula(with_cuts: Data) -> None:
    data = copy.deepcopy(with_cuts)
    data["cuts"].pop()
    with pytest.raises(Refused) as caught:
        verify(data)
    assert caught.value.part == "formula"


@pytest.mark.parametrize("cut", [None, 3, {}, {"held": 1, "gates": []}, {"held": [[0, 0]], "gates": []}])
def test_what_is_no_cut_is_refused(with_cuts: Data, cut: Any) -> None:
    data = copy.deepcopy(with_cuts)
    data["cuts"][0] = cut
    with pytest.raises(Refused) as caught:
        verify(data)
    assert caught.value.part == "cut"


def test_assumptions_are_refuted_by_steps_of_their_own() -> None:
    data = certificate("tentaisho", SEARCHED)
    numbers = [n for n, step in enumerate(data["steps"]) if step["rung"] == "probe"]
    assert numbers
    for kept in (-1, 0):
        changed = copy.deepcopy(data)
        del changed["steps"][numbers[0]]["steps"][kept:]
        with pytest.raises(Refused, match=f"step {numbers[0] + 1}"):
            verify(changed)


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path, honest: Data) -> None:
    packed = write_file(tmp_path, honest).read_bytes()
    path = tmp_path / "cut.json.gz"
    for length in (0, 1, 2, 10, len(packed) // 2, len(packed) - 1):
        path.write_bytes(packed[:length])
        with pytest.raises(Refused):
            verify(read_file(path))


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"{}") + b"more",
        gzip.compress(b"[]"),
        b'{"format": NaN}',
        b"[" * 100_000,
        b"\x1f\x8b not gzip",
        b'{"version": ' + b"9" * 10_000 + b"}",
        b"{}",
    ],
    ids=["more", "list", "nan", "deep", "broken", "digits", "empty"],
)
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "strange.json.gz"
    path.write_bytes(content)
    with pytest.raises(Refused) as caught:
        verify(read_file(path))
    assert caught.value.part == "file"


def test_a_small_file_that_unpacks_to_a_large_one_is_refused_early(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", 1) as bomb:
        for _ in range((MAX_TEXT >> 20) + 1):
            bomb.write(bytes(1 << 20))
    with pytest.raises(Refused, match="unpacks to more"):
        read_file(path)


def test_a_plain_json_file_is_read_as_well(tmp_path: Path, honest: Data) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps(honest, indent=1))
    assert verify(read_file(path)).counts["proof_lines"] > 3


def test_no_time_is_a_limit_and_no_refusal(honest: Data) -> None:
    with pytest.raises(OutOfTime):
        verify(honest, Limits(seconds=0))
    with pytest.raises(Unproven, match="limit"):
        prove(certify(SAMPLES[0].puzzle()), Limits(seconds=0))


def test_an_undecided_board_has_no_certificate() -> None:
    with pytest.raises(Unproven, match="undecided"):
        prove(certify(endless("fillapix"), limits=Limits(seconds=0)))


def test_a_log_is_shortened_to_what_counts() -> None:
    log = ["d 1 2 0", "3 4 0", "d 4 3 0", "d 3 4 0", "5 0", "0", "7 0"]
    assert list(shorten(log)) == ["3 4 0", "d 4 3 0", "5 0", "0"]
    assert list(shorten([])) == ["0"]


@pytest.mark.parametrize("kind", ["fillapix", "doppelblock", "tentaisho"])
def test_published_boards_are_certified(kind: str, corpus: Callable[[str], list[Data]]) -> None:
    for board in corpus(kind)[::20]:
        certificate_ = certify(puzzle_class(kind).from_json(board))
        found = verify(prove(certificate_))
        assert found.verdict == certificate_.verdict
        assert found.verdict != "unique" or found.counts["clauses"]
