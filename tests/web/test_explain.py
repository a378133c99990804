"""Steps: the slider, the sentence, what is marked on the board; and hints for somebody who plays."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from models import PUZZLES
from tests.web.workbench import BOARDS, NONE, Workbench

KINDS = list(PUZZLES)

STATE = """async ([puzzle, told, count]) => {
    const found = (await import('/js/steps.js')).steps(puzzle, told, count);
    return { grid: found.grid, tags: found.tags.size };
}"""


def explained(workbench: Workbench, text: str) -> Any:
    """The service's own explanation of what the page shows."""
    workbench.open(text)
    workbench.tool("Explain")
    workbench.push("Explain")
    return workbench.call("explain", puzzle=text)


@pytest.mark.parametrize("kind", KINDS)
def test_the_slider_walks_through_every_step_and_its_sentence(workbench: Workbench, kind: str) -> None:
    told = explained(workbench, BOARDS[kind])
    slider = workbench.page.get_by_label("Step", exact=True)
    last = len(told["steps"])
    for at in {1, last // 2, last}:
        slider.fill(str(at))
        expect(workbench.page.locator(".step-count")).to_have_text(f"Step {at} of {last}")
        step = told["steps"][at - 1]
        expect(workbench.page.locator(".sentence").first).to_contain_text(step["text"])
        cells = {tuple(change[:2]) for change in step["settles"] + step["removes"]}
        expect(workbench.board.locator("rect.step-cell")).to_have_count(len(cells))
        expect(workbench.board.locator("circle.step-clue")).to_have_count(len(step["because"]))
        assert f"after step {at} of {last}" in workbench.board_name()


@pytest.mark.parametrize("kind", KINDS)
def test_the_steps_lead_from_the_bare_board_to_the_answer(workbench: Workbench, kind: str) -> None:
    told = explained(workbench, BOARDS[kind])
    [solution] = workbench.call("solve", puzzle=BOARDS[kind])["solutions"]
    shown = workbench.page.evaluate(STATE, [workbench.puzzle(), told, len(told["steps"])])
    assert shown["grid"] == solution
    assert shown["tags"] == len({tuple(c[:2]) for step in told["steps"] for c in step["settles"]})
    bare = workbench.page.evaluate(STATE, [workbench.puzzle(), told, 0])
    pairs = [pair for lines in zip(bare["grid"], solution, strict=True) for pair in zip(*lines, strict=True)]
    assert all(value in (None, answer) for value, answer in pairs)
    assert bare["tags"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_rung_has_a_shape_a_colour_and_a_line_in_the_legend(workbench: Workbench, kind: str) -> None:
    told = explained(workbench, BOARDS[kind])
    listed = workbench.page.request.get(f"{workbench.address}v1/puzzles").json()["puzzles"]
    order = next(each["rungs"] for each in listed if each["kind"] == kind)
    rungs = sorted({step["rung"] for step in told["steps"]}, key=order.index)
    lines = workbench.page.locator(".legend li")
    expect(lines).to_have_count(len(rungs))
    looks = set()
    for index, rung in enumerate(rungs):
        count = sum(step["rung"] == rung for step in told["steps"])
        expect(lines.nth(index)).to_have_text(f"{rung} {count}")
        mark = lines.nth(index).locator(".mark")
        looks.add(
            mark.evaluate("node => node.tagName + getComputedStyle(node).fill + node.getAttribute('d')")
        )
        lines.nth(index).get_by_role("button").hover()
        expect(workbench.page.get_by_role("tooltip")).to_be_visible()
    assert len(looks) == len(rungs)


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_without_an_answer_is_explained_to_its_contradiction(workbench: Workbench, kind: str) -> None:
    told = explained(workbench, NONE[kind])
    workbench.push("Last step")
    ending = "There is no answer" if told["contradiction"] else "No deduction goes further"
    expect(workbench.tools).to_contain_text(ending)


@pytest.mark.parametrize("kind", KINDS)
def test_hints_alone_lead_a_player_to_the_answer(workbench: Workbench, kind: str) -> None:
    workbench.open(BOARDS[kind])
    told = workbench.call("explain", puzzle=BOARDS[kind])
    [solution] = workbench.call("solve", puzzle=BOARDS[kind])["solutions"]
    played = workbench.page.evaluate(
        """async ([puzzle, told]) => {
            const { hint } = await import('/js/hint.js');
            const { boardOf } = await import('/js/boards/index.js');
            const grid = boardOf(puzzle).start(puzzle).map((line) => [...line]);
            const shown = new Set();
            for (let count = 0; count <= told.steps.length + told.start.length; count++) {
                const { step } = hint(puzzle, told, grid, shown);
                if (!step) break;
                for (const [row, column, value] of step.settles) grid[row][column] = value;
            }
            return grid;
        }""",
        [workbench.puzzle(), told],
    )
    assert played == solution


def test_a_hint_names_a_wrong_cell_first(workbench: Workbench) -> None:
    workbench.open("3x3:4c9d")
    workbench.tool("Play")
    workbench.click(0, 0, button="right")
    workbench.push("Hint")
    expect(workbench.page.locator(".sentence").last).to_have_text("r1c1 is not what the clues say.")
    expect(workbench.board.locator("rect.fault")).to_have_count(1)
