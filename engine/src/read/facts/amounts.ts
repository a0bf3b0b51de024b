import type { FoundFact } from "./found-fact.ts";
import { amountFact, type PageAmounts, type PrintedAmount } from "./printed-amounts.ts";
import type { Cell, PrintedPage, Row } from "./printed-page.ts";

/** Words of papers about money. */
const money =
  /[£€]|\b(?:GBP|EUR|USD|RM|VAT|GST|invoice|receipt|cash|change|card|balance|amount|price|payment|total|net pay)\b/i;
/** Headings of columns whose numbers are no money. */
const otherHeading =
  /^(?:qty|quantity|hours?|hrs?|units?|miles|mileage|weight|kgs?|litres?|days?|vat ?%|%|rate ?%|disc(?:ount)? ?%|tax ?%|no\.?|vat rate|exchange rate|pts|points|size|length|width|volume|vol)$/i;
/** Headings of columns of money. */
const moneyHeading =
  /^(?:(?:unit|line|item|net|gross|total|sale|list) )?(?:price|amount|amt|total|cost|net|gross|value|vat|charge|fee|debit|credit|balance)(?: (?:each|ex vat|inc vat|due))?(?: ?\(?(?:£|€|GBP|EUR|RM)\)?)?$/i;
const mostHeadings = 200;

/**
 * Finds the amounts of a page. A number that nothing but two decimals marks counts only on a paper about money, in a
 * column of such numbers or below a heading as "Price", never below one as "Qty".
 */
export function amountsOf(page: PrintedPage, amounts: PageAmounts): FoundFact[] {
  const isAboutMoney = page.rows.some((row) => money.test(row.text));
  const headings = headingsOf(page);
  const columns = columnsOf(amounts.all);
  const isOfMoney = (amount: PrintedAmount) => {
    const heading = headingOver(amount, headings);
    return heading !== "other" && (heading === "money" ? isLast(amount) : isInColumn(amount, columns));
  };
  return amounts.all
    .filter((amount) => amount.isMarked || (isAboutMoney && isOfMoney(amount)))
    .map((amount) => amountFact("amount", amount, amounts));
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

function isInColumn(amount: PrintedAmount, columns: Map<number, number>): boolean {
  const place = Math.round(amount.right / columnWidth);
  const count = [place - 1, place, place + 1].reduce((sum, at) => sum + (columns.get(at) ?? 0), 0);
  return count >= 2 && isLast(amount);
}

/** Whether nothing but a code of a tax rate follows in its cell. */
const isLast = ({ cell, end }: PrintedAmount) => cell.end - end <= 2;

type Meaning = "money" | "other" | null;

interface Heading {
  row: Row;
  cell: Cell;
  meaning: Meaning;
}

const meaningOf = (text: string): Meaning =>
  moneyHeading.test(text) ? "money" : otherHeading.test(text) ? "other" : null;

/** The cells without digits of the rows that head columns. */
function headingsOf(page: PrintedPage): Heading[] {
  const rows = page.rows.filter((row) => row.cells.length > 1 && row.cells.some((cell) => meaningOf(cell.text)));
  return rows
    .flatMap((row) =>
      row.cells.filter(({ text }) => !/\d/.test(text)).map((cell) => ({ row, cell, meaning: meaningOf(cell.text) })),
    )
    .slice(0, mostHeadings);
}

/** What the nearest heading above an amount says of its column. */
function headingOver({ row, cell }: PrintedAmount, headings: Heading[]): Meaning {
  const above = headings.filter(
    (one) => one.row.index < row.index && one.cell.left < cell.right && one.cell.right > cell.left,
  );
  return above.at(-1)?.meaning ?? null;
}
