"""Verdicts, examples, misreads, comparison: what somebody comes to the page for."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from models import PUZZLES
from tests.web.workbench import BOARDS, NONE, SEVERAL, Workbench

KINDS = list(PUZZLES)


def test_the_page_draws_every_kind_and_knows_every_rung(workbench: Workbench) -> None:
    page = workbench.page
    listed = page.request.get(f"{workbench.address}v1/puzzles").json()["puzzles"]
    assert page.evaluate("async () => Object.keys((await import('/js/boards/index.js')).BOARDS)") == KINDS
    words = page.evaluate("async () => Object.keys((await import('/js/rungs.js')).MEANINGS)")
    assert {rung for each in listed for rung in each["rungs"]} <= set(words)
    engines = page.request.get(f"{workbench.address}v1/engines").json()["engines"]
    told = page.evaluate("async () => Object.keys((await import('/js/tip.js')).WORDS)")
    assert {each["name"] for each in engines} <= set(told)


@pytest.mark.parametrize("kind", KINDS)
def test_a_paste_and_one_click_give_the_verdict(workbench: Workbench, kind: str) -> None:
    workbench.paste(BOARDS[kind])
    expect(workbench.board).to_be_visible()
    workbench.source.get_by_role("button", name="Certify", exact=True).click()
    expect(workbench.page.locator("#badge")).to_have_text("✓ Exactly one answer")
    panel = workbench.tools.get_by_role("tabpanel", name="Certify")
    expect(panel.get_by_role("row")).to_have_count(3)
    expect(panel).to_contain_text("Grade:")
    assert workbench.board_name().endswith("answer 1")


@pytest.mark.parametrize("kind", KINDS)
def test_two_answers_stand_side_by_side_with_their_difference_ringed(workbench: Workbench, kind: str) -> None:
    workbench.open(SEVERAL[kind])
    workbench.push("Certify")
    expect(workbench.page.locator("#badge")).to_have_text("≠ More than one answer")
    expect(workbench.boards).to_have_count(2)
    said = workbench.call("certify", puzzle=SEVERAL[kind])
    for index in range(2):
        expect(workbench.boards.nth(index).locator("rect.ring")).to_have_count(len(said["difference"]))
    boxes = [workbench.boards.nth(index).bounding_box() for index in range(2)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=1)
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_without_an_answer_says_so(workbench: Workbench, kind: str) -> None:
    workbench.open(NONE[kind])
    workbench.push("Certify")
    expect(workbench.page.locator("#badge")).to_have_text("∅ No answer")
    expect(workbench.boards).to_have_count(1)


def test_a_misread_paste_says_what_was_expected_where_and_selects_it(workbench: Workbench) -> None:
    workbench.paste("https://puzz.link/p?doppelblock/5/5/g6g34g1!h")
    alert = workbench.source.get_by_role("alert")
    expect(alert).to_contain_text("Character 44: expected a number or a run of blanks, not '!'")
    box = workbench.page.get_by_label("Puzzle in any format")
    selected = box.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert selected == "!"
    workbench.forgive_refusal()


def test_every_example_can_be_read_and_its_name_tells_the_truth(workbench: Workbench) -> None:
    workbench.source.get_by_role("tab", name="Examples").click()
    examples = workbench.page.evaluate("async () => (await import('/js/examples.js')).EXAMPLES")
    assert list(examples) == KINDS
    words = {
        "two answers": "multiple",
        "several answers": "multiple",
        "no answer": "none",
        "contradict": "none",
    }
    for name, puzzle in (each for group in examples.values() for each in group):
        verdict = workbench.call("certify", puzzle=puzzle)["verdict"]
        assert verdict == next((wanted for word, wanted in words.items() if word in name), "unique"), name
        workbench.source.get_by_role("button", name=name, exact=True).click()
        workbench.settle()
        expect(workbench.board).to_be_visible()


@pytest.mark.parametrize("kind", KINDS)
def test_engines_are_compared_in_bars_and_in_figures(workbench: Workbench, kind: str) -> None:
    workbench.open(BOARDS[kind])
    panel = workbench.tool("Compare")
    panel.get_by_label("raw").uncheck()
    workbench.push("Compare")
    expect(panel).to_contain_text("The engines agree")
    charts = panel.locator("svg.chart")
    expect(charts).to_have_count(2)
    for row in range(3):
        nodes = panel.locator("tbody tr").nth(row).locator("td").nth(2).inner_text()
        expect(charts.nth(1).locator(".bar-text").nth(row)).to_have_text(nodes)


@pytest.mark.parametrize("kind", KINDS)
def test_generated_puzzles_are_drawn_and_come_back_by_their_seed(workbench: Workbench, kind: str) -> None:
    source = workbench.source
    source.get_by_role("tab", name="Generate").click()
    source.get_by_label("Kind").locator("visible=true").select_option(kind)
    source.get_by_label("Rows").locator("visible=true").fill("6")
    if kind != "doppelblock":
        source.get_by_label("Columns").locator("visible=true").fill("6")
    source.get_by_label("Seed").fill("5")
    source.get_by_role("button", name="Generate").click()
    expect(source.get_by_role("status")).to_have_text("Made from seed 5, with exactly one answer.")
    again = workbench.call("generate", kind=kind, size=[6, 6], seed=5)
    assert workbench.puzzle() == again["puzzle"]


def test_long_work_shows_its_progress_and_can_be_cancelled(workbench: Workbench) -> None:
    side = 12
    blank = '{"kind":"doppelblock","top":%s,"left":%s}' % (([None] * side,) * 2)
    workbench.open(blank.replace("None", "null"))
    panel = workbench.tool("Compare")
    for engine in ("sat", "cpsat"):
        panel.get_by_label(engine, exact=True).uncheck()
    panel.get_by_label("ladder").uncheck()
    panel.get_by_label("ganak").check()
    panel.get_by_label("raw").uncheck()
    workbench.tools.get_by_role("button", name="Compare", exact=True).click()
    expect(workbench.tools.get_by_role("progressbar")).to_be_visible()
    workbench.tools.get_by_role("button", name="Cancel").click()
    expect(workbench.tools.get_by_role("status")).to_have_text("Comparing: cancelled.")
    workbench.tools.get_by_role("button", name="Compare", exact=True).click()
    expect(workbench.tools.get_by_role("progressbar")).to_be_visible()
    workbench.page.keyboard.press("Escape")
    expect(workbench.tools.get_by_role("status")).to_have_text("Comparing: cancelled.")
