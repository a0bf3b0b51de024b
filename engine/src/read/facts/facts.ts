import type { Fact, PageReading } from "@sheaf/contracts/reading.ts";
import { addresseeOf } from "./addressee.ts";
import { amountsOf } from "./amounts.ts";
import { bankAccountsOf } from "./bank-accounts.ts";
import { companyNumbersOf } from "./company-numbers.ts";
import { datesOf } from "./dates.ts";
import { distinct, type FoundFact, sureFacts } from "./found-fact.ts";
import { ibansOf } from "./ibans.ts";
import { invoiceNumbersOf } from "./invoice-numbers.ts";
import { niNumbersOf } from "./ni-numbers.ts";
import { pageAmounts } from "./printed-amounts.ts";
import { type PrintedPage, printedPage } from "./printed-page.ts";
import { supplierOf } from "./supplier.ts";
import { taxReferencesOf } from "./tax-references.ts";
import { totalOf } from "./total.ts";
import { vatNumbersOf } from "./vat-numbers.ts";

/** A page has no more facts than these. */
const mostFacts = 500;

const finders: readonly ((page: PrintedPage) => FoundFact[])[] = [
  datesOf,
  vatNumbersOf,
  companyNumbersOf,
  taxReferencesOf,
  niNumbersOf,
  bankAccountsOf,
  ibansOf,
  invoiceNumbersOf,
  addresseeOf,
];

/**
 * Finds the facts of a page, each value of a kind once; of its dates the page's own comes first. What is unreadable or
 * ambiguous is left out. A page in another language than English has no facts, since its habits are not known.
 */
export function factsOf(page: Omit<PageReading, "facts">): Fact[] {
  if (!isEnglish(page.language) || page.words.length === 0) return [];
  const printed = printedPage(page);
  const amounts = pageAmounts(printed);
  const total = totalOf(printed, amounts);
  const found = distinct([
    ...finders.flatMap((find) => find(printed)),
    ...supplierOf(printed, total.length > 0 || amounts.isBankStatement),
    ...total,
    ...amountsOf(printed, amounts),
  ]);
  const sure = printed.isRecognised ? sureFacts(found) : found;
  return sure.slice(0, mostFacts).map(({ confidence: _, ...fact }) => fact);
}

/** Whether facts may be looked for: on a page in English, or one with too few words to tell. */
const isEnglish = (language: string | null): boolean => language === null || language === "en";
