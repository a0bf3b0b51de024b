import type { KindOutcomes } from "./outcome.ts";

export const zip: KindOutcomes = {};
