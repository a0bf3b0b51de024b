import type { KindOutcomes } from "./outcome.ts";

export const xlsm: KindOutcomes = {
  "47089.xlsm": {
    // Formatted sheets without a word or a number.
    refused: "empty",
    detail: /no content/,
  },
  "ExcelWithAttachments.xlsm": {
    pages: 2,
    words: ["Русский вариант", "hyperlink", "Slide header"],
    warnings: ["macros-not-run"],
  },
  "form_pass_print.xlsm": {
    pages: 1,
    words: ["1 2 3", "pass: test"],
    warnings: ["macros-not-run", "hidden-sheets-left-out"],
  },
  "mv-calculator-final-2-20-2013.xlsm": {
    pages: 31,
    words: ["The Minimum Value Calculator (MV Calculator) is designed", "Use Integrated Medical and Drug Deductible?"],
    warnings: ["macros-not-run", "hidden-sheets-left-out", "columns-in-bands", "columns-in-bands", "font-substituted"],
  },
  "testNames.xlsm": { pages: 1, words: ["25 _abc _abc2", "13 14 15", "3.72 234"], warnings: ["macros-not-run"] },
};
