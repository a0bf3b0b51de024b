import type { KindOutcomes } from "./outcome.ts";

export const xltx: KindOutcomes = {};
