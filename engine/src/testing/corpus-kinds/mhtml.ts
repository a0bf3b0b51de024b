import type { KindOutcomes } from "./outcome.ts";

export const mhtml: KindOutcomes = {};
