import type { Refusal } from "@sheaf/contracts/refusals.ts";

const words: Record<Refusal | "failed", string> = {
  password: "password-protected",
  damaged: "damaged",
  unsupported: "unsupported",
  empty: "empty",
  "too-large": "too large",
  "active-content": "contain macros",
  timeout: "timed out",
  failed: "fault on our side",
};

/** Why a file became no PDF, in two words; a reason that this version does not know is shown as it is. */
export const reasonWords = (reason: string) =>
  Object.hasOwn(words, reason) ? words[reason as keyof typeof words] : reason;
