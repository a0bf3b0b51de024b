import type { KindOutcomes } from "./outcome.ts";

export const wps: KindOutcomes = {};
