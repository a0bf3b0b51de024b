import type { KindOutcomes } from "./outcome.ts";

export const dotx: KindOutcomes = {};
