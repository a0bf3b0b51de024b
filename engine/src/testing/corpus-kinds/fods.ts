import type { KindOutcomes } from "./outcome.ts";

export const fods: KindOutcomes = {
  "testFODS_embeddedChart.fods": { pages: 2, words: ["Sheet2", "1.2", "Sheet1"], drawn: 0.05 },
};
