"""The workbench page in a browser, as somebody who works with it: what one does and what one sees."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

CELL = 40
"""Drawing units a cell (js/lattice.js)."""
TIMES = "\N{MULTIPLICATION SIGN}"
PATIENCE_MS = 60_000
"""A busy machine may be slow; a page that never gets there is a failure all the same."""

BOARDS: dict[str, str] = {
    "fillapix": "8x8a0h1:b2c3b4a2a5c6e3a55c6a5a4244e0c3a64d4b4232b",
    "doppelblock": "https://puzz.link/p?doppelblock/5/5/g1h31h1gl2x",
    "tentaisho": "7x7:chpgdqqqoezdddki",
}
"""Per kind a text with exactly one answer, as somebody would paste it."""
SEVERAL: dict[str, str] = {
    "fillapix": '{"kind":"fillapix","clues":[[2,null,2],[null,null,null],[2,null,2]]}',
    "doppelblock": '{"kind":"doppelblock","top":[3,null,null,0],"left":[null,2,null,null]}',
    "tentaisho": '{"kind":"tentaisho","rows":3,"cols":3,"dots":[[3,1],[3,3],[3,5]]}',
}
"""Per kind a board with more than one answer."""
NONE: dict[str, str] = {
    "fillapix": '{"kind":"fillapix","clues":[[2,1,null,null]]}',
    "doppelblock": '{"kind":"doppelblock","top":[3,null,1,0],"left":[null,2,null,1]}',
    "tentaisho": '{"kind":"tentaisho","rows":3,"cols":3,"dots":[[1,3],[3,3],[5,4]]}',
}
"""Per kind a board without an answer."""


class Workbench:
    """The page; ``faults`` are what the browser's console complained of."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tools = page.locator("#tools")
        self.source = page.locator("#source")
        self.boards = page.locator("#stage svg.board")
        self.board = self.boards.first

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def forgive_refusal(self) -> None:
        """The browser tells its console of every answer that is not 200: a refusal that was wanted."""
        assert [fault for fault in self.faults if "status of 422" not in fault] == []
        self.faults.clear()

    def visit(self, fragment: str = "") -> None:
        """Go to the page, with an address that may hold a puzzle."""
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        expect(self.page.locator("html")).to_have_attribute("data-ready", "true", timeout=PATIENCE_MS)
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is under way."""
        expect(self.page.locator("html[data-busy]")).to_have_count(0, timeout=PATIENCE_MS)

    def open(self, text: str) -> None:
        """Begin anew with a puzzle in the address."""
        self.visit(f"#p={quote(text)}")
        expect(self.board).to_be_visible(timeout=PATIENCE_MS)

    def paste(self, text: str) -> None:
        """Put a text into the box the way the clipboard does."""
        self.page.get_by_label("Puzzle in any format").evaluate(
            """(box, text) => {
                box.focus();
                document.execCommand("insertText", false, text);
                box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true }));
            }""",
            text,
        )
        self.settle()

    def tool(self, name: str) -> Locator:
        """Go to one of the tools; its page."""
        self.tools.get_by_role("tab", name=name, exact=True).click()
        return self.tools.get_by_role("tabpanel", name=name, exact=True)

    def push(self, name: str) -> None:
        """Push a button among the tools, and wait for what it starts."""
        self.tools.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def click(self, row: float, column: float, **how: Any) -> None:
        """Click the board in cell (row, column); halves are edges and corners."""
        self.page.mouse.click(*self.at(row, column), **how)

    def at(self, row: float, column: float) -> tuple[float, float]:
        """Where the middle of a cell is on the screen."""
        self.board.scroll_into_view_if_needed()
        x, y = self.board.evaluate(
            """(board, [x, y]) => {
                const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
                return [point.x, point.y];
            }""",
            [(column + 0.5) * CELL, (row + 0.5) * CELL],
        )
        return x, y

    def keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        for name in names:
            self.page.keyboard.press(name)

    def call(self, action: str, **body: Any) -> Any:
        """What the service itself answers."""
        response = self.page.request.post(f"{self.address}v1/{action}", data=json.dumps(body), headers=JSON)
        assert response.ok, response.text()
        return response.json()

    def puzzle(self) -> Any:
        """The puzzle in the page's address."""
        self.page.wait_for_selector("html[data-held]", state="attached")
        return json.loads(
            self.page.evaluate("async () => (await import('/js/link.js')).textOf(location.hash)")
        )

    def overflow(self) -> int:
        """Pixels by which the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def board_name(self) -> str:
        """What the board is called for those who do not see it."""
        return self.board.get_attribute("aria-label") or ""


JSON = {"Content-Type": "application/json"}


def number_in(text: str) -> int:
    """The first number in a text."""
    found = re.search(r"\d+", text)
    assert found, text
    return int(found.group())
