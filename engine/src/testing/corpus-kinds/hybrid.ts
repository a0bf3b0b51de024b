import type { KindOutcomes } from "./outcome.ts";

export const hybrid: KindOutcomes = {};
