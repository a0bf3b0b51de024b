import { addresseeLines, postcode, usualSize } from "./addressee.ts";
import { amountsIn } from "./amounts-in.ts";
import { datesIn } from "./dates-in.ts";
import { type FoundFact, printedAt } from "./found-fact.ts";
import type { Cell, PrintedPage, Row } from "./printed-page.ts";

interface Candidate {
  row: Row;
  cell: Cell;
  /** Without a registration number in brackets behind it. */
  name: string;
  score: number;
  /** Whether more than its place and size says that it is a name of a supplier. */
  isConfirmed: boolean;
}

const suffix =
  /\b(?:ltd|limited|llp|l\.l\.p|plc|p\.l\.c|inc|incorporated|corp|llc|gmbh|sarl|s\.a|b\.v|bv|sdn\.? ?bhd|bhd|s\/b|pte|pty|cic|c\.i\.c|& sons?|& co|and sons|company|co\.(?: \(\w\))?|bank|council|society|mutual|bankers)\.?,?$/i;
/** Lines that are no name. */
const suffixWords = /\b(?:co|company|sdn|son|bhd|bad|ltd|limited|plc|inc|bank|and|the)\b/gi;
const otherLine =
  /@\w|\bwww\.|https?:|\.(?:co\.uk|com|org|net|example)\b|\b(?:tel|telephone|phone|fax|vat|gst|invoice|receipt|statement|payslip|credit note|remittance|tax point|page|copy|date|time|total|customer|account|order|quote|quotation|delivery|purchase|number|no\.|ref|reference|till|table|cashier|operator|welcome|thank|open|hours|served|your|dear|registered|posted|paid|duplicate|original|confirmation|report|accounts|minutes|agenda|summary|schedule|notice|budget|forecast|expenses?|claim|timesheet|price list|booking|ticket|agreement|contract|certificate|subject|floor|unit|lot)\b|[£€:#*=]|--|\d{3}/i;
const street =
  /[\d,].*\b(?:street|road|lane|avenue|drive|jalan|jln|close)\b|\b(?:street|road|lane|avenue|drive|close)[.,]?$/i;
/** What a paper of a supplier calls itself. */
const title =
  /^(?:your )?(?:(?:tax|vat|sales|purchase|simplified) )?(?:invoice|receipt|pay ?slip|pay advice|statement|bill|credit note|remittance advice|quotation|estimate)(?: of account)?$/i;
const numberLabel = /^(?:our )?(?:invoice|inv|bill|credit note)\.? (?:no|number|#)/i;
const registration = /\s*[([{][^()[\]]*\d[^()[\]]*[)\]]\s*$/;
/** Share of a page's rows, and least number of rows, among which a name heads the page. */
const headShare = 0.25;
const leastHead = 6;
const mostHead = 40;
const mostInRow = 6;
const longestLine = 90;
const leastScore = 2.5;
/** Enough for the first large line of a paper that calls itself an invoice. */
const leastTitledScore = 1.7;

/**
 * Finds the name of who made the paper: the line that heads it, by its size, a company's suffix, and whether name or
 * web address stand elsewhere on the page. Never the addressee.
 * @param isAboutMoney whether the page has a total or an account's balance; titles of other papers also head a page
 */
export function supplierOf(page: PrintedPage, isAboutMoney: boolean): FoundFact[] {
  const addressee = new Set(addresseeLines(page).map(({ cell }) => cell));
  const addresseeName = plain([...addressee][0]?.text ?? "");
  const text = page.rows.map((row) => row.text).join("\n");
  const domains = [...text.matchAll(/(?:@|www\.)?([a-z0-9][a-z0-9-]{2,40})\.(?:co\.uk|com|org|net|uk|example)\b/gi)]
    .slice(0, 20)
    .map((match) => plain(match[1] ?? ""));
  const elsewhere = plain(text);
  const usual = usualSize(page);
  const isNarrow = widthOf(page) < 36 * usual;
  const hasTitle = page.rows.some((row) => row.cells.some(({ text }) => title.test(text) || numberLabel.test(text)));
  const candidates: Candidate[] = [];
  let order = 0;
  for (const [depth, row] of headOf(page).entries()) {
    const before = candidates.length;
    for (const cell of row.cells.slice(0, mostInRow)) {
      if (addressee.has(cell) || cell.text.length > longestLine) continue;
      const name = nameIn(cell.text);
      const letters = plain(name);
      if (!isName(name) || letters === addresseeName || !isLegible(cell)) continue;
      const hasSuffix = suffix.test(name);
      const hasDomain = domains.some((domain) => isDomainOf(domain, letters));
      const isTwice = occursTwice(elsewhere, letters);
      const score =
        (hasSuffix ? 2 : 0) +
        Math.min(2, Math.max(0, (cell.size / usual - 1.15) * 3)) +
        (order === 0 && depth <= 2 ? 1 : 0) +
        (depth <= 2 && isNarrow ? 1.5 : 0) +
        (hasDomain ? 2 : 0) +
        (isTwice ? 1.5 : 0) -
        depth * 0.05;
      const isConfirmed = hasSuffix || hasDomain || (isAboutMoney && (isNarrow || hasTitle));
      candidates.push({ row, cell, name, score, isConfirmed });
    }
    if (candidates.length > before) order += 1;
  }
  const [first, next] = candidates.sort((a, b) => b.score - a.score);
  // A name in large letters, and the whole name of the company below it.
  const best = candidates.find(({ name }) => first && isLongerName(name, first.name)) ?? first;
  const least = isAboutMoney && hasTitle && best === first ? leastTitledScore : leastScore;
  if (!best || best.score < least || !best.isConfirmed) return [];
  if (next && best.score - next.score < 0.25 && plain(next.name) !== plain(best.name)) return [];
  const start = best.row.text.indexOf(best.name, best.cell.start);
  return [{ kind: "supplier", value: best.name, ...printedAt(best.row, start, start + best.name.length) }];
}

/** Without a registration number behind it, traces beside it, and the initial that a logo puts before it. */
const nameIn = (text: string) =>
  text
    .replace(registration, "")
    .replace(/^[^\p{L}\p{N}]+|[\s,;]+$/gu, "")
    .replace(/^(\p{L}) (?=\1)/u, "");

/** The rows at the head of a page in which something is legible. */
function headOf(page: PrintedPage): Row[] {
  const legible = page.rows.filter((row) => row.cells.some(isLegible));
  return legible.slice(0, Math.min(mostHead, Math.max(leastHead, Math.ceil(legible.length * headShare))));
}

/** Whether a cell is more than the traces that a reader takes for letters. */
function isLegible({ words }: Cell): boolean {
  const confidence = words.reduce((sum, word) => sum + word.read.confidence, 0) / words.length;
  return confidence >= 60 && words.some((word) => /[\p{L}\d]{2}/u.test(word.text));
}

const isLongerName = (name: string, shorter: string) =>
  suffix.test(name) && name.length > shorter.length && plain(name).startsWith(plain(shorter));

function isName(name: string): boolean {
  if (name.length < 3 || name.length > 60 || name.split(" ").length > 9) return false;
  if (name.replace(suffixWords, "").replace(/[^\p{L}\d]/gu, "").length < 4) return false;
  if (!/\p{L}{2}/u.test(name) || otherLine.test(name) || street.test(name) || postcode.test(name)) return false;
  return datesIn(name).dates.length === 0 && amountsIn(name).length === 0;
}

/** Letters and digits in lower case, without a company's suffix. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:ltd|limited|llp|plc)\b\.?/g, "")
    .replace(/&/g, "and")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const isDomainOf = (domain: string, letters: string) =>
  domain.length >= 4 && letters.length >= 4 && (letters.startsWith(domain) || domain.startsWith(letters));

function occursTwice(text: string, letters: string): boolean {
  const first = text.indexOf(letters);
  return letters.length >= 6 && first >= 0 && text.indexOf(letters, first + letters.length) >= 0;
}

function widthOf(page: PrintedPage): number {
  const cells = page.rows.flatMap((row) => row.cells);
  const left = cells.reduce((least, cell) => Math.min(least, cell.left), Number.POSITIVE_INFINITY);
  const right = cells.reduce((most, cell) => Math.max(most, cell.right), 0);
  return right - left;
}
