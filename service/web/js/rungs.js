/** Rungs of the ladder as a reader sees them: a colour and a shape each, and what the word means. */

import { svg } from "./dom.js";

/** Okabe and Ito's colours, which people with any colour vision tell apart; the shapes say the same again. */
const STYLES = {
  count: 0, line: 0, mirror: 0,
  pair: 1, scope: 1, reach: 1,
  bounds: 2, bridge: 2,
  gac: 3,
  probe: 4,
};
const SHAPES = ["circle", "triangle", "square", "diamond", "cross", "ring"];
const OTHER = 5;

export const MEANINGS = {
  count: "One clue alone decides: its block is full, or has just enough room left.",
  pair: "Two clues with overlapping blocks decide together.",
  line: "A row or column has its blocks or a digit already, or only one place left.",
  scope: "A sum fixes how many cells can lie between the two blocks.",
  bounds: "The digits that still fit must be able to add up to the sum.",
  gac: "Every way to fill the whole line with its sum agrees here (generalised arc consistency).",
  mirror: "A galaxy looks the same after half a turn about its dot, so cells belong to it in pairs.",
  reach: "A galaxy is connected: no way leads there from its dot.",
  bridge: "Without this cell a part of the galaxy would be cut off.",
  probe: "Assume a value; the rungs then meet a contradiction, so it is the other way.",
  search: "No assumption of a single cell decides: guesses have to be tried several deep.",
  sight: "The board is impossible at first sight.",
  rules: "The plain rules refuse what was let pass.",
};

/** How dear a deduction is: its place in a legend, and its style. */
export const styleOf = (rung) => STYLES[rung] ?? OTHER;

/** The mark of a rung, centred at a point. */
export function stepMark(rung, x, y, r) {
  const style = styleOf(rung);
  const attributes = { class: `mark rung${style}` };
  switch (SHAPES[style]) {
    case "circle": return svg("circle", { ...attributes, cx: x, cy: y, r });
    case "triangle": return svg("path", { ...attributes, d: `M${x} ${y - r}L${x + r} ${y + r * 0.8}H${x - r}z` });
    case "square": return svg("rect", { ...attributes, x: x - r * 0.85, y: y - r * 0.85, width: r * 1.7, height: r * 1.7 });
    case "diamond": return svg("path", { ...attributes, d: `M${x} ${y - r * 1.15}l${r * 1.15} ${r * 1.15}l${-r * 1.15} ${r * 1.15}l${-r * 1.15} ${-r * 1.15}z` });
    case "cross": {
      const [a, b] = [r * 0.4, r * 1.05];
      return svg("path", { ...attributes, d: `M${x - a} ${y - b}h${2 * a}v${b - a}h${b - a}v${2 * a}h${a - b}v${b - a}h${-2 * a}v${a - b}h${a - b}v${-2 * a}h${b - a}z` });
    }
    default: return svg("circle", { ...attributes, class: `${attributes.class} open`, cx: x, cy: y, r: r * 0.8 });
  }
}

/** The mark alone, for a legend or a list. */
export function markIcon(rung) {
  return svg("svg", { class: "mark-icon", viewBox: "0 0 14 14", "aria-hidden": "true" }, stepMark(rung, 7, 7, 5));
}
