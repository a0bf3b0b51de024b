import { attempt } from "@sheaf/engine/attempt.ts";

/** Parses JSON; returns undefined for invalid JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));
