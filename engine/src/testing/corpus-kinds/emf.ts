import type { KindOutcomes } from "./outcome.ts";

export const emf: KindOutcomes = {};
