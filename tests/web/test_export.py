"""What leaves the page: formats, pictures, paper, links; and what a link brings back."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from models import PUZZLES, load
from models.formats import write
from models.puzzle import BadPuzzle
from tests.web.workbench import BOARDS, SEVERAL, Workbench

Bench = Callable[..., Workbench]
KINDS = list(PUZZLES)
SVG = "{http://www.w3.org/2000/svg}"
PNG_HEAD = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_holds_the_same_board_or_says_that_it_cannot(workbench: Workbench, kind: str) -> None:
    workbench.open(BOARDS[kind])
    panel = workbench.tool("Export")
    workbench.settle()
    formats = panel.get_by_label("Format").locator("option").all_inner_texts()
    page = workbench.page
    listed = page.request.get(f"{workbench.address}v1/puzzles").json()["formats"]
    assert formats == [each["name"] for each in listed if each["written"]]
    board = load(BOARDS[kind])
    for name in formats:
        panel.get_by_label("Format").select_option(name)
        text = panel.get_by_label("Text")
        try:
            write(board, name)
        except BadPuzzle as refusal:
            expect(workbench.tools.get_by_role("alert")).to_contain_text(refusal.why[1:])
            expect(text).to_have_value("")
            workbench.forgive_refusal()
        else:
            expect(text).not_to_have_value("")
            assert load(text.input_value()).to_json() == board.to_json(), name


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_picture_stands_alone_on_white_paper(
    bench: Bench, kind: str, scheme: str, tmp_path: Path
) -> None:
    workbench = bench(scheme=scheme)
    workbench.open(BOARDS[kind])
    panel = workbench.tool("Export")
    panel.get_by_label("With the answer").check()
    for button in ("SVG", "PNG"):
        with workbench.page.expect_download() as download:
            panel.get_by_role("button", name=button, exact=True).click()
        download.value.save_as(tmp_path / button)
        assert download.value.suggested_filename == f"{kind}.{button.lower()}"
    assert (tmp_path / "PNG").read_bytes().startswith(PNG_HEAD)
    drawing = ET.parse(tmp_path / "SVG").getroot()
    assert drawing.tag == f"{SVG}svg"
    nodes = [node for node in drawing.iter() if node is not drawing]
    assert not any({"class", "style"} & set(node.attrib) for node in nodes if node.tag != f"{SVG}g")
    paper = next(node for node in nodes if node.tag == f"{SVG}rect")
    assert paper.get("fill") == "rgb(255, 255, 255)"


def test_the_sheet_has_the_rules_the_board_and_the_answer_on_its_own_page(workbench: Workbench) -> None:
    workbench.open(BOARDS["fillapix"])
    workbench.page.evaluate(
        "() => { window.print = () => { window.printed = document.getElementById('sheet').innerHTML; }; }"
    )
    panel = workbench.tool("Export")
    panel.get_by_label("With the answer").check()
    workbench.push("Print")
    workbench.page.wait_for_function("window.printed")
    printed = workbench.page.evaluate("window.printed")
    assert printed.count("<section") == printed.count("<svg") == 2
    assert "block of three by three" in printed
    workbench.page.emulate_media(media="print")
    workbench.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(workbench.page.locator("#sheet svg")).to_be_visible()
    expect(workbench.tools).to_be_hidden()


@pytest.mark.parametrize("kind", KINDS)
def test_the_address_holds_the_puzzle(workbench: Workbench, kind: str) -> None:
    workbench.open(SEVERAL[kind])
    held = workbench.puzzle()
    fragment = workbench.page.evaluate("location.hash")
    workbench.visit(fragment)
    expect(workbench.board).to_be_visible()
    workbench.push("Certify")
    expect(workbench.page.locator("#badge")).to_have_text("≠ More than one answer")
    assert workbench.puzzle() == held == load(SEVERAL[kind]).to_json()


@pytest.mark.parametrize("fragment", ["#z=AAAA", "#z=%%%", "#p=%ff"])
def test_a_damaged_link_says_so(workbench: Workbench, fragment: str) -> None:
    workbench.visit(fragment)
    expect(workbench.page.get_by_role("alert")).to_contain_text("This link cannot be read")


def test_the_link_can_be_copied(workbench: Workbench) -> None:
    workbench.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    workbench.open(BOARDS["tentaisho"])
    workbench.tool("Export")
    workbench.push("Copy link to this page")
    expect(workbench.tools.get_by_text("Copied.")).to_be_visible()
    copied = workbench.page.evaluate("navigator.clipboard.readText()")
    assert copied == workbench.address + workbench.page.evaluate("location.hash")
