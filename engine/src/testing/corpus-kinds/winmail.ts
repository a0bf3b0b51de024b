import type { KindOutcomes } from "./outcome.ts";

export const winmail: KindOutcomes = {};
