/** Boards to begin with, made for this page; what each shows is said in its name. */

export const EXAMPLES = {
  fillapix: [
    ["A key, one clue at a time", "fillapix 12x13\n0 . . 2 . . . 2 . 0 . . .\n. . . 5 . . 6 . . 1 0 0 .\n. 3 . 7 7 6 . . 6 . 1 . 0\n. 5 . 6 4 . . 6 . . 2 . 0\n. 6 7 . . 0 1 4 . 6 3 . .\n. 6 . 4 . 0 . . . . 3 0 0\n. . . 6 4 . . . . 6 . . 0\n1 . 6 . 7 . 7 . . . 4 . 0\n. . 3 . . . 7 . 7 6 6 3 1\n. . 1 . . . 4 . 5 . 7 6 .\n. 0 . . 0 0 2 4 5 . 7 . 4\n. 0 . . . 0 . 3 3 4 4 . ."],
    ["No clue can go: needs assumptions", "12x12:1a221223a3a3l3a46a54a6a4c555a56a6a13b6b77b4c4445b6b33b4b6665a3a5b33a5a5434a5a656a43a24b3a5533b22a5b6654a2h442a1"],
    ["One clue short: two answers", "fillapix 8x8\n3 . . . . 4 . 1\n3 . 4 . . . . .\n. . 3 . . . 4 .\n3 . . . 8 6 7 .\n. 4 6 7 . . . .\n. . 6 8 . . . 2\n3 . 7 8 . 6 . 1\n. . . . . . . ."],
    ["A clue too large: no answer", "fillapix 2x3\n5 . .\n. . 3"],
  ],
  doppelblock: [
    ["Five by five", "https://puzz.link/p?doppelblock/5/5/g6g34g10h"],
    ["Five by five, one given cell", "https://puzz.link/p?doppelblock/5/5/g1h31h1gl2x"],
    ["Few sums: several answers", { kind: "doppelblock", top: [3, null, null, 0], left: [null, 2, null, null] }],
    ["Sums that contradict", { kind: "doppelblock", top: [3, null, 1, 0], left: [null, 2, null, 1] }],
  ],
  tentaisho: [
    ["Seven by seven", "7x7:chpgdqqqoezdddki"],
    ["A galaxy around two others", { kind: "tentaisho", rows: 3, cols: 5, dots: [[3, 3], [3, 5], [3, 7]] }],
    ["Three dots in a row: two answers", { kind: "tentaisho", rows: 3, cols: 3, dots: [[3, 1], [3, 3], [3, 5]] }],
    ["Dots that contradict", { kind: "tentaisho", rows: 3, cols: 3, dots: [[1, 3], [3, 3], [5, 4]] }],
  ],
};
