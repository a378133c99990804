/** Solve by hand: fill the board, have it checked, ask for the next single step. */

import { boardOf } from "../boards/index.js";
import { button, choices, el, plural } from "../dom.js";
import { hint, wrongCells } from "../hint.js";
import { marked } from "../steps.js";

const MOST_UNDONE = 500;
const MOST_TOLD = 12;
const SECONDS = 20;

export class Play {
  id = "play";
  title = "Play";

  constructor(app) {
    this.app = app;
    this.tools = el("div", {});
    this.out = el("div", { class: "result", "aria-live": "polite" });
    this.root = el("div", {}, this.tools,
      el("div", { class: "row" },
        button("Check", () => this.check(), { class: "primary" }), button("Hint", () => this.hint()),
        button("Undo", () => this.undo()), button("Clear", () => this.fill(boardOf(app.store.puzzle).start(app.store.puzzle)))),
      this.out);
  }

  changed(puzzle) {
    this.past = [];
    this.faults = [];
    this.open = [];
    this.step = null;
    this.shown = new Set();
    this.out.replaceChildren();
    if (!puzzle) return;
    const board = boardOf(puzzle);
    const tools = board.play.tools(puzzle);
    this.grid = board.start(puzzle);
    this.brush = { tool: tools[0].id };
    this.tools.replaceChildren(choices("Fill with", tools, tools[0].id, (id) => (this.brush.tool = id)));
  }

  fill(grid) {
    if (!grid) return false;
    this.past.push(this.grid);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.show(grid);
    return true;
  }

  undo() {
    if (this.past?.length) this.show(this.past.pop());
  }

  show(grid) {
    this.grid = grid;
    this.faults = [];
    this.open = [];
    this.step = null;
    this.enter();
  }

  enter() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.showBare();
    const { play, title } = boardOf(puzzle);
    app.stage.show([{ puzzle, grid: this.grid, partial: true, faults: this.faults, open: this.open, step: this.step, label: `${title}, your answer` }], {
      lattice: play.lattice(puzzle), help: play.help, drags: true,
      press: (place, gesture) => this.fill(play.press(puzzle, this.grid, place, this.brush, gesture)),
      key: (place, key) => this.fill(play.key(puzzle, this.grid, place, key, this.brush)),
      say: (place) => play.say(puzzle, this.grid, place),
    });
  }

  async check() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.work.tell("Choose a puzzle first.");
    const answer = this.grid.map((line) => line.map((value) => (value === -1 ? null : value)));
    const found = await app.work.run("Checking", SECONDS, (signal) => app.call("check", { puzzle, answer }, signal));
    if (!found || app.store.puzzle !== puzzle) return;
    const isOpen = found.violations.some(({ code }) => code === "unfilled");
    const told = isOpen ? await app.explanation(SECONDS) : null;
    if (isOpen && !told) return;
    const cells = found.violations.flatMap((violation) => violation.cells);
    this.step = null;
    this.open = isOpen ? cells : [];
    this.faults = isOpen ? wrongCells(told, this.grid) : cells;
    if (isOpen) this.tellOpen(cells.length);
    else this.tell(found);
    this.enter();
  }

  /** An answer in the making is held against what the deductions settle. */
  tellOpen(open) {
    const wrong = this.faults.length;
    this.say(wrong ? "none" : "undecided", wrong ? "✗" : "…", wrong ? `${plural(wrong, "cell")} not as the clues say` : "Not finished, no fault found so far", [`${plural(open, "cell")} still open.`]);
  }

  tell({ correct, violations }) {
    if (correct) this.say("unique", "✓", "Right: every rule is kept", []);
    else this.say("none", "✗", plural(violations.length, "fault"), violations.slice(0, MOST_TOLD).map(({ text }) => text));
  }

  say(kind, sign, words, lines) {
    this.out.replaceChildren(el("div", { class: `verdict ${kind}` },
      el("span", { class: "sign", "aria-hidden": "true" }, sign),
      el("div", {}, el("strong", {}, words), el("ul", { class: "plain" }, lines.map((line) => el("li", {}, line))))));
  }

  async hint() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.work.tell("Choose a puzzle first.");
    const told = await app.explanation(SECONDS);
    if (!told || app.store.puzzle !== puzzle) return;
    const next = hint(puzzle, told, this.grid, this.shown);
    this.faults = next.wrong ?? [];
    this.open = [];
    this.step = next.step ? marked(next.step) : null;
    this.out.replaceChildren(el("p", { class: "sentence" }, next.text));
    this.enter();
  }
}
