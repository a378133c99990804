/** Where a hand can be on a board: how a point, an arrow key and a cursor's box belong to a place. */

/** Drawing units a cell; cell (r, c) begins at (c CELL, r CELL), clues outside stand at row or column -1. */
export const CELL = 40;

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Cells, with `border` rows above and columns to the left for clues outside. */
export function cells(rows, columns, border = 0) {
  return {
    start: [0, 0],
    fromPoint(x, y) {
      const place = [Math.floor(y / CELL), Math.floor(x / CELL)];
      const [row, column] = place;
      const inside = row >= -border && column >= -border && row < rows && column < columns;
      return inside && (row >= 0 || column >= 0) ? place : null;
    },
    move([row, column], down, right) {
      const place = [clamp(row + down, -border, rows - 1), clamp(column + right, -border, columns - 1)];
      return place[0] < 0 && place[1] < 0 ? [row, column] : place;
    },
    box: ([row, column]) => ({ x: column * CELL, y: row * CELL, size: CELL }),
  };
}

/** Cell centres, edges and corners, in doubled coordinates [y, x]. */
export function halves(rows, columns) {
  const half = CELL / 2;
  const place = (y, x) => [clamp(y, 1, 2 * rows - 1), clamp(x, 1, 2 * columns - 1)];
  return {
    start: [1, 1],
    fromPoint: (x, y) => place(Math.round(y / half), Math.round(x / half)),
    move: ([y, x], down, right) => place(y + down, x + right),
    box: ([y, x]) => ({ x: (x - 0.5) * half, y: (y - 0.5) * half, size: half }),
  };
}
