/** Tentai Show in the browser. It draws, edits and fills; whether something is right the service says. */

import { cellName, rowsOf, svg } from "../dom.js";
import { CELL, cells, halves } from "../lattice.js";
import { cellsPath, gridLines, places, resized, sheet } from "./squares.js";

const HOLE = -1;
const TINTS = 6;
const HALF = CELL / 2;
const COLOUR_NAMES = { w: "white ", b: "black ", g: "grey " };
const shape = (puzzle) => [puzzle.rows, puzzle.cols];
const isHole = (puzzle, row, column) => (puzzle.holes ?? []).some(([r, c]) => r === row && c === column);

/** The cells that a dot touches: one, two or four. */
function core([y, x]) {
  const rows = [Math.floor((y - 1) / 2), Math.floor(y / 2)];
  const columns = [Math.floor((x - 1) / 2), Math.floor(x / 2)];
  return [...new Set(rows)].flatMap((row) => [...new Set(columns)].map((column) => [row, column]));
}

/** Where a dot is, in a sentence. */
function placeName(dot) {
  const names = core(dot).map((cell) => cellName(...cell));
  if (names.length === 1) return `at ${names[0]}`;
  return `${names.length === 2 ? "between" : "at the corner of"} ${names[0]} and ${names.at(-1)}`;
}

/** The puzzle from a list of [y, x, colour], sorted as the canonical form is. */
function withDots(puzzle, dots) {
  const sorted = [...dots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const { colours: _, ...bare } = puzzle;
  const made = { ...bare, dots: sorted.map(([y, x]) => [y, x]) };
  return sorted.some(([, , colour]) => colour) ? { ...made, colours: sorted.map(([, , colour]) => colour || "w").join("") } : made;
}

const dotList = (puzzle) => puzzle.dots.map(([y, x], number) => [y, x, puzzle.colours?.[number] ?? ""]);

/** Dots added, recoloured, or taken away where the same one stands. */
function toggledDot(puzzle, [y, x], colour) {
  const dots = dotList(puzzle);
  const others = dots.filter((dot) => dot[0] !== y || dot[1] !== x);
  const was = dots.find((dot) => dot[0] === y && dot[1] === x);
  return withDots(puzzle, was && (was[2] || "w") === (colour || "w") ? others : [...others, [y, x, colour]]);
}

function withHole(puzzle, row, column, wanted) {
  const { holes: _, ...bare } = puzzle;
  const holes = (puzzle.holes ?? []).filter(([r, c]) => r !== row || c !== column);
  if (wanted) holes.push([row, column]);
  holes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return holes.length ? { ...bare, holes } : bare;
}

/** A tint for each galaxy such that neighbours differ where six tints are enough. */
function tintsOf(grid, dots) {
  const near = Array.from({ length: dots }, () => new Set());
  const join = (a, b) => a >= 0 && b >= 0 && a !== b && near[a].add(b) && near[b].add(a);
  grid.forEach((line, row) => line.forEach((owner, column) => {
    if (owner === null) return;
    join(owner, grid[row + 1]?.[column] ?? -1);
    join(owner, line[column + 1] ?? -1);
  }));
  const tints = [];
  near.forEach((others, galaxy) => {
    const taken = new Set([...others].map((other) => tints[other]));
    tints[galaxy] = [...Array(TINTS).keys()].find((tint) => !taken.has(tint)) ?? galaxy % TINTS;
  });
  return tints;
}

/** Walls between galaxies and around what is settled; holes have walls too. */
function wallPath(grid) {
  const d = [];
  const at = (row, column) => (grid[row] === undefined ? undefined : grid[row][column]);
  const parts = (a, b) => a !== b && !(a === undefined && b === HOLE) && !(b === undefined && a === HOLE);
  for (let row = 0; row <= grid.length; row++) {
    for (let column = 0; column <= grid[0].length; column++) {
      if (row < grid.length && parts(at(row, column - 1), at(row, column))) d.push(`M${column * CELL} ${row * CELL}v${CELL}`);
      if (column < grid[0].length && parts(at(row - 1, column), at(row, column))) d.push(`M${column * CELL} ${row * CELL}h${CELL}`);
    }
  }
  return svg("path", { class: "wall", d: d.join("") });
}

/** A cell and its half turn about a dot, where that is on the board and free to be owned. */
function withMirror(puzzle, galaxy, [row, column]) {
  const [y, x] = puzzle.dots[galaxy];
  const mirror = [y - row - 1, x - column - 1];
  const free = ([r, c]) => r >= 0 && c >= 0 && r < puzzle.rows && c < puzzle.cols && !isHole(puzzle, r, c);
  return [[row, column], mirror].filter(free);
}

/** The dot that touches a cell; -1 if none. */
const dotAt = (puzzle, row, column) => puzzle.dots.findIndex((dot) => core(dot).some(([r, c]) => r === row && c === column));

function painted(puzzle, grid, place, galaxy) {
  const copy = grid.map((line) => [...line]);
  const owner = grid[place[0]][place[1]];
  const about = galaxy ?? owner;
  if (about === null || about < 0) return null;
  for (const [row, column] of withMirror(puzzle, about, place)) {
    const fixed = dotAt(puzzle, row, column);
    if (fixed >= 0 && fixed !== galaxy) continue;
    if (galaxy !== null || copy[row][column] === about) copy[row][column] = galaxy;
  }
  return copy.every((line, row) => line.every((value, column) => value === grid[row][column])) ? null : copy;
}

export const tentaisho = {
  kind: "tentaisho",
  title: "Tentai Show",
  rules: "Part the board into galaxies along the lines. Every galaxy holds exactly one dot, is connected, and looks the same after half a turn about its dot.",
  size: { start: [7, 7], least: 1, most: 100, square: false },
  border: 0,
  shape,
  blank: (rows, cols) => ({ kind: "tentaisho", rows, cols, dots: [] }),
  resize(puzzle, rows, cols) {
    const dots = dotList(puzzle).filter(([y, x]) => y < 2 * rows && x < 2 * cols);
    const { holes, ...bare } = puzzle;
    const kept = (holes ?? []).filter(([row, column]) => row < rows && column < cols);
    return withDots({ ...bare, rows, cols, ...(kept.length ? { holes: kept } : {}) }, dots);
  },
  start(puzzle) {
    const grid = rowsOf(puzzle.rows, puzzle.cols);
    puzzle.dots.forEach((dot, number) => core(dot).forEach(([row, column]) => (grid[row][column] = number)));
    (puzzle.holes ?? []).forEach(([row, column]) => (grid[row][column] = HOLE));
    return grid;
  },
  valueName: (puzzle, value) => `in the galaxy of the dot ${placeName(puzzle.dots[value])}`,
  /** The middle of the dot that a clue of a step means, by the first cell it touches. */
  cluePoint(puzzle, { row, column }) {
    const dot = puzzle.dots.find(([y, x]) => Math.floor((y - 1) / 2) === row && Math.floor((x - 1) / 2) === column);
    return dot ? { x: dot[1] * HALF, y: dot[0] * HALF } : null;
  },

  paper(puzzle) {
    return [sheet(...shape(puzzle)), cellsPath(puzzle.holes ?? [], "hole")];
  },
  fills(puzzle, grid, partial, answered) {
    if (!answered) return [];
    if (puzzle.colours) {
      const shade = (letter, className) => cellsPath(places(grid, (owner) => owner >= 0 && owner !== null && puzzle.colours[owner] === letter), className);
      return [shade("b", "shade-black"), shade("g", "shade-grey")];
    }
    const tints = tintsOf(grid, puzzle.dots.length);
    return [...Array(TINTS).keys()].map((tint) =>
      cellsPath(places(grid, (owner) => owner !== null && owner >= 0 && tints[owner] === tint), `tint${tint}`));
  },
  lines(puzzle, grid, answered) {
    return [...gridLines(...shape(puzzle)), answered ? wallPath(grid) : wallPath(holesOnly(puzzle))];
  },
  labels: () => [],
  symbols: (puzzle) => puzzle.dots.map(([y, x], number) => svg("circle", {
    class: `dot ${{ b: "black", g: "grey" }[puzzle.colours?.[number]] ?? "white"}`, cx: x * HALF, cy: y * HALF, r: CELL * 0.2,
  })),

  edit: {
    lattice: (puzzle) => halves(...shape(puzzle)),
    tools: () => [
      { id: "w", label: "Dot" },
      { id: "b", label: "Black dot" },
      { id: "g", label: "Grey dot" },
      { id: "hole", label: "Hole", title: "Cells that are not part of the board" },
    ],
    help: "Dots go on cells, edges and corners: click there. Arrow keys move by half a cell; Space sets or removes, H makes a hole, Backspace clears.",
    press(puzzle, [y, x], tool) {
      if (tool !== "hole") return toggledDot(puzzle, [y, x], tool === "w" ? (puzzle.colours ? "w" : "") : tool);
      const cell = [Math.floor((y - 1) / 2), Math.floor((x - 1) / 2)];
      return withHole(puzzle, ...cell, !isHole(puzzle, ...cell));
    },
    key(puzzle, place, key, tool) {
      if (key === " " || key === "Enter") return this.press(puzzle, place, tool);
      if (key === "h" || key === "H") return this.press(puzzle, place, "hole");
      if (key !== "Backspace" && key !== "Delete") return null;
      return withDots(puzzle, dotList(puzzle).filter(([y, x]) => y !== place[0] || x !== place[1]));
    },
    say(puzzle, [y, x]) {
      const number = puzzle.dots.findIndex((dot) => dot[0] === y && dot[1] === x);
      const dot = number < 0 ? "no dot" : `${COLOUR_NAMES[puzzle.colours?.[number]] ?? ""}dot`;
      return `${dot} ${placeName([y, x])}`;
    },
  },

  play: {
    lattice: (puzzle) => cells(...shape(puzzle)),
    tools: () => [{ id: "paint", label: "Paint galaxy" }, { id: "erase", label: "Erase" }],
    help: "Start on a galaxy and drag: its cells grow in pairs about the dot. By keyboard, Enter on a galaxy takes it up, Space adds the cell under the cursor, Backspace frees it.",
    press(puzzle, grid, [row, column], brush, { first, right }) {
      if (grid[row][column] === HOLE) return null;
      if (right || brush.tool === "erase") return painted(puzzle, grid, [row, column], null);
      if (first && grid[row][column] !== null) brush.galaxy = grid[row][column];
      return brush.galaxy === undefined ? null : painted(puzzle, grid, [row, column], brush.galaxy);
    },
    key(puzzle, grid, place, key, brush) {
      if (key === "Backspace" || key === "Delete") return painted(puzzle, grid, place, null);
      if (key === "Enter" && grid[place[0]][place[1]] !== null) brush.galaxy = grid[place[0]][place[1]];
      return key === " " && brush.galaxy >= 0 ? painted(puzzle, grid, place, brush.galaxy) : null;
    },
    say(puzzle, grid, [row, column]) {
      const owner = grid[row][column];
      const is = owner === null ? "open" : owner === HOLE ? "a hole" : tentaisho.valueName(puzzle, owner);
      return `${cellName(row, column)}, ${is}`;
    },
  },
};

/** A grid in which only holes are apart from the rest. */
function holesOnly(puzzle) {
  const grid = resized(null, puzzle.rows, puzzle.cols, 0);
  (puzzle.holes ?? []).forEach(([row, column]) => (grid[row][column] = HOLE));
  return grid;
}
