import type { KindOutcomes } from "./outcome.ts";

export const fods: KindOutcomes = {};
