import type { KindOutcomes } from "./outcome.ts";

export const xlsm: KindOutcomes = {};
