import type { KindOutcomes } from "./outcome.ts";

export const docm: KindOutcomes = {};
