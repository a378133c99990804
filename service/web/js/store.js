/** What the page knows: the puzzle at hand, how it came about, and what can be undone. */

const MOST_UNDONE = 300;

export class Store {
  constructor() {
    this.puzzle = null;
    this.warnings = [];
    this.listeners = new Set();
    this.past = [];
    this.future = [];
  }

  /** Call `listener(puzzle, edited)` whenever another puzzle is at hand. */
  on(listener) {
    this.listeners.add(listener);
  }

  /** Another puzzle; nothing of the old one is left. */
  open(puzzle, warnings = []) {
    this.past = [];
    this.future = [];
    this.take(puzzle, warnings, false);
  }

  /** The puzzle changed by hand; the change can be undone. */
  edit(puzzle) {
    this.past.push(this.puzzle);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.future = [];
    this.take(puzzle, [], true);
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.puzzle);
    this.take(this.past.pop(), [], true);
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.puzzle);
    this.take(this.future.pop(), [], true);
  }

  take(puzzle, warnings, edited) {
    this.puzzle = puzzle;
    this.warnings = warnings;
    for (const listener of this.listeners) listener(puzzle, edited);
  }
}
