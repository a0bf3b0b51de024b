import type { FoundFact } from "./found-fact.ts";
import { amountFact, type PageAmounts, type PrintedAmount } from "./printed-amounts.ts";
import type { Cell, PrintedPage, Row } from "./printed-page.ts";

/** Words of papers about money. */
const money =
  /[£€]|\b(?:GBP|EUR|USD|RM|VAT|GST|invoice|receipt|cash|change|card|balance|amount|price|payment|total|net pay)\b/i;
/** Headings of columns whose numbers are no money. */
const otherHeading =
  /^(?:qty|quantity|hours?|hrs?|units?|miles|mileage|weight|kgs?|litres?|days?|vat ?%|%|rate ?%|disc(?:ount)? ?%|tax ?%|no\.?|vat rate|exchange rate|pts|points|size|length|width|volume|vol)$/i;
const mostHeadings = 200;

/**
 * Finds the amounts of a page. A number that nothing but two decimals marks counts only in a column of such
 * numbers on a paper about money, not below a heading as "Qty".
 */
export function amountsOf(page: PrintedPage, amounts: PageAmounts): FoundFact[] {
  const isAboutMoney = page.rows.some((row) => money.test(row.text));
  const headings = otherHeadings(page);
  const columns = columnsOf(amounts.all);
  const isCounted = (amount: PrintedAmount) =>
    amount.isMarked || (isAboutMoney && isInColumn(amount, columns) && !isUnder(amount, headings));
  return amounts.all.filter(isCounted).map((amount) => amountFact("amount", amount, amounts));
}

/** Width within which right ends count as one column, in points. */
const columnWidth = 6;

/** How many amounts end at each place across the page. */
function columnsOf(amounts: readonly PrintedAmount[]): Map<number, number> {
  const columns = new Map<number, number>();
  for (const { right } of amounts) {
    const place = Math.round(right / columnWidth);
    columns.set(place, (columns.get(place) ?? 0) + 1);
  }
  return columns;
}

function isInColumn({ right, end, cell }: PrintedAmount, columns: Map<number, number>): boolean {
  const place = Math.round(right / columnWidth);
  const count = [place - 1, place, place + 1].reduce((sum, at) => sum + (columns.get(at) ?? 0), 0);
  return count >= 2 && cell.end - end <= 2;
}

interface Heading {
  row: Row;
  cell: Cell;
  isOther: boolean;
}

/** Cells without digits above which nothing of their column matters. */
function otherHeadings(page: PrintedPage): Heading[] {
  const rows = page.rows.filter((row) => row.cells.some((cell) => otherHeading.test(cell.text)));
  return rows
    .flatMap((row) =>
      row.cells
        .filter((cell) => !/\d/.test(cell.text))
        .map((cell) => ({ row, cell, isOther: otherHeading.test(cell.text) })),
    )
    .slice(0, mostHeadings);
}

function isUnder({ row, cell }: PrintedAmount, headings: Heading[]): boolean {
  const above = headings.filter(
    (one) => one.row.index < row.index && one.cell.left < cell.right && one.cell.right > cell.left,
  );
  return above.at(-1)?.isOther ?? false;
}
