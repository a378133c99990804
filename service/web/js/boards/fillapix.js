/** Fill-a-Pix in the browser. It draws, edits and fills; whether something is right the service says. */

import { cellName, rowsOf, withCell } from "../dom.js";
import { cells } from "../lattice.js";
import { cellsPath, gridLines, label, places, resized, sheet } from "./squares.js";

const BLANK = 0;
const INK = 1;
const NAMES = { [BLANK]: "blank", [INK]: "ink" };
const shape = (puzzle) => [puzzle.clues.length, puzzle.clues[0].length];

const given = (puzzle, row, column) => puzzle.givens?.[row]?.[column] ?? null;

/** A puzzle with one given cell changed. */
function withGiven(puzzle, place, value) {
  const givens = withCell(puzzle.givens ?? rowsOf(...shape(puzzle)), place, value);
  const { givens: _, ...bare } = puzzle;
  return givens.flat().some((cell) => cell !== null) ? { ...bare, givens } : bare;
}

const withClue = (puzzle, place, clue) => ({ ...puzzle, clues: withCell(puzzle.clues, place, clue) });

/** The next clue up or down, with "none" between 9 and 0. */
function counted(clue, step) {
  const at = clue === null ? 10 : clue;
  const next = (at + step + 11) % 11;
  return next === 10 ? null : next;
}

/** The ink around every cell, its own cell included: all the clues of a picture. */
export function inkAround(picture) {
  return picture.map((line, row) => line.map((_, column) => {
    let ink = 0;
    for (let r = row - 1; r <= row + 1; r++) for (let c = column - 1; c <= column + 1; c++) ink += picture[r]?.[c] === INK ? 1 : 0;
    return ink;
  }));
}

export const fillapix = {
  kind: "fillapix",
  title: "Fill-a-Pix",
  rules: "Paint cells so that every number counts the painted cells in the block of three by three around it, its own cell included.",
  size: { start: [10, 10], least: 1, most: 250, square: false },
  border: 0,
  shape,
  blank: (rows, columns) => ({ kind: "fillapix", clues: rowsOf(rows, columns) }),
  resize(puzzle, rows, columns) {
    const made = { kind: "fillapix", clues: resized(puzzle.clues, rows, columns) };
    return puzzle.givens ? { ...made, givens: resized(puzzle.givens, rows, columns) } : made;
  },
  start: (puzzle) => puzzle.givens ?? rowsOf(...shape(puzzle)),
  valueName: (_, value) => NAMES[value],

  paper: (puzzle) => [sheet(...shape(puzzle))],
  fills(puzzle, grid, partial) {
    return [
      partial && cellsPath(places(grid, (value) => value === BLANK), "known-blank"),
      cellsPath(places(grid, (value) => value === INK), "ink"),
    ];
  },
  lines: (puzzle) => gridLines(...shape(puzzle), 5),
  labels: (puzzle, grid) => places(puzzle.clues, (clue) => clue !== null).map(([row, column]) =>
    label(row, column, puzzle.clues[row][column], grid[row][column] === INK ? "clue on-ink" : "clue")),
  symbols(puzzle, grid, partial) {
    const found = [];
    if (partial) {
      const dots = places(grid, (value, row, column) => value === BLANK && puzzle.clues[row][column] === null);
      found.push(cellsPath(dots, "blank-dot", 18));
    }
    if (puzzle.givens) found.push(cellsPath(places(puzzle.givens, (value) => value !== null), "given-rim", 3));
    return found;
  },

  edit: {
    lattice: (puzzle) => cells(...shape(puzzle)),
    tools: () => [
      { id: "count", label: "Clue", title: "Click to count up, right click to count down, or type a digit" },
      { id: "ink", label: "Given ink" },
      { id: "blank", label: "Given blank" },
      { id: "erase", label: "Erase" },
    ],
    help: "Arrow keys move. Type a digit for a clue, X for given ink, - for given blank, Backspace to clear.",
    press(puzzle, place, tool, down) {
      const [row, column] = place;
      if (tool === "erase") return withGiven(withClue(puzzle, place, null), place, null);
      if (tool === "count") return withClue(puzzle, place, counted(puzzle.clues[row][column], down ? -1 : 1));
      const value = tool === "ink" ? INK : BLANK;
      return withGiven(puzzle, place, given(puzzle, row, column) === value ? null : value);
    },
    key(puzzle, place, key) {
      if (/^\d$/.test(key)) return withClue(puzzle, place, Number(key));
      if (key === "x" || key === "X") return withGiven(puzzle, place, INK);
      if (key === "-") return withGiven(puzzle, place, BLANK);
      if (key === "Backspace" || key === "Delete") return withGiven(withClue(puzzle, place, null), place, null);
      return null;
    },
    say(puzzle, [row, column]) {
      const is = given(puzzle, row, column);
      return `${cellName(row, column)}, ${puzzle.clues[row][column] ?? "no"} clue${is === null ? "" : `, given ${NAMES[is]}`}`;
    },
  },

  play: {
    lattice: (puzzle) => cells(...shape(puzzle)),
    tools: () => [
      { id: "cycle", label: "Ink, blank, open" },
      { id: "ink", label: "Ink" },
      { id: "blank", label: "Blank" },
      { id: "erase", label: "Erase" },
    ],
    help: "Click or drag to paint, right click for blank. Arrow keys move; Space changes the cell, X is ink, - is blank, Backspace opens it.",
    press(puzzle, grid, place, brush, { first, right }) {
      const [row, column] = place;
      if (given(puzzle, row, column) !== null) return null;
      const now = grid[row][column];
      if (first) {
        const cycle = now === null ? INK : now === INK ? BLANK : null;
        const wanted = { cycle, ink: INK, blank: BLANK, erase: null }[brush.tool];
        brush.carry = right ? (now === BLANK ? null : BLANK) : wanted;
      }
      return now === brush.carry ? null : withCell(grid, place, brush.carry);
    },
    key(puzzle, grid, place, key, brush) {
      if (key === " " || key === "Enter") {
        return this.press(puzzle, grid, place, { ...brush, tool: "cycle" }, { first: true, right: false });
      }
      const value = { x: INK, X: INK, "-": BLANK, Backspace: null, Delete: null }[key];
      return value === undefined || given(puzzle, ...place) !== null ? null : withCell(grid, place, value);
    },
    say(puzzle, grid, [row, column]) {
      const clue = puzzle.clues[row][column];
      return `${cellName(row, column)}, ${NAMES[grid[row][column]] ?? "open"}${clue === null ? "" : `, clue ${clue}`}`;
    },
  },
};
