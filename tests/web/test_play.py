"""Hands on the board: filling an answer, drawing a puzzle, undoing, by pointer and by keys."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from models import PUZZLES
from tests.web.workbench import BOARDS, Workbench

KINDS = list(PUZZLES)


def fill(workbench: Workbench, kind: str, solution: list[list[int]]) -> None:
    """Fill the whole answer in by keys, as a player does who knows it."""
    workbench.board.focus()
    if kind == "tentaisho":
        fill_galaxies(workbench, solution)
        return
    names = {"fillapix": {0: "-", 1: "x"}, "doppelblock": {0: "#"}}[kind]
    for row, line in enumerate(solution):
        for column, value in enumerate(line):
            workbench.keys(names.get(value, str(value)))
            if column + 1 < len(line):
                workbench.keys("ArrowRight")
        if row + 1 < len(solution):
            workbench.keys("ArrowDown", *["ArrowLeft"] * (len(solution[0]) - 1))


def fill_galaxies(workbench: Workbench, solution: list[list[int]]) -> None:
    """Take every galaxy up at its dot, then add its cells, which come in pairs."""
    place = (0, 0)

    def go(to: tuple[int, int]) -> None:
        nonlocal place
        down, right = to[0] - place[0], to[1] - place[1]
        workbench.keys(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        workbench.keys(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        place = to

    for dot, (y, x) in enumerate(workbench.puzzle()["dots"]):
        go(((y - 1) // 2, (x - 1) // 2))
        workbench.keys("Enter")
        for row, line in enumerate(solution):
            for column, owner in enumerate(line):
                if owner == dot and 2 * row + 1 <= y:
                    go((row, column))
                    workbench.keys("Space")


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_filled_in_by_keys_is_right(workbench: Workbench, kind: str) -> None:
    workbench.open(BOARDS[kind])
    [solution] = workbench.call("solve", puzzle=BOARDS[kind])["solutions"]
    workbench.tool("Play")
    fill(workbench, kind, solution)
    workbench.push("Check")
    expect(workbench.tools).to_contain_text("Right: every rule is kept")
    expect(workbench.board.locator("rect.fault")).to_have_count(0)


WRONG: dict[str, tuple[str, list[list[int]], int]] = {
    "fillapix": ("3x3:4c9d", [[1, 1, 1], [1, 0, 1], [1, 1, 1]], 13),
    "doppelblock": (
        '{"kind":"doppelblock","top":[1,null,null],"left":[null,null,null]}',
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        2,
    ),
    "tentaisho": ('{"kind":"tentaisho","rows":1,"cols":5,"dots":[[1,3],[1,5],[1,7]]}', [[1, 0, 1, 2, 1]], 2),
}
"""Per kind a puzzle, a full answer that breaks its rules, and how many rings that takes: a block of 4 and
one of 9 that miss an ink, the two blocks of a wrong sum, the two cells that are cut off from their dot."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_answer_shows_the_cells_at_fault(workbench: Workbench, kind: str) -> None:
    puzzle, answer, rings = WRONG[kind]
    workbench.open(puzzle)
    panel = workbench.tool("Play")
    fill(workbench, kind, answer)
    workbench.push("Check")
    expect(workbench.board.locator("rect.fault")).to_have_count(rings)
    for violation in workbench.call("check", puzzle=puzzle, answer=answer)["violations"]:
        expect(panel).to_contain_text(violation["text"])


def test_a_painted_cell_brings_its_twin_about_the_dot(workbench: Workbench) -> None:
    workbench.open('{"kind":"tentaisho","rows":1,"cols":5,"dots":[[1,5]]}')
    workbench.tool("Play")
    workbench.page.mouse.move(*workbench.at(0, 2))
    workbench.page.mouse.down()
    workbench.page.mouse.move(*workbench.at(0, 1))
    workbench.page.mouse.move(*workbench.at(0, 0))
    workbench.page.mouse.up()
    workbench.push("Check")
    expect(workbench.tools).to_contain_text("Right: every rule is kept")


def test_dragging_paints_and_undo_takes_it_back(workbench: Workbench) -> None:
    workbench.open("3x3:4c9d")
    panel = workbench.tool("Play")
    workbench.page.mouse.move(*workbench.at(0, 0))
    workbench.page.mouse.down()
    workbench.page.mouse.move(*workbench.at(0, 1))
    workbench.page.mouse.move(*workbench.at(0, 2))
    workbench.page.mouse.up()
    workbench.push("Check")
    expect(panel).to_contain_text("6 cells still open")
    workbench.push("Undo")
    workbench.keys("Control+z")
    workbench.push("Check")
    expect(panel).to_contain_text("8 cells still open")


def test_fill_a_pix_is_drawn_by_pointer_and_keys_with_its_verdict(workbench: Workbench) -> None:
    workbench.open('{"kind":"fillapix","clues":[[null,null],[null,null]]}')
    panel = workbench.tool("Edit")
    workbench.click(0, 0, button="right")
    workbench.board.focus()
    workbench.keys("4")
    expect(panel).to_contain_text("✓ Exactly one answer")
    expect(workbench.page.locator("#badge")).to_have_text("✓ Exactly one answer")
    workbench.keys("ArrowRight", "x", "ArrowDown", "3")
    expect(panel).to_contain_text("∅ No answer")
    assert workbench.puzzle() == {
        "kind": "fillapix",
        "clues": [[4, None], [None, 3]],
        "givens": [[None, 1], [None, None]],
    }
    workbench.push("Undo")
    expect(panel).to_contain_text("✓ Exactly one answer")
    workbench.push("Redo")
    expect(panel).to_contain_text("∅ No answer")


def test_doppelblock_is_drawn_with_sums_of_two_digits_outside(workbench: Workbench) -> None:
    workbench.source.get_by_role("tab", name="Empty").click()
    workbench.source.get_by_label("Kind").locator("visible=true").select_option("doppelblock")
    workbench.source.get_by_role("button", name="Draw it").click()
    panel = workbench.tools.get_by_role("tabpanel", name="Edit")
    workbench.click(-1, 1, button="right")
    workbench.board.focus()
    workbench.keys("Backspace", "1", "0", "ArrowDown", "#", "ArrowLeft", "2", "ArrowLeft", "7")
    assert workbench.puzzle() == {
        "kind": "doppelblock",
        "top": [None, 10, None, None, None, None],
        "left": [7, None, None, None, None, None],
        "givens": [[2, 0, None, None, None, None], *[[None] * 6] * 5],
    }
    expect(panel.get_by_role("status")).not_to_be_empty()


def test_tentai_show_takes_dots_on_cells_edges_and_corners_colours_and_holes(workbench: Workbench) -> None:
    workbench.source.get_by_role("tab", name="Empty").click()
    workbench.source.get_by_label("Kind").locator("visible=true").select_option("tentaisho")
    workbench.source.get_by_label("Rows").locator("visible=true").fill("3")
    workbench.source.get_by_label("Columns").locator("visible=true").fill("3")
    workbench.source.get_by_role("button", name="Draw it").click()
    workbench.click(0, 0)
    workbench.click(0.5, 1)
    workbench.tools.get_by_label("Black dot").check()
    workbench.click(1.5, 1.5)
    workbench.tools.get_by_label("Hole").check()
    workbench.click(0, 2)
    wanted = {
        "kind": "tentaisho",
        "rows": 3,
        "cols": 3,
        "dots": [[1, 1], [2, 3], [4, 4]],
        "colours": "wwb",
        "holes": [[0, 2]],
    }
    assert workbench.puzzle() == wanted
    assert workbench.call("convert", puzzle=wanted, to="json")["kind"] == "tentaisho"


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_size_keeps_what_still_has_room(workbench: Workbench, kind: str) -> None:
    workbench.open(BOARDS[kind])
    before = workbench.puzzle()
    workbench.tool("Edit")
    workbench.tools.get_by_label("Rows").locator("visible=true").fill("9")
    if kind != "doppelblock":
        workbench.tools.get_by_label("Columns").locator("visible=true").fill("9")
    workbench.push("Change size")
    after = workbench.puzzle()
    assert workbench.call("convert", puzzle=after, to="json")["warnings"] is not None
    if kind == "fillapix":
        assert [line[:8] for line in after["clues"][:8]] == before["clues"]
    elif kind == "doppelblock":
        assert after["top"][:5] == before["top"]
        assert len(after["left"]) == 9
    else:
        assert (after["rows"], after["cols"], after["dots"]) == (9, 9, before["dots"])
