"""The twin lab: pictures with the same clues as another, and how many of a size there are."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from tests.web.workbench import TIMES, Workbench, number_in


def clues(workbench: Workbench) -> list[str]:
    """The clues on the board, row by row."""
    found: list[str] = workbench.board.evaluate(
        """board => [...board.querySelectorAll('text.clue')]
            .map((text) => [Number(text.getAttribute('y')), Number(text.getAttribute('x')), text.textContent])
            .sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , text]) => text)"""
    )
    return found


def test_flipping_a_twin_changes_cells_and_no_clue(workbench: Workbench) -> None:
    panel = workbench.tool("Twins")
    expect(panel.get_by_role("button", name="Flip row 3")).to_be_visible()
    before, ink = clues(workbench), workbench.board.locator("path.ink").get_attribute("d")
    panel.get_by_role("button", name="Flip row 3").click()
    expect(panel).to_contain_text("4 cells flipped, 0 of 25 clues changed.")
    expect(workbench.board.locator("rect.ring")).to_have_count(4)
    assert clues(workbench) == before
    assert workbench.board.locator("path.ink").get_attribute("d") != ink


@pytest.mark.parametrize(
    ("size", "rate"),
    [
        ((5, 5), f"Of all 5 {TIMES} 5 pictures 73.445654 % have a twin."),
        ((8, 10), f"Of all 8 {TIMES} 10 pictures 27.202384 % have a twin."),
        ((23, 23), f"Of all 23 {TIMES} 23 pictures 0.140285 % have a twin."),
        ((4, 4), f"No 4 {TIMES} 4 picture has a twin: neither side is 2 more than a multiple of 3."),
    ],
)
def test_the_rate_of_a_size_is_exact(workbench: Workbench, size: tuple[int, int], rate: str) -> None:
    panel = workbench.tool("Twins")
    panel.get_by_label("Rows").fill(str(size[0]))
    panel.get_by_label("Columns").fill(str(size[1]))
    workbench.push("Set size")
    expect(panel.locator(".rate")).to_have_text(rate)


def test_a_picture_drawn_by_hand_becomes_a_puzzle(workbench: Workbench) -> None:
    panel = workbench.tool("Twins")
    panel.get_by_label("Rows").fill("4")
    panel.get_by_label("Columns").fill("4")
    workbench.push("Set size")
    expect(panel).to_contain_text("This picture has no twin")
    workbench.click(0, 0)
    workbench.click(1, 2)
    workbench.board.focus()
    workbench.keys("ArrowDown", "Space")
    panel.get_by_role("button", name="Make a puzzle of it").click()
    expect(workbench.page.locator("#title")).to_have_text(f"Fill-a-Pix 4 {TIMES} 4")
    found = workbench.call("solve", puzzle=workbench.puzzle())["solutions"]
    assert found == [[[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]]]


def test_a_picture_with_a_twin_is_refused_as_a_puzzle(workbench: Workbench) -> None:
    panel = workbench.tool("Twins")
    expect(panel.get_by_role("button", name="Flip row 3")).to_be_visible()
    panel.get_by_role("button", name="Make a puzzle of it").click()
    expect(workbench.tools.get_by_role("alert")).to_contain_text("flipping")
    workbench.forgive_refusal()


def test_random_pictures_are_drawn_and_asked_about(workbench: Workbench) -> None:
    panel = workbench.tool("Twins")
    for _ in range(3):
        panel.get_by_role("button", name="Random picture").click()
        workbench.page.wait_for_timeout(400)
        workbench.settle()
        said = panel.locator(".result").inner_text()
        assert "no twin" in said or number_in(said) > 0
