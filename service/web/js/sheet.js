/** What is printed: the board, its rules, and on a page of its own the answer. */

import { boardOf } from "./boards/index.js";
import { el } from "./dom.js";
import { Figure } from "./figure.js";

/** Fill the sheet with views, or empty it. */
export function fillSheet(root, views) {
  root.replaceChildren(...(views ?? []).map((view, index) => {
    const board = boardOf(view.puzzle);
    const figure = new Figure();
    figure.show(view);
    return el("section", { class: "sheet-page" },
      el("h1", {}, index ? `${board.title}: the answer` : board.title), index ? null : el("p", {}, board.rules), figure.element);
  }));
}
