import { datesIn } from "./dates-in.ts";
import { type FoundFact, printedAt } from "./found-fact.ts";
import { textsOf } from "./labelled.ts";
import type { PrintedPage } from "./printed-page.ts";

const paper = "(?:(?:tax|vat|sales|purchase|cash|proforma|pro-forma) ?)?(?:invoice|inv|bill|credit ?note|cn)";
const labels = new RegExp(
  `(?<!\\b(?:original|previous|last|against|related) )\\b${paper}[.\\s]{0,2}(?:(?:no|num|number|nr|ref|reference|id)\\b\\.?|#|№|:(?=\\s*[A-Z0-9/-]*\\d))`,
  "gi",
);
const number = /^[\s.:#-]{0,6}(?<number>[A-Z0-9][A-Z0-9/.\-_]{0,24}(?: \d{2,10}(?=$|\t| {2}))?)(?=$|[\s,;)])/i;

/** A title with its number: "Invoice INV-0042", but not a year. */
const title =
  /^(?:tax |vat |sales )?(?:invoice|credit note) (?!(?:19|20)\d\d$)(?<number>[A-Z]{0,6}[-/]?\d[\d/-]{2,15})$/i;

function titlesOf(page: PrintedPage): FoundFact[] {
  return page.rows.flatMap((row) =>
    row.cells.flatMap((cell): FoundFact[] => {
      const value = title.exec(cell.text)?.groups?.number;
      if (value === undefined || datesIn(value).dates.length > 0) return [];
      return [{ kind: "invoice-number", value, ...printedAt(row, cell.end - value.length, cell.end) }];
    }),
  );
}

/** Finds the numbers of invoices and credit notes, which are recognised by their label and have a digit. */
export function invoiceNumbersOf(page: PrintedPage): FoundFact[] {
  const facts = titlesOf(page);
  for (const { row, start, text } of textsOf(page, labels)) {
    const match = number.exec(text);
    const printed = match?.groups?.number?.replace(/[.\-_/]+$/, "");
    if (!match || !printed || !/\d/.test(printed) || printed.length < 2) continue;
    if (datesIn(printed).dates.length > 0 || /^\d+[.,]\d\d$/.test(printed)) continue;
    const from = start + match[0].length - (match.groups?.number?.length ?? 0);
    facts.push({ kind: "invoice-number", value: printed, ...printedAt(row, from, from + printed.length) });
  }
  return facts;
}
