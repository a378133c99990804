/** Verdicts in a reader's words, each with a sign, so that none rests on a colour. */

export const VERDICTS = {
  unique: ["✓", "Exactly one answer"],
  multiple: ["≠", "More than one answer"],
  none: ["∅", "No answer"],
  undecided: ["…", "Undecided"],
  conflict: ["!", "The engines contradict each other"],
};
