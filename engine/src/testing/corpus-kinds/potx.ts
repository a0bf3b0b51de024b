import type { KindOutcomes } from "./outcome.ts";

export const potx: KindOutcomes = {
  "bug59273.potx": { pages: 1, drawn: 0.8 },
};
