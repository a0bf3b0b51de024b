import type { KindOutcomes } from "./outcome.ts";

export const xlsb: KindOutcomes = {};
