import type { FactKind } from "@sheaf/contracts/reading.ts";
import { type FoundFact, printedAt } from "./found-fact.ts";
import { textsOf } from "./labelled.ts";
import type { PrintedPage } from "./printed-page.ts";

/** Words that may stand between a label and its number. */
const between = "^[\\s.:#()–-]*(?:(?:is|no|number|num|nr)\\b[\\s.:#–-]*)?";

/**
 * Finds the numbers that follow a label directly or stand below it.
 * @param labels a global pattern
 * @param form the number as printed, without anchors
 * @param toValue its value; null when it is none
 */
export function labelledNumbers(
  page: PrintedPage,
  kind: FactKind,
  labels: RegExp,
  form: RegExp,
  toValue: (text: string) => string | null,
): FoundFact[] {
  const facts: FoundFact[] = [];
  const pattern = new RegExp(`${between}(?<number>${form.source})(?![A-Z0-9]|[-/.,]?[A-Z0-9])`, "i");
  for (const { row, start, text } of textsOf(page, labels)) {
    const match = pattern.exec(text);
    const number = match?.groups?.number;
    if (!match || number === undefined) continue;
    const value = toValue(number);
    if (value === null) continue;
    const from = start + match[0].length - number.length;
    facts.push({ kind, value, ...printedAt(row, from, from + number.length) });
  }
  return facts;
}
