/** Calls that take time: one at a time, with progress, a way to cancel, and problems told where one looks. */

import { key, Problem } from "./api.js";
import { button, el, field } from "./dom.js";

/** Shorter work shows no progress, so that nothing flickers. */
const PATIENCE_MS = 250;
const TICK_MS = 100;

export class Work {
  /** `root` is where work is told of unless its caller names another place. */
  constructor(root) {
    this.root = root;
    this.places = new Set([root]);
    this.running = null;
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  cancel() {
    this.running?.controller.abort();
  }

  /** Await `work(signal)`; undefined if it was cancelled or refused, which has then been told. */
  async run(label, seconds, work, { place = this.root, refused = () => {} } = {}) {
    this.cancel();
    this.clear();
    this.places.add(place);
    const run = { controller: new AbortController(), began: performance.now(), place };
    this.running = run;
    document.documentElement.dataset.busy = label;
    const timer = setInterval(() => this.running === run && this.tick(run, label, seconds), TICK_MS);
    try {
      const result = await work(run.controller.signal);
      return run.controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (run.controller.signal.aborted) {
        if (this.running === run) this.tell(`${label}: cancelled.`, place);
      } else if (error instanceof Problem) {
        this.complain(error, place);
        refused(error);
      } else throw error;
      return undefined;
    } finally {
      clearInterval(timer);
      run.bar?.remove();
      if (this.running === run) {
        this.running = null;
        delete document.documentElement.dataset.busy;
      }
    }
  }

  tick(run, label, seconds) {
    const elapsed = performance.now() - run.began;
    if (elapsed < PATIENCE_MS) return;
    if (!run.bar) {
      run.meter = el("progress", { "aria-label": label, max: seconds });
      run.text = el("span", { class: "elapsed" });
      run.bar = el("div", { class: "progress" }, el("span", { role: "status" }, `${label} …`), run.meter, run.text,
        button("Cancel", () => this.cancel(), { title: "Escape cancels too" }));
      run.place.replaceChildren(run.bar);
    }
    const passed = elapsed / 1000;
    if (passed <= seconds) run.meter.value = passed;
    else run.meter.removeAttribute("value");
    run.text.textContent = `${passed.toFixed(1)} s of ${seconds} s at most`;
  }

  clear() {
    for (const place of this.places) place.replaceChildren();
  }

  tell(text, place = this.root) {
    place.replaceChildren(el("p", { class: "told", role: "status" }, text));
  }

  complain(problem, place = this.root) {
    place.replaceChildren(el("div", { class: "complaint", role: "alert" },
      el("strong", {}, problem.title || "That did not work"), el("p", {}, saidOf(problem)), problem.status === 401 && keyForm()));
  }
}

/** What is wrong, begun with a capital; that it is about the puzzle goes without saying. */
function saidOf({ message }) {
  const text = message.replace(/^puzzle: /, "");
  return /^r\d+c\d+/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
}

/** The service may be set up to ask for a key, which is kept until the tab is closed; the address holds the puzzle. */
function keyForm() {
  const input = el("input", { type: "password", autocomplete: "off", required: true });
  return el("form", { onsubmit: (event) => {
    event.preventDefault();
    key.set(input.value);
    location.reload();
  } }, field("API key", input), el("button", { type: "submit" }, "Keep"));
}
