/** The board in the middle of the page, once or twice, and the hands on it: pointer, keys, cursor. */

import { button, el } from "./dom.js";
import { Figure } from "./figure.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Shows views (see Figure), each with a `caption`. With `hands` the first figure can be worked on:
 * `lattice`, `press(place, {first, right})`, `key(place, key)` (true: taken), `say(place)`, `help`.
 */
export class Stage {
  constructor(root, announce) {
    this.root = root;
    this.announce = announce;
    this.figures = [];
    this.hands = null;
    this.place = null;
    this.drag = null;
  }

  show(views, hands = null, note = null) {
    if (views.length !== this.figures.length) this.build(views.length);
    const active = document.activeElement === this.figures[0]?.element;
    this.figures.forEach((figure, index) => {
      figure.show(views[index]);
      figure.caption.textContent = views[index].caption ?? "";
      figure.caption.hidden = !views[index].caption;
    });
    this.note.replaceChildren(...(note ? [note].flat() : []));
    this.note.hidden = !note;
    this.take(hands);
    if (!active) this.figures[0]?.cursor(null);
  }

  build(count) {
    this.figures = Array.from({ length: count }, () => new Figure());
    this.note = el("div", { class: "stage-note" });
    this.help = el("p", { class: "stage-help", id: "stage-help" });
    for (const figure of this.figures) {
      figure.caption = el("figcaption", {});
      figure.scroller = el("div", { class: "scroller" }, figure.element);
      figure.holder = el("figure", {}, figure.caption, figure.scroller);
    }
    this.root.className = `stage of-${count}`;
    this.root.replaceChildren(el("div", { class: "figures" }, this.figures.map((figure) => figure.holder)), this.note, this.help);
    if (count) this.listen(this.figures[0]);
  }

  /** An empty stage with a word for newcomers. */
  invite(text, onpick) {
    this.figures = [];
    this.hands = null;
    this.root.className = "stage of-0";
    this.root.replaceChildren(el("div", { class: "invitation" }, el("p", {}, text), button("Show me an example", onpick, { class: "primary" })));
  }

  take(hands) {
    const [first] = this.figures;
    const changed = Boolean(hands) !== Boolean(this.hands);
    this.hands = hands;
    this.help.textContent = hands?.help ?? "";
    this.help.hidden = !hands;
    if (!first) return;
    for (const figure of this.figures) {
      const wide = figure.scroller.scrollWidth > figure.scroller.clientWidth + 1;
      figure.scroller.toggleAttribute("tabindex", false);
      if (!hands && wide) figure.scroller.setAttribute("tabindex", "0");
    }
    first.element.classList.toggle("in-hand", Boolean(hands));
    first.element.setAttribute("role", hands ? "application" : "img");
    if (hands) {
      first.element.setAttribute("tabindex", "0");
      first.element.setAttribute("aria-describedby", "stage-help");
      if (!this.place || changed) this.place = hands.lattice.start;
      this.place = hands.lattice.move(this.place, 0, 0);
      if (document.activeElement === first.element) first.cursor(hands.lattice.box(this.place));
    } else {
      first.element.removeAttribute("tabindex");
      first.element.removeAttribute("aria-describedby");
      this.place = null;
    }
  }

  listen(figure) {
    const { element } = figure;
    element.addEventListener("pointerdown", (event) => this.press(event, figure));
    element.addEventListener("pointermove", (event) => this.move(event, figure));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(end, () => (this.drag = null));
    element.addEventListener("contextmenu", (event) => this.hands && event.preventDefault());
    element.addEventListener("keydown", (event) => this.key(event, figure));
    element.addEventListener("focus", () => this.hands && element.matches(":focus-visible") && this.point(figure, this.place));
    element.addEventListener("blur", () => figure.cursor(null));
  }

  point(figure, place) {
    this.place = place;
    figure.cursor(this.hands.lattice.box(place));
    this.announce(this.hands.say(place));
  }

  press(event, figure) {
    if (!this.hands || event.button === 1) return;
    const place = this.hands.lattice.fromPoint(...figure.point(event));
    if (!place) return;
    const right = event.button === 2;
    if (event.pointerType === "mouse") {
      figure.element.setPointerCapture(event.pointerId);
      this.drag = { right, last: String(place) };
    }
    this.place = place;
    this.hands.press(place, { first: true, right });
    this.announce(this.hands.say(place));
  }

  move(event, figure) {
    if (!this.drag || !this.hands) return;
    const place = this.hands.lattice.fromPoint(...figure.point(event));
    if (!place || String(place) === this.drag.last) return;
    this.drag.last = String(place);
    if (this.hands.drags) this.hands.press(place, { first: false, right: this.drag.right });
  }

  key(event, figure) {
    if (!this.hands || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      this.point(figure, this.hands.lattice.move(this.place, ...arrow));
    } else if (this.hands.key(this.place, event.key)) {
      event.preventDefault();
      this.point(figure, this.place);
    }
  }
}
