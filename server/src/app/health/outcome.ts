import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { defined } from "@sheaf/contracts/defined.ts";

/** The result of an examination. Its name and label are added to it in the list. */
export type Outcome = Omit<Examination, "name" | "label">;
export type Remedy = NonNullable<Examination["remedy"]>;

const outcome =
  (state: Outcome["state"]) =>
  (words: string, remedy?: Remedy): Outcome =>
    defined({ state, words, remedy });

export const ok = outcome("ok");
export const warning = outcome("warning");
export const failed = outcome("failed");
export const unknown = outcome("unknown");
