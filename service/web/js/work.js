/** Calls that take time: one at a time, with progress, a way to cancel, and problems told where one looks. */

import { key, Problem } from "./api.js";
import { button, el, field } from "./dom.js";

/** Shorter work shows no progress, so that nothing flickers. */
const PATIENCE_MS = 250;
/** How much longer than its time limit an answer may take before the bar has no end. */
const TICK_MS = 100;

export class Work {
  constructor(root) {
    this.root = root;
    this.running = null;
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.running && this.cancel());
  }

  cancel() {
    this.running?.controller.abort();
  }

  /** Await `work(signal)`; undefined if it was cancelled or refused, which has then been told. */
  async run(label, seconds, work) {
    this.cancel();
    this.clear();
    const run = { controller: new AbortController(), began: performance.now() };
    this.running = run;
    const timer = setInterval(() => this.running === run && this.tick(run, label, seconds), TICK_MS);
    document.body.setAttribute("aria-busy", "true");
    try {
      const result = await work(run.controller.signal);
      return run.controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (run.controller.signal.aborted) this.running === run && this.tell(`${label}: cancelled.`);
      else if (error instanceof Problem) this.complain(error);
      else throw error;
      return undefined;
    } finally {
      clearInterval(timer);
      run.bar?.remove();
      if (this.running === run) {
        this.running = null;
        document.body.removeAttribute("aria-busy");
      }
    }
  }

  tick(run, label, seconds) {
    const elapsed = performance.now() - run.began;
    if (elapsed < PATIENCE_MS) return;
    if (!run.bar) {
      run.meter = el("progress", { "aria-label": label, max: seconds ?? 1 });
      run.text = el("span", { class: "elapsed" });
      run.bar = el("div", { class: "progress" }, el("span", { role: "status" }, `${label} …`), run.meter, run.text,
        button("Cancel", () => this.cancel(), { title: "Escape cancels too" }));
      this.root.replaceChildren(run.bar);
    }
    const passed = elapsed / 1000;
    if (seconds && passed <= seconds) run.meter.value = passed;
    else run.meter.removeAttribute("value");
    run.text.textContent = `${passed.toFixed(1)} s${seconds ? ` of ${seconds} s at most` : ""}`;
  }

  clear() {
    this.root.replaceChildren();
  }

  tell(text) {
    this.root.replaceChildren(el("p", { class: "told", role: "status" }, text));
  }

  complain(problem) {
    this.root.replaceChildren(el("div", { class: "complaint", role: "alert" },
      el("strong", {}, problem.title || "That did not work"), el("p", {}, problem.message), problem.status === 401 && keyForm(this)));
  }
}

/** The service may be set up to ask for a key. */
function keyForm(work) {
  const input = el("input", { type: "password", autocomplete: "off", required: true });
  return el("form", { onsubmit: (event) => {
    event.preventDefault();
    key.set(input.value);
    work.tell("The key is kept until this tab is closed. Try again.");
  } }, field("API key", input), el("button", { type: "submit" }, "Keep"));
}
