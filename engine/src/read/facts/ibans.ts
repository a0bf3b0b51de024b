import { type FoundFact, printedAt } from "./found-fact.ts";
import type { PrintedPage } from "./printed-page.ts";
import { remainderOf97 } from "./vat-check-digits.ts";

/** Characters of an IBAN, by country (register of SWIFT). */
const lengths = new Map(
  (
    "AE23 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 " +
    "LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 TR26"
  )
    .split(" ")
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);
const start = /(?<![A-Z0-9])[A-Z]{2}[ ]?\d{2}(?=[ \t]?[A-Z0-9])/gi;

/** Finds IBANs by their length and check digits, written in one or in groups. */
export function ibansOf(page: PrintedPage): FoundFact[] {
  const facts: FoundFact[] = [];
  for (const row of page.rows) {
    for (const match of row.text.matchAll(start)) {
      const length = lengths.get(match[0].slice(0, 2).toUpperCase());
      const end = length === undefined ? 0 : endOf(row.text, match.index, length);
      if (end === 0) continue;
      const value = row.text.slice(match.index, end).replace(/\s/g, "").toUpperCase();
      if (remainderOf97(value.slice(4) + value.slice(0, 4)) !== 1) continue;
      facts.push({ kind: "iban", value, ...printedAt(row, match.index, end) });
    }
  }
  return facts;
}

/** Where `length` letters and digits end that single spaces or tabs may separate; 0 when a word ends elsewhere. */
function endOf(text: string, from: number, length: number): number {
  let count = 0;
  for (let at = from; at < text.length && at < from + 2 * length; at += 1) {
    const character = text[at] ?? "";
    if (/[A-Z0-9]/i.test(character)) count += 1;
    else if (!/\s/.test(character)) return 0;
    if (count === length) return /[A-Z0-9]/i.test(text[at + 1] ?? "") ? 0 : at + 1;
  }
  return 0;
}
