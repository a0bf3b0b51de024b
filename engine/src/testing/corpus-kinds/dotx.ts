import type { KindOutcomes } from "./outcome.ts";

export const dotx: KindOutcomes = {
  "60316b.dotx": {
    pages: 1,
    words: ["header 2", "content content content", "footer 1"],
    // The results of fields for the date, which print today.
    missing: ["06032009", "316"],
    warnings: ["font-substituted"],
  },
  "testWORD_template.dotx": { pages: 1, words: ["[Your", "OBJECTIVE", "[Position Held]", "Click here to enter text"] },
};
