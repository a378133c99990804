/** What all boards draw alike: filled cells, grid lines, centred text. */

import { svg } from "../dom.js";
import { CELL } from "../lattice.js";

/** One path over many cells, so that a large board stays a small document. */
export function cellsPath(places, className, inset = 0) {
  if (!places.length) return null;
  const side = CELL - 2 * inset;
  const d = places.map(([row, column]) => `M${column * CELL + inset} ${row * CELL + inset}h${side}v${side}h${-side}z`);
  return svg("path", { class: className, d: d.join("") });
}

/** Thin lines, every fifth one darker where `group` is 5, and the rim. */
export function gridLines(rows, columns, group = 0) {
  const thin = [];
  const strong = [];
  const pick = (place) => (group && place % group === 0 ? strong : thin);
  for (let column = 1; column < columns; column++) pick(column).push(`M${column * CELL} 0v${rows * CELL}`);
  for (let row = 1; row < rows; row++) pick(row).push(`M0 ${row * CELL}h${columns * CELL}`);
  return [
    svg("path", { class: "line", d: thin.join("") }),
    strong.length ? svg("path", { class: "line strong", d: strong.join("") }) : null,
    svg("rect", { class: "rim", width: columns * CELL, height: rows * CELL }),
  ];
}

/** The paper of a rectangle of cells. */
export const sheet = (rows, columns) => svg("rect", { class: "paper", width: columns * CELL, height: rows * CELL });

/** What stands in a cell, for `textOf`: [key, spec] as in Keyed. */
export const label = (row, column, text, className) => [`${row},${column}`, { row, column, text, className, sign: `${text} ${className}` }];

/** A text in the middle of a cell. */
export function textOf({ row, column, text, className }) {
  const size = String(text).length > 2 ? "0.4" : "0.55";
  return svg("text", {
    class: className, x: (column + 0.5) * CELL, y: (row + 0.5) * CELL, dy: "0.36em", "font-size": CELL * size, "text-anchor": "middle",
  }, String(text));
}

/** All places of a grid that a test holds for. */
export function places(grid, test) {
  const found = [];
  grid.forEach((line, row) => line.forEach((value, column) => test(value, row, column) && found.push([row, column])));
  return found;
}

/** Rows cut or padded to a size. */
export function resized(grid, rows, columns, filler = null) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => grid?.[row]?.[column] ?? filler));
}
