import { type FoundFact, printedAt } from "./found-fact.ts";
import type { PrintedPage } from "./printed-page.ts";
import { isVatNumber } from "./vat-check-digits.ts";

const label = /\bvat\b|\bv\.a\.t\b/i;
/** "GB 123 4567 82", "GB 123 456 782 001", "XI123456782" */
const british =
  /(?<![A-Z0-9])(GB|XI)[ .:-]{0,2}(\d{3}[ .-]?(?:\d{4}[ .-]?\d{2}|\d{3}[ .-]?\d{3})(?:[ .-]?\d{3})?|(?:GD|HA)\d{3})(?![A-Z0-9-]|[ .]\d)/gi;
/** The same without its country, which only a label makes a VAT number. */
const bare =
  /(?<![A-Z0-9-]|\d[ .])(\d{3}[ .-]?(?:\d{4}[ .-]?\d{2}|\d{3}[ .-]?\d{3})|GD\d{3}|HA\d{3})(?![A-Z0-9-]|[ .]\d)/gi;
/** A country directly before a number. */
const country = /(?<![A-Z])(?!NO)[A-Z]{2}[ .:-]{0,2}$/;
const european =
  /(?<![A-Z0-9])(DE|AT ?U|BE|DK|FI|FR|IT|LU|PL|PT|SE|NL|IE)[ .:-]{0,2}([0-9A-Z](?:[ .-]?[0-9A-Z+*]){6,12})(?![A-Z0-9])/g;

/** Finds VAT numbers whose check digits are right. */
export function vatNumbersOf(page: PrintedPage): FoundFact[] {
  const facts: FoundFact[] = [];
  for (const row of page.rows) {
    const labelAt = row.text.search(label);
    const add = (value: string, start: number, end: number) => {
      if (isVatNumber(value)) facts.push({ kind: "vat-number", value, ...printedAt(row, start, end) });
    };
    for (const match of row.text.matchAll(british)) add(plain(match[0]), match.index, match.index + match[0].length);
    for (const match of row.text.matchAll(european)) {
      const end = wholeNumber(match[0]);
      if (end > 0) add(plain(match[0].slice(0, end)), match.index, match.index + end);
    }
    if (labelAt < 0) continue;
    for (const match of row.text.matchAll(bare))
      if (
        match.index > labelAt &&
        match.index - labelAt <= 60 &&
        !country.test(row.text.slice(Math.max(0, match.index - 6), match.index))
      )
        add(`GB${plain(match[0])}`, match.index, match.index + match[0].length);
  }
  return facts;
}

const plain = (text: string) => text.replace(/[^A-Z0-9+*]/gi, "").toUpperCase();

const lengths: Record<string, number> = {
  DE: 11,
  AT: 11,
  BE: 12,
  DK: 10,
  FI: 10,
  FR: 13,
  IT: 13,
  LU: 10,
  PL: 12,
  PT: 11,
  SE: 14,
  NL: 14,
  IE: 10,
};

/** Where a number of its country's length ends at the end of a word; 0 when none does. */
function wholeNumber(text: string): number {
  const country = text.slice(0, 2);
  const length = lengths[country];
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (/[A-Z0-9+*]/.test(text[at] ?? "")) count += 1;
    const isEnd = at + 1 === text.length || /[ .-]/.test(text[at + 1] ?? "");
    if ((count === length || (country === "IE" && count === 11)) && isEnd) return at + 1;
  }
  return 0;
}
