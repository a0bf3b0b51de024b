import type { KindOutcomes } from "./outcome.ts";

export const avif: KindOutcomes = {};
