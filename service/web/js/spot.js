/** Where in a text a problem is, from the words of the service: `line 3 column 2`, `character 44`. */

/** [start, end] of the spot, or null where the words name none. */
export function spotIn(text, where) {
  const line = /line (\d+)/.exec(where ?? "");
  const column = /(?:character|column) (\d+)/.exec(where ?? "");
  if (!line && !column) return null;
  const lines = text.split("\n");
  const before = line ? lines.slice(0, Number(line[1]) - 1).join("\n").length + (Number(line[1]) > 1 ? 1 : 0) : 0;
  if (!column) return [before, before + (lines[Number(line[1]) - 1] ?? "").length];
  const start = before + Number(column[1]) - 1;
  return start < text.length ? [start, start + 1] : [Math.max(0, text.length - 1), text.length];
}
