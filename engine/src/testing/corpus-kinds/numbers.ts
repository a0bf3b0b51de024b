import type { KindOutcomes } from "./outcome.ts";

export const numbers: KindOutcomes = {};
