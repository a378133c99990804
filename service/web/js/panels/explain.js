/** The way to the answer, step by step: what fired, what follows, and how the board stands then. */

import { boardOf } from "../boards/index.js";
import { button, el, plural } from "../dom.js";
import { markIcon, styleOf } from "../rungs.js";
import { steps as board } from "../steps.js";
import { term } from "../tip.js";

const SECONDS = 20;

export class Explain {
  id = "explain";
  title = "Explain";

  constructor(app) {
    this.app = app;
    this.at = 0;
    this.slider = el("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.count = el("output", { class: "step-count" });
    this.text = el("p", { class: "sentence", "aria-live": "polite" });
    this.list = el("ol", { class: "steps", tabindex: "0", "aria-label": "All steps", onclick: (event) => this.pick(event), onkeydown: (event) => this.key(event) });
    this.legend = el("ul", { class: "legend", "aria-label": "Deductions" });
    this.ending = el("p", {});
    this.detail = el("div", { hidden: true },
      el("div", { class: "stepper" },
        button("|◀", () => this.go(0), { "aria-label": "First step" }),
        button("◀", () => this.go(this.at - 1), { "aria-label": "Previous step" }), this.slider,
        button("▶", () => this.go(this.at + 1), { "aria-label": "Next step" }),
        button("▶|", () => this.go(Infinity), { "aria-label": "Last step" })),
      this.count, this.text, this.legend, this.list, this.ending);
    this.root = el("div", {},
      el("p", {}, "Shows the deductions a person would make, one after the other."),
      button("Explain", () => this.run(), { class: "primary" }), this.detail);
  }

  changed() {
    this.told = null;
    this.detail.hidden = true;
  }

  async run() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.work.tell("Choose a puzzle first.");
    const told = await app.explanation(SECONDS);
    if (!told || app.store.puzzle !== puzzle) return;
    this.told = told;
    this.detail.hidden = false;
    this.slider.max = told.steps.length;
    this.list.replaceChildren(...told.steps.map((step, index) =>
      el("li", { "data-step": index + 1 }, markIcon(step.rung), el("span", {}, step.text))));
    this.legend.replaceChildren(...counted(told.steps).map(([rung, count]) =>
      el("li", {}, markIcon(rung), term(rung), ` ${count}`)));
    this.ending.textContent = ending(told);
    this.go(told.steps.length ? 1 : 0);
  }

  go(step) {
    this.at = Math.max(0, Math.min(step, this.told.steps.length));
    this.slider.value = this.at;
    const now = this.told.steps[this.at - 1];
    this.slider.setAttribute("aria-valuetext", now ? `step ${this.at} of ${this.told.steps.length}, ${now.rung}` : "before the first step");
    this.count.textContent = `Step ${this.at} of ${this.told.steps.length}`;
    this.text.replaceChildren(...(now ? [markIcon(now.rung), term(now.rung), `: ${now.text}`] : ["The board as printed."]));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.list.children[this.at - 1];
    line?.setAttribute("aria-current", "step");
    if (line) this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
    this.enter();
  }

  pick(event) {
    const line = event.target.closest("[data-step]");
    if (line) this.go(Number(line.dataset.step));
  }

  key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    this.go(this.at + move);
  }

  enter() {
    const { app, told } = this;
    const puzzle = app.store.puzzle;
    if (!told) return app.showBare();
    const { title } = boardOf(puzzle);
    app.stage.show([{ puzzle, ...board(puzzle, told, this.at), label: `${title} after step ${this.at} of ${told.steps.length}` }]);
  }
}

/** [rung, number of steps], cheap to dear. */
function counted(steps) {
  const counts = new Map();
  for (const { rung } of steps) counts.set(rung, (counts.get(rung) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => styleOf(a) - styleOf(b));
}

const STANDING = {
  unique: "There is one answer, but finding it takes search.",
  multiple: "The answer is not unique: there are 2 or more.",
  none: "There is no answer, though no step shows why.",
  undecided: "Whether there is exactly one answer is not certified.",
};

function ending({ contradiction, finished, grade, limit, verdict, open_cells: open }) {
  if (contradiction) return "There is no answer: the last step is a contradiction.";
  if (finished) return `Every cell is settled. Grade: ${grade}.`;
  if (limit) return `Stopped (${limit}) while ${plural(open, "cell")} are open. ${STANDING[verdict]}`;
  return `No deduction goes further; ${plural(open, "cell")} open. ${STANDING[verdict]}`;
}
