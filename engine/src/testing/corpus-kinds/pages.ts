import type { KindOutcomes } from "./outcome.ts";

export const pages: KindOutcomes = {};
