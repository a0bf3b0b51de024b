import type { KindOutcomes } from "./outcome.ts";

export const mht: KindOutcomes = {};
