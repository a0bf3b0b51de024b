import type { KindOutcomes } from "./outcome.ts";

/** The two landscapes say in their pixels how they are stored; both are upright. */
export const avif: KindOutcomes = {
  "icc_profile_none.avif": { pages: 1, drawn: 0.002 },
  "rot0mir1.avif": { pages: 1, drawn: 0.25 },
  "rot2mir0.avif": { pages: 1, drawn: 0.25 },
};
