import type { KindOutcomes } from "./outcome.ts";

export const key: KindOutcomes = {
  "testKeynote2018.key": {
    pages: 2,
    words: ["19 FEBRUARY 2019", "TEST RUNNING", "WINDOWS 10 X86"],
    warnings: ["layout-simplified"],
    drawn: 0.5,
  },
  "testMasterSlideTable.key": {
    pages: 1,
    words: ["master row 1", "master row 2", "master row 3"],
    warnings: ["layout-simplified"],
  },
  "testTables.key": { pages: 1, words: ["row 1", "row 2", "row 3"], warnings: ["layout-simplified"] },
};
