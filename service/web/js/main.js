/** The page put together: one store, one stage, the panels, and the address that holds the puzzle. */

import { call, list, Problem } from "./api.js";
import { boardOf } from "./boards/index.js";
import { EXAMPLES } from "./examples.js";
import { fragmentOf, textOf } from "./link.js";
import { Certify } from "./panels/certify.js";
import { Compare } from "./panels/compare.js";
import { Edit } from "./panels/edit.js";
import { Explain } from "./panels/explain.js";
import { Export } from "./panels/export.js";
import { Play } from "./panels/play.js";
import { Source } from "./panels/source.js";
import { Twins } from "./panels/twins.js";
import { fillSheet } from "./sheet.js";
import { Stage } from "./stage.js";
import { Store } from "./store.js";
import { tabs } from "./tabs.js";
import { installTheme } from "./theme.js";
import { installTips } from "./tip.js";
import { VERDICTS } from "./verdicts.js";
import { Work } from "./work.js";

const OPEN_SECONDS = 10;
const at = (id) => document.getElementById(id);

class App {
  engines = [];
  deciding = [];
  formats = [];
  kinds = {};
  waiting = [];
  told = null;
  panel = null;

  constructor() {
    this.call = call;
    this.store = new Store();
    this.announcer = at("announcer");
    this.stage = new Stage(at("stage"), (text) => (this.announcer.textContent = text));
    this.work = new Work(at("work"));
    at("source").append(new Source(this).root);
    this.panels = [Certify, Explain, Compare, Play, Edit, Twins, Export].map((Panel) => new Panel(this));
    this.tabs = tabs("Tools", this.panels, { onchange: (id) => this.enter(id) });
    at("tools").append(this.tabs.root);
    this.store.on((puzzle, edited) => this.changed(puzzle, edited));
  }

  /** A word from the service about what it knows: kinds with their dials, engines, formats. */
  async learn() {
    const [puzzles, engines] = await Promise.all([list("puzzles"), list("engines")]);
    this.kinds = Object.fromEntries(puzzles.puzzles.map((each) => [each.kind, each]));
    this.engines = engines.engines.map(({ name }) => name);
    this.deciding = engines.engines.filter(({ only_counts: counts }) => !counts).map(({ name }) => name);
    this.formats = puzzles.formats.filter(({ written }) => written).map(({ name }) => name);
    for (const listener of this.waiting) listener();
  }

  /** Call when the service has said what it knows. */
  whenListed(listener) {
    this.waiting.push(listener);
  }

  dials(kind) {
    return this.kinds[kind]?.generator ?? {};
  }

  enter(id) {
    const panel = this.panels?.find((each) => each.id === id);
    if (!panel) return;
    this.panel = panel;
    this.heading();
    panel.enter();
  }

  go(id) {
    this.tabs.go(id);
  }

  /** Read a puzzle from any text or JSON; the puzzle, or null if it was refused. */
  async open(text, { kind = "", place, refused } = {}) {
    const body = { puzzle: text, to: "json", ...(kind ? { kind } : {}) };
    const read = await this.work.run("Reading", OPEN_SECONDS, (signal) => this.call("convert", body, signal), { place, refused });
    if (!read) return null;
    const puzzle = JSON.parse(read.text);
    this.store.open(puzzle, read.warnings);
    if (read.warnings.length) this.work.tell(`${read.warnings.join("; ")}.`, place);
    return puzzle;
  }

  certify() {
    this.go("certify");
    return this.panels[0].run();
  }

  changed(puzzle, edited) {
    this.told = null;
    delete document.documentElement.dataset.held;
    this.work.cancel();
    this.badge();
    for (const panel of this.panels) panel.changed(puzzle, edited);
    if (!edited && this.panel?.id === "twins") this.go("certify");
    this.heading();
    this.panel?.enter();
    if (!edited) at("title").scrollIntoView({ block: "nearest" });
    this.remember(puzzle);
  }

  /** What stands over the board and what its rules are: of the puzzle, or of something else that is shown. */
  heading(text = null, rules = null) {
    const { puzzle } = this.store;
    const board = puzzle && boardOf(puzzle);
    at("title").textContent = text ?? (board ? `${board.title} ${board.shape(puzzle).join(" × ")}` : "The board");
    at("rules").textContent = rules ?? board?.rules ?? "Choose a puzzle to see its rules.";
    at("badge").classList.toggle("elsewhere", text !== null);
  }

  /** The verdict on the puzzle in a few words, over the board; none: not known. */
  badge(verdict = null) {
    const badge = at("badge");
    badge.hidden = !verdict;
    badge.className = `badge ${verdict ?? ""}`;
    badge.classList.toggle("elsewhere", this.panel?.id === "twins");
    badge.textContent = verdict ? VERDICTS[verdict].join(" ") : "";
  }

  async remember(puzzle) {
    const fragment = await fragmentOf(puzzle);
    if (this.store.puzzle !== puzzle) return;
    this.fragment = fragment;
    history.replaceState(null, "", this.fragment);
    document.documentElement.dataset.held = "true";
  }

  /** The explanation of the puzzle at hand, asked for once. */
  async explanation(seconds) {
    const { puzzle } = this.store;
    this.told ??= await this.work.run("Explaining", seconds, (signal) => this.call("explain", { puzzle, seconds }, signal));
    return this.store.puzzle === puzzle ? this.told : null;
  }

  /** The puzzle without an answer. */
  showBare() {
    const { puzzle } = this.store;
    if (!puzzle) return this.stage.invite("Paste a puzzle, pick an example, or draw one.", () => this.open(EXAMPLES.fillapix[0][1]));
    const { title, shape } = boardOf(puzzle);
    const [rows, columns] = shape(puzzle);
    return this.stage.show([{ puzzle, label: `${title} board, ${rows} by ${columns}` }]);
  }

  sheet(views) {
    fillSheet(at("sheet"), views);
  }

  async openAddress() {
    if (location.hash === this.fragment) return;
    try {
      const text = await textOf(location.hash);
      if (text !== null) await this.open(text);
    } catch (error) {
      this.work.complain(new Problem({ title: "This link cannot be read", detail: error.message }));
    }
  }
}

installTheme(at("theme"));
installTips();
const app = new App();
app.showBare();
window.addEventListener("hashchange", () => app.openAddress());
window.addEventListener("beforeprint", () => !at("sheet").firstChild && app.store.puzzle && app.sheet([{ puzzle: app.store.puzzle }]));
window.addEventListener("afterprint", () => app.sheet(null));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest("textarea, input")) return;
  event.preventDefault();
  if (app.panel.id === "play") app.panel.undo();
  else if (event.shiftKey) app.store.redo();
  else app.store.undo();
});
app.learn().catch((error) => app.work.complain(error));
app.openAddress();
document.documentElement.dataset.ready = "true";
