import type { KindOutcomes } from "./outcome.ts";

export const fodt: KindOutcomes = {};
