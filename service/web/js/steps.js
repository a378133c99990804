/** How a board stands after some steps of its explanation. */

import { boardOf } from "./boards/index.js";

/** What Figure shows after `count` steps of an explanation; the last one of them is marked. */
export function steps(puzzle, { start, steps: all }, count) {
  const board = boardOf(puzzle);
  const grid = board.start(puzzle).map((line) => [...line]);
  const candidates = board.candidates?.(puzzle);
  const tags = new Map();
  for (const [row, column, value] of start) {
    grid[row][column] = value;
    candidates?.delete(`${row},${column}`);
  }
  for (const { rung, settles, removes } of all.slice(0, count)) {
    for (const [row, column, value] of settles) {
      grid[row][column] = value;
      tags.set(`${row},${column}`, rung);
      candidates?.delete(`${row},${column}`);
    }
    if (candidates) for (const [row, column, value] of removes) candidates.get(`${row},${column}`)?.delete(value);
  }
  return { grid, tags, candidates, partial: true, step: count ? marked(all[count - 1]) : null };
}

/** What Figure marks of one step: its clues, and the cells it speaks of. */
export function marked({ rung, because, settles, removes, assumption }) {
  const cells = new Map([...settles, ...removes, ...(assumption ? [assumption] : [])].map(([row, column]) => [`${row},${column}`, [row, column]]));
  return { rung, clues: because, cells: [...cells.values()] };
}
