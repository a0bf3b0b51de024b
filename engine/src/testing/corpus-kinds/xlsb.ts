import type { KindOutcomes } from "./outcome.ts";

export const xlsb: KindOutcomes = {
  "date.xlsb": { pages: 1, words: ["2021-01-01 15", "2021-01-02 16", "255:10:10 17"] },
  // Eight empty sheets, of which the first prints its own header and footer.
  "issue127.xlsb": { pages: 1, words: ["Sheet1 Page 1"] },
  "issue_182.xlsb": { pages: 1, words: ["3 Ab FALSE"], warnings: ["macros-not-run"] },
  "issue_186.xlsb": { pages: 1, words: ["1.23 12.34 123.45 1234.56 12345.67"] },
  "issues.xlsb": {
    pages: 6,
    words: ["1 1.5 ab FALSE test 20/10/2016", "àâéêèçöïî«»"],
    never: ["Err:"],
    warnings: ["macros-not-run"],
  },
};
