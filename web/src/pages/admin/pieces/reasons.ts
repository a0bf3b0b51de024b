import type { Refusal } from "@sheaf/contracts/refusals.ts";

const words: Record<Refusal | "failed", string> = {
  password: "password-protected",
  damaged: "damaged",
  unsupported: "unsupported",
  empty: "empty",
  "too-large": "too large",
  "active-content": "contain a virus",
  timeout: "timed out",
  failed: "fault on our side",
};

/** Returns in two words why a file was not converted; a reason unknown to this version is shown as it is. */
export const reasonWords = (reason: string) =>
  Object.hasOwn(words, reason) ? words[reason as keyof typeof words] : reason;
