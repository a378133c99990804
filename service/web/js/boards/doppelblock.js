/** Doppelblock in the browser. It draws, edits and fills; whether something is right the service says. */

import { cellName, rowsOf, svg, withCell } from "../dom.js";
import { CELL, cells } from "../lattice.js";
import { cellsPath, gridLines, label, places, resized, sheet } from "./squares.js";

const BLOCK = 0;
const sideOf = (puzzle) => puzzle.top.length;
const shape = (puzzle) => [sideOf(puzzle), sideOf(puzzle)];
const given = (puzzle, row, column) => puzzle.givens?.[row]?.[column] ?? null;
const name = (value) => (value === BLOCK ? "a block" : `the digit ${value}`);

/** The greatest sum that the digits of a line have. */
const greatestSum = (puzzle) => ((sideOf(puzzle) - 2) * (sideOf(puzzle) - 1)) / 2;

function withGiven(puzzle, place, value) {
  const givens = withCell(puzzle.givens ?? rowsOf(...shape(puzzle)), place, value);
  const { givens: _, ...bare } = puzzle;
  return givens.flat().some((cell) => cell !== null) ? { ...bare, givens } : bare;
}

/** A clue above its column (row -1) or left of its row (column -1), or a given cell. */
function valueAt(puzzle, [row, column]) {
  if (row < 0) return puzzle.top[column];
  return column < 0 ? puzzle.left[row] : given(puzzle, row, column);
}

function withValue(puzzle, [row, column], value) {
  if (row < 0) return { ...puzzle, top: puzzle.top.with(column, value) };
  if (column < 0) return { ...puzzle, left: puzzle.left.with(row, value) };
  return withGiven(puzzle, [row, column], value);
}

const most = (puzzle, [row, column]) => (row < 0 || column < 0 ? greatestSum(puzzle) : sideOf(puzzle) - 2);

/** The next value up or down, with "none" between the greatest and 0. */
function counted(puzzle, place, step) {
  const none = most(puzzle, place) + 1;
  const next = ((valueAt(puzzle, place) ?? none) + step + none + 1) % (none + 1);
  return next === none ? null : next;
}

/** A digit appended to what is there, if that is still possible, else in its place. */
function typed(puzzle, place, digit) {
  const longer = (valueAt(puzzle, place) ?? 0) * 10 + digit;
  return longer <= most(puzzle, place) ? longer : digit;
}

/** The block or digit that a key means; undefined if none. */
function valueOfKey(puzzle, key) {
  if (key === "#" || key === "x" || key === "X" || key === "0") return BLOCK;
  if (key === "Backspace" || key === "Delete") return null;
  return /^[1-9]$/.test(key) && Number(key) <= sideOf(puzzle) - 2 ? Number(key) : undefined;
}

/** Small candidates in the corner grid of an open cell. */
function pencilMarks(puzzle, candidates) {
  const across = Math.ceil(Math.sqrt(sideOf(puzzle) - 1));
  const step = (CELL - 6) / across;
  return [...candidates].flatMap(([key, values]) => {
    const [row, column] = key.split(",").map(Number);
    return [...values].map((value) => svg("text", {
      class: "pencil", "text-anchor": "middle", "font-size": Math.min(12, step * 0.95), dy: "0.36em",
      x: column * CELL + 3 + ((value % across) + 0.5) * step, y: row * CELL + 3 + (Math.floor(value / across) + 0.5) * step,
    }, value === BLOCK ? "■" : String(value)));
  });
}

export const doppelblock = {
  kind: "doppelblock",
  title: "Doppelblock",
  rules: "Every row and every column holds two blocks and each of the digits from 1 to two less than its length, once each. A number outside is the sum of the digits between the two blocks of its line.",
  size: { start: [6, 6], least: 2, most: 12, square: true },
  border: 1,
  shape,
  blank: (rows) => ({ kind: "doppelblock", top: Array(rows).fill(null), left: Array(rows).fill(null) }),
  resize(puzzle, rows) {
    const [top, left] = [puzzle.top, puzzle.left].map((line) => resized([line], 1, rows)[0]);
    const givens = resized(puzzle.givens, rows, rows).map((line) => line.map((value) => (value > rows - 2 ? null : value)));
    const made = { kind: "doppelblock", top, left };
    return givens.flat().some((value) => value !== null) ? { ...made, givens } : made;
  },
  start: (puzzle) => puzzle.givens ?? rowsOf(...shape(puzzle)),
  valueName: (_, value) => name(value),
  /** All the values of every open cell, before any step. */
  candidates(puzzle) {
    const all = [...Array(sideOf(puzzle) - 1).keys()];
    const open = places(this.start(puzzle), (value) => value === null);
    return new Map(open.map(([row, column]) => [`${row},${column}`, new Set(all)]));
  },

  paper: (puzzle) => [sheet(...shape(puzzle))],
  fills: (puzzle, grid) => [cellsPath(places(grid, (value) => value === BLOCK), "ink")],
  lines: (puzzle) => gridLines(...shape(puzzle)),
  labels(puzzle, grid) {
    const clue = (row, column, value) => (value === null ? [] : [label(row, column, value, "clue outside")]);
    const digits = places(grid, (value) => value > BLOCK).map(([row, column]) =>
      label(row, column, grid[row][column], given(puzzle, row, column) === null ? "entry" : "entry given"));
    return [...puzzle.top.flatMap((value, column) => clue(-1, column, value)), ...puzzle.left.flatMap((value, row) => clue(row, -1, value)), ...digits];
  },
  symbols(puzzle, _grid, _partial, candidates) {
    return [
      puzzle.givens && cellsPath(places(puzzle.givens, (value) => value !== null), "given-rim", 3),
      candidates ? pencilMarks(puzzle, candidates) : [],
    ];
  },

  edit: {
    lattice: (puzzle) => cells(...shape(puzzle), 1),
    tools: () => [
      { id: "count", label: "Sum or given", title: "Click to count up, right click to count down, or type a number" },
      { id: "erase", label: "Erase" },
    ],
    help: "Arrow keys move, also to the sums outside. Type a number; # or 0 in a cell is a given block; Backspace clears.",
    press: (puzzle, place, tool, down) => withValue(puzzle, place, tool === "erase" ? null : counted(puzzle, place, down ? -1 : 1)),
    key(puzzle, place, key) {
      const outside = place[0] < 0 || place[1] < 0;
      if (outside && /^\d$/.test(key)) return withValue(puzzle, place, typed(puzzle, place, Number(key)));
      const value = valueOfKey(puzzle, key);
      return value === undefined || (outside && value !== null) ? null : withValue(puzzle, place, value);
    },
    say(puzzle, [row, column]) {
      const value = valueAt(puzzle, [row, column]);
      if (row < 0) return `sum of column ${column + 1}: ${value ?? "none"}`;
      if (column < 0) return `sum of row ${row + 1}: ${value ?? "none"}`;
      return `${cellName(row, column)}, ${value === null ? "not given" : `given ${name(value)}`}`;
    },
  },

  play: {
    lattice: (puzzle) => cells(...shape(puzzle)),
    tools: (puzzle) => [
      { id: "0", label: "■", title: "Block" },
      ...Array.from({ length: sideOf(puzzle) - 2 }, (_, digit) => ({ id: String(digit + 1), label: String(digit + 1) })),
      { id: "erase", label: "Erase" },
    ],
    help: "Choose a block or digit and click cells, or move with the arrow keys and type: # or 0 is a block, Backspace clears.",
    press(puzzle, grid, place, brush, { first, right }) {
      const [row, column] = place;
      if (given(puzzle, row, column) !== null) return null;
      const value = right || brush.tool === "erase" ? null : Number(brush.tool);
      if (first) brush.carry = grid[row][column] === value ? null : value;
      return grid[row][column] === brush.carry ? null : withCell(grid, place, brush.carry);
    },
    key(puzzle, grid, place, key, brush) {
      if (key === " " || key === "Enter") return this.press(puzzle, grid, place, brush, { first: true, right: false });
      const value = valueOfKey(puzzle, key);
      return value === undefined || given(puzzle, ...place) !== null ? null : withCell(grid, place, value);
    },
    say(puzzle, grid, [row, column]) {
      const value = grid[row][column];
      return `${cellName(row, column)}, ${value === null ? "open" : name(value)}`;
    },
  },
};
