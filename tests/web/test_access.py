"""For everybody: axe-core's rules, keys alone, narrow screens, dark mode, and large boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from models import PUZZLES
from tests.web.workbench import BOARDS, SEVERAL, TIMES, Workbench

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / "artifacts" / "workbench"
KINDS = list(PUZZLES)
SCREENS = [(380, 800), (1600, 1000)]
SCHEMES = ["light", "dark"]
INSPECTED = [(380, "dark"), (1600, "light")]
"""Where axe-core looks: every width and every scheme once."""
GRAVE = {"serious", "critical"}
TOOLS = ["Certify", "Explain", "Compare", "Play", "Edit", "Twins", "Export"]
SOURCES = ["Paste", "Examples", "Generate", "Empty"]

Bench = Callable[..., Workbench]


def show(workbench: Workbench, tool: str, kind: str) -> None:
    """Have a tool show as much as it can."""
    workbench.open(SEVERAL[kind] if tool == "Certify" else BOARDS[kind])
    panel = workbench.tool(tool)
    if tool in ("Certify", "Explain"):
        workbench.push(tool)
    if tool == "Explain":
        workbench.push("Last step")
        workbench.push("Previous step")
    if tool == "Compare":
        panel.get_by_label("raw").uncheck()
        workbench.push("Compare")
        expect(panel.locator("svg.chart")).to_have_count(2)
    if tool == "Play":
        workbench.push("Check")
        expect(panel).to_contain_text("still open")
        workbench.push("Hint")
    if tool == "Twins":
        panel.get_by_role("button", name="Flip row 3").click()
        expect(panel).to_contain_text("0 of 25 clues changed.")
        expect(panel.get_by_role("button", name="Flip row 3")).to_be_visible()
    if tool == "Export":
        expect(panel.get_by_label("Text")).not_to_have_value("")
    workbench.settle()


def grave_faults(workbench: Workbench) -> list[str]:
    """What axe-core calls serious or worse."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(workbench.page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_fits_its_screen_and_has_no_grave_fault(
    bench: Bench, tool: str, width: int, height: int, scheme: str
) -> None:
    workbench = bench(width, height, scheme)
    kind = KINDS[TOOLS.index(tool) % len(KINDS)]
    show(workbench, tool, kind)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    workbench.page.screenshot(path=ARTIFACTS / f"{tool.lower()}-{width}-{scheme}.png", full_page=True)
    assert workbench.overflow() <= 0
    if (width, scheme) in INSPECTED:
        assert grave_faults(workbench) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_fits_a_phone_and_has_no_grave_fault(bench: Bench, source: str, scheme: str) -> None:
    workbench = bench(380, 800, scheme)
    workbench.visit()
    workbench.source.get_by_role("tab", name=source).click()
    for fold in workbench.source.locator("summary").locator("visible=true").all():
        fold.click()
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    workbench.page.screenshot(path=ARTIFACTS / f"{source.lower()}-380-{scheme}.png", full_page=True)
    assert workbench.overflow() <= 0
    assert grave_faults(workbench) == []


def test_from_an_example_to_a_check_by_keys_alone(workbench: Workbench) -> None:
    focused = "document.activeElement.textContent || document.activeElement.tagName"

    def tab_to(name: str, key: str = "Tab") -> None:
        for _ in range(60):
            workbench.keys(key)
            if workbench.page.evaluate(focused) == name:
                return
        raise AssertionError(f"no way to {name} by {key}")

    tab_to("Paste")
    workbench.keys("ArrowRight")
    tab_to("One clue short: two answers")
    workbench.keys("Enter")
    expect(workbench.board).to_be_visible()
    workbench.settle()
    tab_to("Certify")
    tab_to("Certify")
    workbench.keys("Enter")
    expect(workbench.page.locator("#badge")).to_have_text("≠ More than one answer")
    tab_to("Certify", "Shift+Tab")
    workbench.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert workbench.page.evaluate(focused) == "Play"
    workbench.page.wait_for_function("document.querySelector('svg.board').tabIndex === 0")
    for _ in range(20):
        workbench.keys("Shift+Tab")
        if workbench.board.evaluate("board => board === document.activeElement"):
            break
    workbench.keys("ArrowRight", "ArrowDown", "x")
    expect(workbench.page.locator("#announcer")).to_have_text("r2c2, ink")
    expect(workbench.board.locator(".cursor-box")).to_have_count(1)
    tab_to("Check")
    workbench.keys("Enter")
    expect(workbench.tools).to_contain_text("63 cells still open")


def test_every_control_has_a_name_and_can_be_reached_by_tab(workbench: Workbench) -> None:
    workbench.open(BOARDS["fillapix"])
    for tool in TOOLS:
        workbench.tool(tool)
        workbench.settle()
        lost = workbench.page.evaluate(
            """() => {
                const named = (node) => node.getAttribute('aria-label') || node.textContent
                    || node.labels?.[0]?.textContent;
                const controls = ['button', 'input', 'select', 'textarea'].map((name) => `#tools ${name}`);
                return [...document.querySelectorAll(controls.join())]
                    .filter((node) => node.offsetParent && node.getAttribute('role') !== 'tab')
                    .filter((node) => node.tabIndex < 0 || !named(node)).map((node) => node.outerHTML);
            }"""
        )
        assert lost == [], tool


def test_the_theme_can_be_chosen_and_is_remembered(workbench: Workbench) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = workbench.page.evaluate(ground)
    theme = workbench.page.locator("#theme")
    theme.click()
    assert workbench.page.evaluate(ground) == light
    theme.click()
    dark = workbench.page.evaluate(ground)
    assert dark != light
    workbench.visit()
    assert workbench.page.evaluate(ground) == dark


@pytest.mark.parametrize("kind", ["fillapix", "tentaisho"])
def test_a_board_of_forty_by_forty_stays_responsive(workbench: Workbench, kind: str) -> None:
    dials = {"thin": "none"} if kind == "fillapix" else {}
    made = workbench.call("generate", kind=kind, size=[40, 40], seed=1, dials=dials)["puzzle"]
    workbench.page.evaluate("p => { location.hash = `#p=${encodeURIComponent(JSON.stringify(p))}`; }", made)
    expect(workbench.page.locator("#title")).to_contain_text(f"40 {TIMES} 40")
    workbench.tool("Play")
    workbench.board.focus()
    times = workbench.page.evaluate(
        """() => {
            const board = document.querySelector('svg.board');
            const press = (key) => board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            return Array.from({ length: 40 }, (_, index) => {
                const began = performance.now();
                press(['Enter', 'ArrowRight', ' ', 'ArrowDown'][index % 4]);
                document.body.offsetHeight;
                return performance.now() - began;
            }).sort((a, b) => a - b);
        }"""
    )
    assert times[len(times) // 2] < 50, times
    workbench.tool("Explain")
    workbench.push("Explain")
    slides = workbench.page.evaluate(
        """() => {
            const slider = document.querySelector('input[type=range]');
            return Array.from({ length: 9 }, (_, index) => {
                const began = performance.now();
                slider.value = Math.round((slider.max * (index + 1)) / 9);
                slider.dispatchEvent(new Event('input'));
                document.body.offsetHeight;
                return performance.now() - began;
            }).sort((a, b) => a - b);
        }"""
    )
    assert slides[len(slides) // 2] < 300, slides
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    workbench.page.screenshot(path=ARTIFACTS / f"forty-{kind}.png")
