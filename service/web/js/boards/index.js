/** How each kind of puzzle is drawn, edited and played: kind -> board module, one line each. */

import { doppelblock } from "./doppelblock.js";
import { fillapix } from "./fillapix.js";
import { tentaisho } from "./tentaisho.js";

export const BOARDS = { fillapix, doppelblock, tentaisho };

/** The board module of a puzzle's JSON. */
export function boardOf(puzzle) {
  const board = BOARDS[puzzle.kind];
  if (!board) throw new Error(`no drawing for the kind ${puzzle.kind}`);
  return board;
}
