import type { KindOutcomes } from "./outcome.ts";

export const invoice: KindOutcomes = {};
