import type { KindOutcomes } from "./outcome.ts";

export const key: KindOutcomes = {};
