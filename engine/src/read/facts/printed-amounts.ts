import { defined } from "@sheaf/contracts/defined.ts";
import type { FactKind } from "@sheaf/contracts/reading.ts";
import { amountsIn, amountValue, type WrittenAmount } from "./amounts-in.ts";
import { datesIn } from "./dates-in.ts";
import { type FoundFact, printedAt } from "./found-fact.ts";
import { type Cell, cellAt, type PrintedPage, type Row } from "./printed-page.ts";

/** An amount where it stands on a page. */
export interface PrintedAmount extends WrittenAmount {
  row: Row;
  cell: Cell;
  /** Right end of its words, in points. */
  right: number;
}

export interface PageAmounts {
  /** All numbers that may be amounts, by the index of their row. */
  byRow: ReadonlyMap<number, PrintedAmount[]>;
  all: readonly PrintedAmount[];
  /** The only currency that the page names; null for none or several. */
  currency: string | null;
  /** Whether CR means money in an account rather than a credit. */
  isBankStatement: boolean;
}

const balanceWords =
  /\b(?:brought forward|carried forward|opening balance|closing balance|balance on (?:opening|closing)|overdrawn|overdraft|money (?:in|out)|paid (?:in|out))\b/i;
const accountWords = /\bsort ?code\b|\biban\b/i;

/** Finds all numbers of a page that may be amounts. */
export function pageAmounts(page: PrintedPage): PageAmounts {
  const byRow = new Map<number, PrintedAmount[]>();
  const currencies = new Set<string>();
  for (const row of page.rows) {
    for (const code of row.text.matchAll(/[£€]|(?<![A-Z])(?:GBP|EUR|USD|RM|MYR)(?![A-Z])/g))
      currencies.add(currencyNamed(code[0]));
    const dates = datesIn(row.text).dates;
    const inRow: PrintedAmount[] = [];
    for (const amount of amountsIn(row.text)) {
      if (dates.some((date) => amount.start < date.end && amount.end > date.start)) continue;
      const cell = cellAt(row, amount.start);
      if (!cell || amount.end > cell.end) continue;
      if (amount.currency !== null) currencies.add(amount.currency);
      const last = cell.words.findLast((word) => word.start < amount.end);
      inRow.push({ ...amount, row, cell, right: last?.right ?? cell.right });
    }
    if (inRow.length > 0) byRow.set(row.index, inRow);
  }
  const [only, other] = currencies;
  const currency = only !== undefined && other === undefined && only !== "?" ? only : null;
  const balances = page.rows.filter((row) => balanceWords.test(row.text)).length;
  const isOfAccount = page.rows.some((row) => accountWords.test(row.text));
  return { byRow, all: [...byRow.values()].flat(), currency, isBankStatement: balances >= (isOfAccount ? 1 : 2) };
}

/** The amount as a fact, in its own currency or the only one of the page. */
export function amountFact(
  kind: FactKind,
  amount: PrintedAmount,
  { currency, isBankStatement }: PageAmounts,
): FoundFact {
  const own = amount.currency === "?" ? undefined : (amount.currency ?? currency ?? undefined);
  return defined({
    kind,
    value: amountValue(signed(amount, isBankStatement)),
    currency: own,
    ...printedAt(amount.row, amount.start, amount.end),
  });
}

/** CR is negative on an invoice; on a bank statement what is overdrawn is. */
function signed({ hundredths, mark }: WrittenAmount, isBankStatement: boolean): number {
  const isNegative = mark === "OD" || (mark !== null && mark === (isBankStatement ? "DR" : "CR"));
  return isNegative ? -Math.abs(hundredths) : hundredths;
}

const currencyNamed = (text: string) => ({ "£": "GBP", "€": "EUR", RM: "MYR" })[text] ?? text;
