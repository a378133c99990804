/** Bars on a logarithmic scale, one a row. The table beside it holds the same numbers. */

import { svg } from "./dom.js";

const [WIDTH, ROW, NAME, FIGURE] = [360, 26, 58, 74];

/** `rows`: [{name, value, text}]; values of 0 have a bar of no length. */
export function barChart(title, rows) {
  const most = Math.max(...rows.map((row) => row.value), 0);
  const least = Math.min(...rows.map((row) => row.value).filter((value) => value > 0), most);
  const floor = Math.log10(least || 1) - 0.5;
  const span = Math.max(Math.log10(most || 1) - floor, 0.5);
  const room = WIDTH - NAME - FIGURE;
  const bars = rows.map(({ name, value, text }, index) => {
    const length = value > 0 ? ((Math.log10(value) - floor) / span) * room : 0;
    const y = 22 + index * ROW;
    return [
      svg("text", { class: "bar-name", x: NAME - 8, y: y + 16, "text-anchor": "end" }, name),
      svg("rect", { class: "bar-ground", x: NAME, y: y + 4, width: room, height: ROW - 9, rx: 3 }),
      svg("rect", { class: "bar", x: NAME, y: y + 4, width: Math.max(length, value > 0 ? 3 : 0), height: ROW - 9, rx: 3 }),
      svg("text", { class: "bar-text", x: WIDTH - FIGURE + 8, y: y + 16 }, text),
    ];
  });
  const label = `${title}: ${rows.map(({ name, text }) => `${name} ${text}`).join(", ")}`;
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${24 + rows.length * ROW}`, role: "img", "aria-label": label },
    svg("text", { class: "chart-title", x: 0, y: 13 }, title), bars);
}
