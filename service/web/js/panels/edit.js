/** Draw a puzzle: set clues, dots and givens by pointer or keys, and see the verdict as it changes. */

import { boardOf } from "../boards/index.js";
import { button, checkbox, choices, el, field, number } from "../dom.js";
import { VERDICTS } from "../verdicts.js";

/** A pause in the drawing after which the verdict is asked for. */
const PAUSE_MS = 350;
/** What a verdict in passing may take. */
const SECONDS = 2;

export class Edit {
  id = "edit";
  title = "Edit";

  constructor(app) {
    this.app = app;
    this.tools = el("div", {});
    this.rows = number(10, 1, 250);
    this.columns = number(10, 1, 250);
    this.width = field("Columns", this.columns);
    this.live = checkbox("Certify after every change", { checked: true, onchange: () => this.ask() });
    this.verdict = el("p", { class: "live-verdict", role: "status" });
    this.root = el("div", {}, this.tools,
      el("div", { class: "row" }, button("Undo", () => app.store.undo()), button("Redo", () => app.store.redo()),
        button("Empty board", () => this.change((puzzle, board) => board.blank(...board.shape(puzzle))))),
      this.live.row, this.verdict,
      el("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        this.change((puzzle, board) => board.resize(puzzle, Number(this.rows.value), Number(this.columns.value)));
      } }, field("Rows", this.rows), this.width, el("button", { type: "submit" }, "Change size")));
  }

  change(how) {
    const { puzzle } = this.app.store;
    if (puzzle) this.app.store.edit(how(puzzle, boardOf(puzzle)));
  }

  changed(puzzle, edited) {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.verdict.textContent = "";
    if (!puzzle) return;
    const board = boardOf(puzzle);
    const [rows, columns] = board.shape(puzzle);
    [this.rows.value, this.columns.value] = [rows, columns];
    for (const input of [this.rows, this.columns]) Object.assign(input, { min: board.size.least, max: board.size.most });
    this.width.hidden = board.size.square;
    if (!edited || this.kind !== puzzle.kind) this.offer(board, puzzle);
  }

  offer(board, puzzle) {
    const tools = board.edit.tools(puzzle);
    this.kind = puzzle.kind;
    this.tool = tools[0].id;
    this.tools.replaceChildren(choices("Click sets", tools, this.tool, (id) => (this.tool = id)));
  }

  /** The verdict in passing; it never disturbs what else is going on, and says nothing if it fails. */
  async ask() {
    const { app } = this;
    const { puzzle } = app.store;
    if (!this.live.box.checked || !puzzle || app.panel !== this) return;
    this.asked?.abort();
    this.asked = new AbortController();
    try {
      const { verdict } = await app.call("certify", { puzzle, seconds: SECONDS }, this.asked.signal);
      if (app.store.puzzle !== puzzle) return;
      this.verdict.textContent = VERDICTS[verdict].join(" ");
      app.badge(verdict);
    } catch (error) {
      if (error.name !== "AbortError") this.verdict.textContent = error.message;
    }
  }

  enter() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.showBare();
    clearTimeout(this.timer);
    if (!this.verdict.textContent) this.timer = setTimeout(() => this.ask(), PAUSE_MS);
    const { edit, title } = boardOf(puzzle);
    const take = (next) => next && (app.store.edit(next), true);
    app.stage.show([{ puzzle, label: `${title}, being drawn` }], {
      lattice: edit.lattice(puzzle), help: edit.help,
      press: (place, { right }) => take(edit.press(puzzle, place, this.tool, right)),
      key: (place, key) => take(edit.key(puzzle, place, key, this.tool)),
      say: (place) => edit.say(app.store.puzzle, place),
    });
  }
}
