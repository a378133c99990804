/** Engines side by side on the same board: what they say, and what it cost them. */

import { barChart } from "../chart.js";
import { button, checkbox, el, field, number } from "../dom.js";
import { milliseconds, saidTable } from "./engines.js";

export class Compare {
  id = "compare";
  title = "Compare";

  constructor(app) {
    this.app = app;
    this.boxes = [];
    this.seconds = number(10, 1, 60);
    this.choice = el("fieldset", { class: "choices" }, el("legend", {}, "Engines"));
    this.out = el("div", { class: "result" });
    this.root = el("div", {},
      el("p", {}, "Runs every engine on the board and looks for a contradiction."), this.choice,
      el("div", { class: "row" }, field("Time limit, s", this.seconds), button("Compare", () => this.run(), { class: "primary" })), this.out);
    app.whenListed(() => this.offer());
  }

  offer() {
    this.boxes = this.app.engines.map((engine) => ({ engine, ...checkbox(engine, { checked: this.app.deciding.includes(engine) }) }));
    this.choice.append(...this.boxes.map(({ row }) => row));
  }

  changed() {
    this.out.replaceChildren();
  }

  enter() {
    this.app.showBare();
  }

  async run() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.work.tell("Choose a puzzle first.");
    const engines = this.boxes.filter(({ box }) => box.checked).map(({ engine }) => engine);
    if (!engines.length) return app.work.tell("Choose an engine first.");
    const seconds = Number(this.seconds.value);
    const body = { puzzle, engines, seconds };
    const found = await app.work.run("Comparing", seconds, (signal) => app.call("compare", body, signal));
    if (!found || app.store.puzzle !== puzzle) return;
    const said = Object.entries(found.engines);
    this.out.replaceChildren(
      el("div", { class: `verdict ${found.agree ? "unique" : "conflict"}`, role: "status" },
        el("span", { class: "sign", "aria-hidden": "true" }, found.agree ? "✓" : "!"),
        el("div", {}, el("strong", {}, found.agree ? "The engines agree" : "The engines contradict each other"), found.disagreement && el("p", {}, found.disagreement))),
      barChart("Time, ms", said.map(([name, each]) => ({ name, value: each.build_seconds + each.solve_seconds, text: milliseconds(each) }))),
      barChart("Nodes", said.map(([name, each]) => ({ name, value: each.nodes, text: each.nodes.toLocaleString("en") }))),
      el("p", { class: "small" }, "Bars on a logarithmic scale. A node is not the same amount of work for each engine."),
      saidTable(found.engines));
  }
}
