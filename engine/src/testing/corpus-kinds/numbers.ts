import type { KindOutcomes } from "./outcome.ts";

export const numbers: KindOutcomes = {
  "tableHeaders.numbers": {
    pages: 1,
    words: ["header1 header2 header3 header4 header5", "row1 row2 row3"],
    never: ["Page 1"],
    warnings: ["font-substituted", "layout-simplified"],
  },
  "tableNames.numbers": {
    // Its table is empty but for the name.
    pages: 1,
    words: ["This is the main table"],
    warnings: ["font-substituted", "layout-simplified"],
  },
};
