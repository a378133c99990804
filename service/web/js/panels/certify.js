/** The verdict: how many answers there are, which, where two differ, and what that rests on. */

import { boardOf } from "../boards/index.js";
import { el, field, number, plural, select } from "../dom.js";
import { term } from "../tip.js";
import { VERDICTS } from "../verdicts.js";
import { saidTable } from "./engines.js";

export class Certify {
  id = "certify";
  title = "Certify";

  constructor(app) {
    this.app = app;
    this.result = null;
    this.seconds = number(10, 1, 60, { step: 1 });
    this.engines = select([["", "two"], ["all", "all"]], "");
    this.out = el("div", { class: "result" });
    this.root = el("div", {},
      el("form", { onsubmit: (event) => {
        event.preventDefault();
        this.run();
      } },
      el("p", {}, "Asks several ", term("engine", "engines"), " whether the puzzle has exactly one answer."),
      el("div", { class: "row" }, field("Time limit, s", this.seconds), field("Engines", this.engines),
        el("button", { type: "submit", class: "primary" }, "Certify"))),
      this.out);
  }

  changed() {
    this.result = null;
    this.out.replaceChildren();
  }

  async run() {
    const { app } = this;
    if (!app.store.puzzle) return app.work.tell("Choose a puzzle first.");
    const puzzle = app.store.puzzle;
    const seconds = Number(this.seconds.value);
    const body = { puzzle, seconds };
    if (this.engines.value === "all") body.engines = app.deciding;
    const result = await app.work.run("Certifying", seconds, (signal) => app.call("certify", body, signal));
    if (!result || app.store.puzzle !== puzzle) return;
    this.result = result;
    app.badge(result.verdict);
    this.tell();
    this.enter();
  }

  tell() {
    const { verdict, reason, grade, warnings, engines, difference, seconds, cached } = this.result;
    const [sign, words] = VERDICTS[verdict];
    const facts = [
      reason && el("p", {}, sentence(reason)),
      verdict === "multiple" && el("p", {}, `Two of them differ in ${plural(difference.length, "cell")}, ringed on both boards.`),
      verdict === "unique" && grade && el("p", {}, "Grade: ", term(grade), " (", term("grade", "what is this?"), ")"),
      warnings.map((warning) => el("p", { class: "warning" }, `Note: ${warning}.`)),
    ];
    this.out.replaceChildren(
      el("div", { class: `verdict ${verdict}`, role: "status" },
        el("span", { class: "sign", "aria-hidden": "true" }, sign), el("div", {}, el("strong", {}, words), facts)),
      saidTable(engines),
      el("p", { class: "small" }, cached ? "Known from an equal board before." : `${(seconds * 1000).toFixed(1)} ms in all.`));
  }

  enter() {
    const { app, result } = this;
    const puzzle = app.store.puzzle;
    if (!result?.solutions.length) return app.showBare();
    const { title } = boardOf(puzzle);
    const two = result.solutions.length > 1;
    app.stage.show(result.solutions.map((grid, index) => ({
      puzzle, grid, rings: two ? result.difference : [], caption: two ? `Answer ${index + 1}` : "The only answer found",
      label: `${title}, answer ${index + 1}${two ? `, ${result.difference.length} cells ringed where the answers differ` : ""}`,
    })), null, two ? [el("span", { class: "key-ring", "aria-hidden": "true" }), "here the two answers differ"] : null);
  }
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
