import type { KindOutcomes } from "./outcome.ts";

export const svg: KindOutcomes = {};
