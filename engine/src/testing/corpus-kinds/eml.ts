import type { KindOutcomes } from "./outcome.ts";

export const eml: KindOutcomes = {};
