/** What engines said, as a table. */

import { el } from "../dom.js";
import { term } from "../tip.js";

export const LIMITS = {
  solutions: "enough found", time: "out of time", nodes: "out of nodes", memory: "out of memory", cancelled: "cancelled",
};

const ms = (seconds) => (seconds * 1000).toLocaleString("en", { maximumFractionDigits: seconds < 0.01 ? 2 : 1 });

export const milliseconds = (said) => ms(said.build_seconds + said.solve_seconds);

/** One row an engine: verdict, answers, nodes, times. */
export function saidTable(engines) {
  const rows = Object.entries(engines).map(([name, said]) => el("tr", {},
    el("th", { scope: "row" }, term(name)),
    el("td", {}, said.verdict, said.limit && said.limit !== "solutions" ? el("small", {}, ` (${LIMITS[said.limit]})`) : null),
    el("td", { class: "figure" }, `${said.count ?? said.solutions}${said.exhausted ? "" : "+"}`),
    el("td", { class: "figure" }, said.nodes.toLocaleString("en")),
    el("td", { class: "figure" }, milliseconds(said))));
  return el("table", {},
    el("caption", {}, "What the engines said"),
    el("thead", {}, el("tr", {}, ["engine", "verdict", "answers", "nodes", "ms"].map((name, index) =>
      el("th", { scope: "col", class: index > 1 ? "figure" : null }, name === "nodes" ? term("node", "nodes") : name)))),
    el("tbody", {}, rows));
}
