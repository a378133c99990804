/** The twin lab of Fill-a-Pix: pictures that have the same clues as another one. */

import { fillapix, inkAround } from "../boards/fillapix.js";
import { button, el, field, number, plural, rowsOf } from "../dom.js";
import { percent } from "../fraction.js";
import { term } from "../tip.js";

/** A picture to begin with; its third row can be flipped. */
const START = [".###.", "#...#", "#..#.", "#...#", ".###."];
const PAUSE_MS = 200;
const SECONDS = 20;

export class Twins {
  id = "twins";
  title = "Twins";

  constructor(app) {
    this.app = app;
    this.rows = number(5, 1, 100);
    this.columns = number(5, 1, 100);
    this.rate = el("p", { class: "rate", role: "status" });
    this.out = el("div", { class: "result", "aria-live": "polite" });
    this.picture = START.map((line) => [...line].map((mark) => Number(mark === "#")));
    this.flipped = [];
    this.root = el("div", {},
      el("p", {}, "Every clue of a Fill-a-Pix picture is shown here. Yet some pictures have a ", term("twin"),
        ": no puzzle can be made of them. Draw one, or try some at random."),
      el("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        this.draw(() => 0);
      } }, field("Rows", this.rows), field("Columns", this.columns), el("button", { type: "submit" }, "Set size")),
      this.rate,
      el("div", { class: "row" }, button("Random picture", () => this.draw(() => Number(Math.random() < 0.5)), { class: "primary" }),
        button("Empty", () => this.draw(() => 0)), button("Make a puzzle of it", () => this.make())),
      this.out);
  }

  changed() {}

  enter() {
    this.show();
    if (!this.out.firstChild) this.ask();
  }

  draw(pick) {
    const size = [Number(this.rows.value), Number(this.columns.value)];
    this.set(rowsOf(...size).map((line) => line.map(pick)));
  }

  set(picture) {
    this.picture = picture;
    this.flipped = [];
    this.flipTold = null;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  show() {
    const puzzle = { kind: "fillapix", clues: inkAround(this.picture) };
    this.app.heading(`Twin lab ${this.picture.length} × ${this.picture[0].length}`, fillapix.rules);
    const { lattice, say } = fillapix.play;
    const flip = ([row, column]) => this.set(this.picture.map((line, r) => line.map((value, c) => (r === row && c === column ? 1 - value : value))));
    this.app.stage.show([{ puzzle, grid: this.picture, rings: this.flipped, label: "A picture with all its clues" }], {
      lattice: lattice(puzzle), help: "Click a cell, or move with the arrow keys and press Space, to paint it or make it blank.",
      press: (place) => flip(place),
      key: (place, key) => (key === " " || key === "Enter" ? (flip(place), true) : false),
      say: (place) => say(puzzle, this.picture, place),
    });
  }

  rowsOfMarks() {
    return this.picture.map((line) => line.map((value) => (value ? "#" : ".")).join(""));
  }

  /** The picture's twins, and for another size than before the exact rate of that size. */
  async ask() {
    const { app, picture } = this;
    const size = [picture.length, picture[0].length];
    const found = await app.work.run("Looking for twins", SECONDS, async (signal) => {
      if (String(size) !== this.counted) this.rate.textContent = rateOf(size, await app.call("twins", { size }, signal));
      this.counted = String(size);
      return app.call("twins", { picture: this.rowsOfMarks() }, signal);
    });
    if (!found || this.picture !== picture) return;
    this.out.replaceChildren(...this.tellFlip(), ...(found.twins.length ? this.tell(found.twins) : [el("p", {}, "This picture has no twin: its clues fix it.")]));
  }

  tellFlip() {
    return this.flipTold ? [el("p", { class: "told" }, this.flipTold)] : [];
  }

  tell(twins) {
    return [
      el("p", {}, `${plural(twins.length, "way")} to flip cells without changing a clue:`),
      el("ul", { class: "plain" }, twins.map((twin) => el("li", {},
        button(`Flip ${twin.name}`, () => this.flip(twin), { class: "quiet" }), ` (${plural(twin.cells.length, "cell")})`))),
    ];
  }

  /** Flip a twin's cells and count, before everyone's eyes, how many clues that changes. */
  flip({ cells }) {
    const before = inkAround(this.picture).flat();
    const picture = this.picture.map((line) => [...line]);
    for (const [row, column] of cells) picture[row][column] = 1 - picture[row][column];
    const after = inkAround(picture).flat();
    const changed = after.filter((clue, index) => clue !== before[index]).length;
    this.set(picture);
    this.flipped = cells;
    this.flipTold = `${plural(cells.length, "cell")} flipped, ${changed} of ${before.length} clues changed.`;
    this.out.replaceChildren(...this.tellFlip());
    this.show();
  }

  async make() {
    const body = { kind: "fillapix", picture: this.rowsOfMarks() };
    const made = await this.app.work.run("Making a puzzle", SECONDS, (signal) => this.app.call("generate", body, signal));
    if (!made) return;
    this.app.store.open(made.puzzle);
    this.app.go("certify");
  }
}

/** The exact rate of a size in a sentence. */
function rateOf([rows, columns], { fraction }) {
  const name = `${rows} × ${columns}`;
  return /^0(\/|$)/.test(fraction)
    ? `No ${name} picture has a twin: neither side is 2 more than a multiple of 3.`
    : `Of all ${name} pictures ${percent(fraction)} have a twin.`;
}
