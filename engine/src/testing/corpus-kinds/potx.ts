import type { KindOutcomes } from "./outcome.ts";

export const potx: KindOutcomes = {};
