import type { KindOutcomes } from "./outcome.ts";

export const msg: KindOutcomes = {};
