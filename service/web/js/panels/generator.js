/** A form for new puzzles: size, seed, and whatever dials the kind's generator has. */

import { BOARDS } from "../boards/index.js";
import { checkbox, el, field, number, select } from "../dom.js";
import { term } from "../tip.js";

/** Seconds that a browser waits for a new board. */
const SECONDS = 20;

/** Dials in a reader's words; one that is not here shows its own name. */
const DIALS = {
  thin: { label: "Clues", choices: [["core", "as few as needed"], ["random", "as few as needed, in random order"], ["none", "all"]] },
  density: { label: "Least share of clues", step: 0.05 },
  seconds: { label: "Seconds at the most" },
  givens: { label: "Given cells", choices: [["fewest", "as few as needed"], ["none", "none"]] },
  clues: { label: "Sums", choices: [["all", "all"], ["minimal", "as few as needed"]] },
  mean: { label: "Mean galaxy size", step: 0.5 },
  largest: { label: "Largest galaxy (0: any)" },
  merges: { label: "Merging rounds" },
  unique: { label: "Exactly one answer" },
};

/** `place` is where the work is told of. */
export function generator(app, place) {
  const kind = select(Object.values(BOARDS).map(({ kind, title }) => [kind, title]), "fillapix", { onchange: () => adapt() });
  const rows = number(10, 1, 250);
  const columns = number(10, 1, 250);
  const seed = el("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, placeholder: "any" });
  const width = field("Columns", columns);
  const dials = el("div", { class: "dials" });
  let inputs = {};

  function adapt() {
    const { start, least, most, square } = BOARDS[kind.value].size;
    [rows.value, columns.value] = start;
    for (const input of [rows, columns]) Object.assign(input, { min: Math.max(least, 2), max: most });
    width.hidden = square;
    inputs = Object.fromEntries(Object.entries(app.dials(kind.value)).map(([name, dial]) => [name, dialInput(name, dial)]));
    dials.replaceChildren(...Object.entries(inputs).map(([name, input]) => input.row ?? field(DIALS[name]?.label ?? name, input)));
  }

  /** Only what differs from the generator's own choice is sent. */
  function chosen() {
    const found = {};
    for (const [name, { type, default: usual }] of Object.entries(app.dials(kind.value))) {
      const input = inputs[name].box ?? inputs[name];
      const value = type === "bool" ? input.checked : type === "str" ? input.value : input.value === "" ? null : Number(input.value);
      if (value !== null && value !== usual && value !== "") found[name] = value;
    }
    return found;
  }

  app.whenListed(adapt);
  adapt();
  return el("form", { onsubmit: async (event) => {
    event.preventDefault();
    const across = BOARDS[kind.value].size.square ? rows : columns;
    const body = { kind: kind.value, size: [Number(rows.value), Number(across.value)], dials: chosen() };
    if (seed.value !== "") body.seed = Number(seed.value);
    const made = await app.work.run("Generating", SECONDS, (signal) => app.call("generate", body, signal), { place });
    if (!made) return;
    app.store.open(made.puzzle);
    app.work.tell(`Made from seed ${made.seed}, with exactly one answer.`, place);
  } },
  field("Kind", kind),
  el("div", { class: "row" }, field("Rows", rows), width, field("Seed", seed)),
  el("details", {}, el("summary", {}, "Dials"), dials),
  el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, "Generate"), el("small", {}, "The same ", term("seed"), " makes the same puzzle.")));
}

function dialInput(name, { type, default: usual }) {
  const { label = name, choices, step = "any" } = DIALS[name] ?? {};
  if (type === "bool") return checkbox(label, { checked: usual === true });
  if (choices) return select(choices, usual);
  if (type === "str") return el("input", { type: "text", value: usual ?? "" });
  return el("input", { type: "number", step: type === "float" ? step : 1, value: usual ?? "" });
}
