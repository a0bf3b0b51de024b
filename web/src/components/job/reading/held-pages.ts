import type { ReadabilityFinding } from "@sheaf/contracts/file-reading.ts";

/** Returns whether a page holds its job's emails until a user confirms them. */
export const isHeld = ({ severity }: ReadabilityFinding) => severity === "hold";
