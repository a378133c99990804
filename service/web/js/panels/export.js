/** The puzzle for others: as text in every format, as a picture, on paper, as a link. */

import { boardOf } from "../boards/index.js";
import { button, checkbox, el, field, select } from "../dom.js";
import { pngOf, save, svgOf } from "../download.js";
import { fragmentOf } from "../link.js";

const SECONDS = 20;

export class Export {
  id = "export";
  title = "Export";

  constructor(app) {
    this.app = app;
    this.format = select([], "", { onchange: () => this.write() });
    this.text = el("textarea", { rows: 5, readonly: true, spellcheck: "false" });
    this.answer = checkbox("With the answer", {});
    this.root = el("div", {},
      field("Format", this.format), field("Text", this.text),
      el("div", { class: "row" }, button("Copy text", () => this.copy(this.text.value)), button("Copy link to this page", () => this.copyLink())),
      el("h3", {}, "Picture and paper"), this.answer.row,
      el("div", { class: "row" }, button("SVG", () => this.picture("svg")), button("PNG", () => this.picture("png")), button("Print", () => this.print())));
    app.whenListed(() => {
      this.format.replaceChildren(...app.formats.map((name) => el("option", { value: name }, name)));
      if (app.panel === this) this.write();
    });
  }

  changed() {
    this.text.value = "";
    this.solution = null;
  }

  enter() {
    this.app.showBare();
    if (!this.text.value) this.write();
  }

  async write() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle || !this.format.value) return;
    this.text.value = "";
    const body = { puzzle, to: this.format.value };
    const made = await app.work.run("Writing", SECONDS, (signal) => app.call("convert", body, signal));
    if (made && app.store.puzzle === puzzle) this.text.value = made.text;
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.app.work.tell("Copied.");
    } catch {
      this.text.value = text;
      this.text.select();
      this.app.work.tell("The browser does not allow copying; the text is selected.");
    }
  }

  async copyLink() {
    if (!this.app.store.puzzle) return this.app.work.tell("Choose a puzzle first.");
    await this.copy(`${location.origin}${location.pathname}${await fragmentOf(this.app.store.puzzle)}`);
  }

  /** The view to draw or print; undefined if the answer is wanted and there is none to be had. */
  async view() {
    const { app } = this;
    const puzzle = app.store.puzzle;
    if (!puzzle) return app.work.tell("Choose a puzzle first.");
    if (!this.answer.box.checked) return { puzzle };
    if (!this.solution) {
      const found = await app.work.run("Solving", SECONDS, (signal) => app.call("solve", { puzzle, limit: 1, seconds: SECONDS }, signal));
      if (!found || app.store.puzzle !== puzzle) return undefined;
      if (!found.solutions.length) return app.work.tell("No answer was found.");
      [this.solution] = found.solutions;
    }
    return { puzzle, grid: this.solution };
  }

  async picture(type) {
    const view = await this.view();
    if (!view) return;
    const name = `${view.puzzle.kind}.${type}`;
    const text = svgOf(view);
    save(name, type === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pngOf(text));
  }

  async print() {
    const view = await this.view();
    if (!view) return;
    this.app.sheet(view.grid ? [{ puzzle: view.puzzle }, view] : [view]);
    window.print();
    this.app.sheet(null);
  }
}
