/** The next single step for somebody who has filled in a part: the first of the explanation that is news. */

import { boardOf } from "./boards/index.js";
import { cellName } from "./dom.js";

/** The filled cells that contradict what the deductions settle; of a board without an answer there are none. */
export function wrongCells({ start, steps, contradiction }, grid) {
  if (contradiction) return [];
  const isWrong = ([row, column, value]) => grid[row][column] !== null && grid[row][column] !== value;
  return [...start, ...steps.flatMap(({ settles }) => settles)].filter(isWrong).map(([row, column]) => [row, column]);
}

/** {text, step?, wrong?}; `shown` remembers the steps that rule out values without settling a cell. */
export function hint(puzzle, told, grid, shown) {
  const { start, steps, finished, limit } = told;
  const [wrong] = wrongCells(told, grid);
  if (wrong) return { text: `${cellName(...wrong)} is not what the clues say.`, wrong: [wrong] };
  const isOpen = ([row, column]) => grid[row][column] === null;
  const first = start.find(isOpen);
  if (first) {
    const [row, column, value] = first;
    const text = `${cellName(row, column)} is ${boardOf(puzzle).valueName(puzzle, value)}: nothing else was ever possible there.`;
    return { text, step: { rung: "sight", because: [], settles: [first], removes: [] } };
  }
  const isNews = ({ settles, removes, contradiction: ends }, index) =>
    ends || settles.some(isOpen) || (!shown.has(index) && !settles.length && removes.some(isOpen));
  const index = steps.findIndex(isNews);
  if (index >= 0) {
    shown.add(index);
    return { text: steps[index].text, step: steps[index] };
  }
  if (finished) return { text: "Nothing is left to say: the board is full." };
  return { text: limit ? "There was no time to find a step." : "No single step goes further; this board needs guesses that go deeper." };
}
