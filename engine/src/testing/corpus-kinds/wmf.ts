import type { KindOutcomes } from "./outcome.ts";

export const wmf: KindOutcomes = {
  "61338.wmf": { refused: "damaged", detail: /is damaged and cannot be read/ }, // records beyond its end
  "empty-polygon-close.wmf": { refused: "empty", detail: /shows nothing on white paper/ }, // white on white
  "testException2.doc-2.wmf": { pages: 1, words: ["Current Balance with Rotating Coil", "Lab Stand"], drawn: 0.02 },
};
