/** Where puzzles come from: pasted, picked from the examples, generated, or an empty board. */

import { BOARDS } from "../boards/index.js";
import { button, el, field, number, select } from "../dom.js";
import { EXAMPLES } from "../examples.js";
import { spotIn } from "../spot.js";
import { tabs } from "../tabs.js";
import { generator } from "./generator.js";

const titles = Object.values(BOARDS).map(({ kind, title }) => [kind, title]);

export class Source {
  constructor(app) {
    this.app = app;
    this.place = el("div", { class: "work" });
    const pages = tabs("Get a puzzle", [
      { id: "paste", title: "Paste", root: this.paste() },
      { id: "examples", title: "Examples", root: this.examples() },
      { id: "generate", title: "Generate", root: generator(app, this.place) },
      { id: "new", title: "Empty", root: this.empty() },
    ], { small: true });
    this.root = el("div", {}, pages.root, this.place);
  }

  paste() {
    this.text = el("textarea", {
      rows: 4, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      placeholder: "A puzz.link or Penpa+ link, a game ID, JSON, or text",
      onpaste: () => setTimeout(() => this.open(this.text.value)),
      oninput: () => (this.opened = null),
      onkeydown: (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.certify(),
    });
    this.kind = select([["", "recognise"], ...titles], "");
    return el("form", { onsubmit: (event) => {
      event.preventDefault();
      this.certify();
    } },
    field("Puzzle in any format", this.text),
    el("div", { class: "row" },
      field("Kind", this.kind),
      el("button", { type: "submit", class: "primary" }, "Certify"),
      button("Only show", () => this.open(this.text.value))));
  }

  /** Read the text first if that has not happened, then certify: a paste and one click give the verdict. */
  async certify() {
    const text = this.text.value;
    if (this.opened !== text && !(await this.open(text))) return;
    this.app.certify();
  }

  async open(text) {
    if (!text.trim()) {
      this.app.work.tell("Paste a puzzle first.", this.place);
      return false;
    }
    this.text.removeAttribute("aria-invalid");
    const puzzle = await this.app.open(text, { kind: this.kind.value, place: this.place, refused: (problem) => this.point(problem) });
    if (puzzle) this.opened = text;
    return Boolean(puzzle);
  }

  /** Select the character that the problem is about. */
  point({ where }) {
    this.text.setAttribute("aria-invalid", "true");
    const spot = spotIn(this.text.value, where);
    if (!spot) return;
    this.text.focus();
    this.text.setSelectionRange(...spot);
  }

  examples() {
    return el("div", {}, titles.map(([kind, title]) => el("div", { class: "example-group" },
      el("h3", {}, title),
      el("ul", { class: "plain" }, EXAMPLES[kind].map(([name, puzzle]) =>
        el("li", {}, button(name, () => this.app.open(puzzle, { place: this.place }), { class: "quiet" })))))));
  }

  empty() {
    const kind = select(titles, titles[0][0], { onchange: () => this.suggest() });
    const rows = number(10, 1, 250);
    const columns = number(10, 1, 250);
    const width = field("Columns", columns);
    this.suggest = () => {
      const { start, least, most, square } = BOARDS[kind.value].size;
      [rows.value, columns.value] = start;
      for (const input of [rows, columns]) Object.assign(input, { min: least, max: most });
      width.hidden = square;
    };
    this.suggest();
    return el("form", { onsubmit: (event) => {
      event.preventDefault();
      const across = BOARDS[kind.value].size.square ? rows : columns;
      this.app.store.open(BOARDS[kind.value].blank(Number(rows.value), Number(across.value)));
      this.app.go("edit");
    } }, field("Kind", kind), el("div", { class: "row" }, field("Rows", rows), width, el("button", { type: "submit", class: "primary" }, "Draw it")));
  }
}
