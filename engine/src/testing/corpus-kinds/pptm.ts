import type { KindOutcomes } from "./outcome.ts";

export const pptm: KindOutcomes = {};
