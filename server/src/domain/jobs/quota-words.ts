import { count } from "@sheaf/contracts/words.ts";
import type { Shortage } from "../billing/index.ts";

/**
 * Describes what is left for a container, which holds one document already: "13 of your plan’s 150 are left for it
 * until 5 December 2026".
 */
export function leftForContainer({ left, allowed, endsAt, isRunning }: Shortage): string {
  const own = left + 1;
  const number = `${own.toLocaleString("en-GB")} of your plan’s ${allowed.toLocaleString("en-GB")}`;
  if (isRunning) return `${number} ${own === 1 ? "is" : "are"} left for it until ${endsAt}`;
  return `${number} ${own === 1 ? "was" : "were"} left for it when the period ended on ${endsAt}`;
}

/** The message of a container that awaits a choice. */
export function choiceMessage(name: string, documents: number, shortage: Shortage): string {
  const remedy = shortage.isRunning ? "or upgrade and try again" : "and upload the others again";
  const left = leftForContainer(shortage);
  return `${name} contains ${count(documents, "document")}, but only ${left}. Choose which to convert, ${remedy}.`;
}
