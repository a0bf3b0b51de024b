import { type FoundFact, printedAt } from "./found-fact.ts";
import type { PrintedPage } from "./printed-page.ts";

const number = /(?<![A-Z0-9])([A-Z]{2}) ?(\d\d) ?(\d\d) ?(\d\d) ?([A-D])(?![A-Z0-9])/gi;
const paired = /^[A-Z]{2} \d\d \d\d \d\d [A-D]$/i;
const label = /\bn\.?i\.?(?:\b|no)|\bnational ins|\bnino\b/i;
/** Letters and pairs that HMRC does not issue. */
const unused = /^(?:[DFIQUV]|.[DFIOQUV]|BG|GB|NK|KN|TN|NT|ZZ)/;

/** Finds National Insurance numbers: written in pairs, or beside their label. */
export function niNumbersOf(page: PrintedPage): FoundFact[] {
  const facts: FoundFact[] = [];
  for (const row of page.rows) {
    const isLabelled = label.test(row.text) || label.test(page.rows[row.index - 1]?.text ?? "");
    for (const match of row.text.matchAll(number)) {
      const value = match[0].replaceAll(" ", "").toUpperCase();
      if (unused.test(value) || !(isLabelled || paired.test(match[0]))) continue;
      const place = printedAt(row, match.index, match.index + match[0].length);
      facts.push({ kind: "ni-number", value, ...place });
    }
  }
  return facts;
}
