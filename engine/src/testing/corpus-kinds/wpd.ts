import type { KindOutcomes } from "./outcome.ts";

export const wpd: KindOutcomes = {};
