import { datesIn, type WrittenDate } from "./dates-in.ts";
import { type FoundFact, printedAt } from "./found-fact.ts";
import { cellAt, type PrintedPage, type Row } from "./printed-page.ts";

interface FoundDate extends WrittenDate {
  row: Row;
  /** What the paper calls it: the words before it, or above it in its column. */
  label: string;
}

/** Labels of the day on which a paper was made, best first. */
const ownLabels = [
  /\b(?:invoice|bill|receipt|statement|credit ?note|document|pay(?:ment)?|paid) date\b|\bdate of (?:invoice|issue|payment|sale|receipt|statement|document|transaction)\b|\btax point\b|\bdate ?\/ ?tax point\b|\bissued?(?: on| date)?\b|\bpaid on\b|\bpay day\b|\bbill ?date\b|\bdated\b/i,
  /\bdate\b|\bstatement of\b|\bbalance on\b/i,
];
/** Labels of other days. */
const otherLabels =
  /\bdue\b|\bpay(?:able)? by\b|\bby\b|\bdeliver|\bdespatch|\bdispatch|\bexpir|\bvalid|\bbirth|\bborn\b|\bd\.?o\.?b\b|\bperiod\b|\bfrom\b|\bto\b|\buntil\b|\bbetween\b|\bstart|\bend(?:s|ing)?\b|\border(?:ed)?\b|\bbefore\b|\brenew|\beffect|\barriv|\bdepart|\bcheck.?(?:in|out)\b|\bsince\b|\bnext\b|\bprevious\b|\blast\b|\bprinted\b|\bentry\b|\bletter of\b|\bjoin|\bleav/i;
const longestLabel = 40;
const stateWithZip =
  /, ?(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?\b/;
const sortCodeLabels = /\bsort ?code\b|\bs\/c\b/i;

/** Finds the dates of a page: its own first, then as they stand. */
export function datesOf(page: PrintedPage): FoundFact[] {
  const found: FoundDate[] = [];
  let hasMonthFirst = isAmerican(page);
  for (const row of page.rows) {
    const written = datesIn(row.text);
    hasMonthFirst ||= written.hasMonthFirst;
    for (const date of written.dates) {
      const label = labelOf(page, row, date);
      if (isSortCode(row, date, label)) continue;
      if (/\bbirth|\bborn\b|\bd\.?o\.?b\b/i.test(label) && !/\d{4}/.test(row.text.slice(date.start, date.end)))
        continue;
      found.push({ ...date, row, label });
    }
  }
  // Where a paper has its months first, the order of its other dates is in doubt.
  const sure = hasMonthFirst ? found.filter((date) => !date.isOrderAssumed) : found;
  const own = ownDateOf(page, sure);
  const ordered = own ? [own, ...sure.filter((date) => date !== own)] : sure;
  return ordered.map(({ value, row, start, end }) => ({ kind: "date", value, ...printedAt(row, start, end) }));
}

/** Whether the page is in dollars, which most often come with months first, or names a state with its ZIP code. */
function isAmerican(page: PrintedPage): boolean {
  const isInDollars = page.rows.some((row) => /\$ ?\d|\bUSD\b/.test(row.text));
  const isInOther = page.rows.some((row) => /[£€]|\b(?:GBP|EUR|RM)\b/.test(row.text));
  return (isInDollars && !isInOther) || page.rows.some((row) => stateWithZip.test(row.text));
}

/** The words before a date in its cell, else those of the cell to the left, else those above it. */
function labelOf(page: PrintedPage, row: Row, date: WrittenDate): string {
  const cell = cellAt(row, date.start);
  if (!cell) return "";
  const inside = row.text.slice(Math.max(cell.start, date.start - 60), date.start);
  if (/[a-z]/i.test(inside)) return inside;
  const left = row.cells[row.cells.indexOf(cell) - 1];
  if (left && /[a-z]/i.test(left.text) && !/\d/.test(left.text)) return left.text;
  for (let index = row.index - 1; index >= Math.max(0, row.index - 30); index -= 1) {
    const above = page.rows[index]?.cells.find((other) => other.left < cell.right && other.right > cell.left);
    if (!above) continue;
    if (above.text.length > longestLabel) return "";
    if (datesIn(above.text).dates.length > 0) continue; // an earlier line of the same table
    return /[a-z]/i.test(above.text) ? above.text : "";
  }
  return "";
}

/** "20-10-26" may be a sort code. */
function isSortCode(row: Row, date: WrittenDate, label: string): boolean {
  if (!/^\d\d-\d\d-\d\d$/.test(row.text.slice(date.start, date.end))) return false;
  return (
    sortCodeLabels.test(label) ||
    sortCodeLabels.test(row.text.slice(Math.max(0, date.start - 60), date.start)) ||
    /^[\s,/]*(?:a\/?c|account)?(?: (?:no|number)\.?)?:?\s*\d{8}\b/i.test(row.text.slice(date.end, date.end + 40))
  );
}

function ownDateOf(page: PrintedPage, dates: FoundDate[]): FoundDate | undefined {
  for (const labels of ownLabels) {
    const labelled = dates.find(({ label }) => labels.test(label) && !isOther(label));
    if (labelled) return labelled;
  }
  const unlabelled = dates.filter(({ label }) => !isOther(label));
  // A letter's date stands alone, a receipt's beside its time.
  const alone = unlabelled.find(
    ({ row, start, end }) =>
      row.baseline < page.height * 0.6 &&
      (cellAt(row, start)?.text.length === end - start || /\d\d ?: ?\d\d/.test(row.text.slice(end, end + 20))),
  );
  return alone ?? unlabelled[0] ?? dates.find(({ label }) => !/birth|born/i.test(label));
}

/** "Payment due", but not "Invoice date" after which an order is mentioned. */
function isOther(label: string): boolean {
  const words = label.slice(-40);
  return otherLabels.test(words) && !(ownLabels[0] as RegExp).test(words.slice(-24));
}
