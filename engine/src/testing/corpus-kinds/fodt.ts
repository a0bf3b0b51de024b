import type { KindOutcomes } from "./outcome.ts";

export const fodt: KindOutcomes = {
  "testODTMacro.fodt": {
    pages: 1,
    words: ["Hello dear user,", "Just one little click…"],
    warnings: ["macros-not-run"],
    drawn: 0.05,
  },
};
