/** Pictures that stand alone: what the page's style sheet says is written into the drawing itself. */

import { el } from "./dom.js";
import { Figure } from "./figure.js";

const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font-family", "font-weight", "opacity"];
/** Pixels a drawing unit in a PNG: 80 pixels a cell. */
const SCALE = 2;
/** Browsers refuse canvases much wider than this. */
const MOST_PIXELS = 8000;

/** A view as the text of an SVG document, on paper whatever the theme. */
export function svgOf(view) {
  const figure = new Figure();
  figure.show(view);
  const ground = el("div", { class: "drawing-room on-paper" }, figure.element);
  document.body.append(ground);
  for (const node of figure.element.querySelectorAll("*")) {
    const style = getComputedStyle(node);
    if (node.tagName === "g") continue;
    for (const name of PROPERTIES) node.setAttribute(name, style.getPropertyValue(name));
    node.removeAttribute("class");
  }
  ground.remove();
  const { width, height } = figure.element.viewBox.baseVal;
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) figure.element.setAttribute(name, value);
  for (const name of ["class", "style"]) figure.element.removeAttribute(name);
  return figure.element.outerHTML;
}

/** An SVG document as a PNG blob. */
export async function pngOf(text) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(image.width, image.height));
  const canvas = el("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Let the browser save a blob under a name. */
export function save(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
