/** Elements in one line each. Text is always set as text, never parsed as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `on...` properties are listeners, true and false are bare or absent attributes. */
export function el(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/** An SVG element, the same way. */
export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(node, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A labelled control, stacked. */
export function field(label, control, hint = null) {
  return el("label", { class: "field" }, el("span", { class: "field-name" }, label), control, hint && el("small", {}, hint));
}

/** A labelled checkbox. */
export function checkbox(label, properties = {}) {
  const box = el("input", { type: "checkbox", ...properties });
  return { box, row: el("label", { class: "check" }, box, el("span", {}, label)) };
}

/** A push button. */
export function button(label, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

/** A drop-down of [value, label] pairs. */
export function select(pairs, chosen, properties = {}) {
  return el("select", properties, pairs.map(([value, label]) => el("option", { value, selected: value === chosen }, label)));
}

/** A number input. */
export function number(value, min, max, properties = {}) {
  return el("input", { type: "number", value, min, max, inputmode: "numeric", ...properties });
}

let groups = 0;

/** Radio buttons in a row; `onpick` is told the id. */
export function choices(legend, options, chosen, onpick) {
  const name = `group${++groups}`;
  const row = options.map(({ id, label, title }) =>
    el("label", { class: "choice", title },
      el("input", { type: "radio", name, value: id, checked: id === chosen, onchange: () => onpick(id) }), el("span", {}, label)));
  return el("fieldset", { class: "choices" }, el("legend", {}, legend), row);
}

/** A cell in a sentence, counted from 1. */
export const cellName = (row, column) => `r${row + 1}c${column + 1}`;

/** `3 cells`, `1 cell`. */
export const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Rows of one value. */
export const rowsOf = (rows, columns, value = null) => Array.from({ length: rows }, () => Array(columns).fill(value));

/** A copy of rows with one cell changed. */
export function withCell(grid, [row, column], value) {
  const copy = [...grid];
  copy[row] = [...grid[row]];
  copy[row][column] = value;
  return copy;
}
