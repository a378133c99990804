/** One drawn board: layers that are redrawn only where what they show has changed. */

import { boardOf } from "./boards/index.js";
import { textOf } from "./boards/squares.js";
import { svg } from "./dom.js";
import { Keyed } from "./keyed.js";
import { CELL } from "./lattice.js";
import { stepMark } from "./rungs.js";

const LAYERS = ["paper", "fills", "lines", "labels", "symbols", "tags", "marks", "cursor"];

/**
 * A view: `puzzle`; `grid` (an answer, null in open cells; none: the bare board); `partial` (open cells
 * may be left); `rings`, `faults` and `open` (cells); `tags` ("r,c" -> rung); `step` ({rung, cells, clues});
 * `candidates` ("r,c" -> set of values); `label` for those who do not see it.
 */
export class Figure {
  constructor() {
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    this.element = svg("svg", { class: "board", role: "img" }, LAYERS.map((name) => this.layers[name]));
    this.labels = new Keyed(this.layers.labels, textOf);
    this.tags = new Keyed(this.layers.tags, tagOf);
    this.view = {};
  }

  show(view) {
    const board = boardOf(view.puzzle);
    const before = this.view;
    this.view = view;
    const isNew = before.puzzle !== view.puzzle;
    const grid = view.grid ?? board.start(view.puzzle);
    const answered = Boolean(view.grid);
    if (isNew) this.frame(board, view.puzzle);
    if (isNew || before.grid !== view.grid || before.candidates !== view.candidates || before.partial !== view.partial) {
      this.draw("fills", board.fills(view.puzzle, grid, view.partial, answered));
      this.draw("lines", board.lines(view.puzzle, grid, answered));
      this.labels.update(board.labels(view.puzzle, grid));
      this.draw("symbols", board.symbols(view.puzzle, grid, view.partial, view.candidates));
    }
    this.tags.update([...(view.tags ?? [])].map(([key, rung]) => [key, { key, rung, sign: rung }]));
    this.draw("marks", [stepMarks(board, view), rings(view.rings, "ring"), rings(view.faults, "fault"), openCells(view.open)]);
    this.element.setAttribute("aria-label", view.label ?? `${board.title} board`);
  }

  frame(board, puzzle) {
    const [rows, columns] = board.shape(puzzle);
    const [left, top] = [board.border, board.border].map((border) => -border * CELL - 3);
    const [width, height] = [columns * CELL - left + 3, rows * CELL - top + 3];
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.minWidth = `${Math.min(columns + board.border, 60) * 13}px`;
    this.element.style.setProperty("--across", columns + board.border);
    this.element.style.setProperty("--shape", width / height);
    this.draw("paper", board.paper(puzzle));
  }

  draw(layer, parts) {
    this.layers[layer].replaceChildren(...parts.flat(Infinity).filter(Boolean));
  }

  /** The box of the keyboard's place; none where nobody is. */
  cursor(box) {
    const parts = box ? [
      svg("rect", { class: "cursor-halo", x: box.x + 2, y: box.y + 2, width: box.size - 4, height: box.size - 4 }),
      svg("rect", { class: "cursor-box", x: box.x + 2, y: box.y + 2, width: box.size - 4, height: box.size - 4 }),
    ] : [];
    this.draw("cursor", parts);
  }

  /** A pointer's place in drawing units. */
  point(event) {
    const matrix = this.element.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  }
}

/** A ring on a light ground stands out from ink as from paper. */
function rings(cells, className) {
  return (cells ?? []).flatMap(([row, column]) => ["halo", className].map((name) => svg("rect", {
    class: name, x: column * CELL + 4, y: row * CELL + 4, width: CELL - 8, height: CELL - 8, rx: 5,
  })));
}

/** Cells that wait to be filled: a quiet mark, since there may be many. */
function openCells(cells) {
  return cells?.length ? [svg("path", { class: "open-cell", d: cells.map(([row, column]) => `M${column * CELL + 13} ${row * CELL + 33}h14`).join("") })] : [];
}

/** In the corner of every cell that a rung settled, its mark: a shape and a colour. */
function tagOf({ key, rung }) {
  const [row, column] = key.split(",").map(Number);
  return stepMark(rung, column * CELL + CELL - 8.5, row * CELL + 8.5, 4.6);
}

function stepMarks(board, { puzzle, step }) {
  if (!step) return [];
  const clues = step.clues.map((clue) => {
    const at = board.cluePoint?.(puzzle, clue) ?? { x: (clue.column + 0.5) * CELL, y: (clue.row + 0.5) * CELL };
    return ["halo", "step-clue"].map((name) => svg("circle", { class: name, cx: at.x, cy: at.y, r: CELL * 0.43 }));
  });
  return [
    (step.zone ?? []).map(([row, column]) => svg("rect", { class: "step-zone", x: column * CELL, y: row * CELL, width: CELL, height: CELL })),
    rings(step.cells, "step-cell"),
    clues,
  ];
}
