import type { KindOutcomes } from "./outcome.ts";

export const wmf: KindOutcomes = {};
