import type { KindOutcomes } from "./outcome.ts";

export const jp2: KindOutcomes = {};
