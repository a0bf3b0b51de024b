import { type FoundFact, printedAt } from "./found-fact.ts";
import { cellAt, cellBelow, type PrintedPage, type Row, unionOf } from "./printed-page.ts";

interface Found {
  digits: string;
  row: Row;
  start: number;
  end: number;
}

const sortCodeLabel = /\b(?:sort(?:ing)? ?code|s\/c|sc(?=:))\b/i;
const accountLabel = /\b(?:a\/?c|acc(?:oun)?t)\b(?! name)/i;
const sortCode = /(?<![\d.,/-]|\d )(\d\d([- ]?)\d\d\2\d\d)(?![\d/]|[-.,]\d)/g;
const account = /(?<![\d.,/-])(\d{8}|\d{4} \d{4})(?![\d/]|[-.,]\d)/g;
/** Sort code and account number without labels. */
const together = /(?<![\d.,/-])(\d\d-\d\d-\d\d)[ \t,/]{1,3}(\d{8})(?![\d/]|[-.,]\d)/g;
/** Rows between a sort code and its account number, at most. */
const mostRows = 3;

/** Finds bank accounts: a labelled sort code, and the labelled account number that stands nearest. */
export function bankAccountsOf(page: PrintedPage): FoundFact[] {
  const facts: FoundFact[] = [];
  const add = (code: Found, number: Found) => {
    const places = [code, number].map(({ row, start, end }) => printedAt(row, start, end));
    const box = unionOf(places.map((place) => place.box));
    const confidence = Math.min(...places.map((place) => place.confidence));
    facts.push({ kind: "bank-account", value: `${code.digits} ${number.digits}`, box, confidence });
  };
  const codes = labelled(page, sortCodeLabel, sortCode);
  const accounts = labelled(page, accountLabel, account);
  for (const code of codes) {
    const nearest = nearestOf(code, accounts);
    if (nearest) add(code, nearest);
  }
  for (const row of page.rows) {
    for (const match of row.text.matchAll(together)) {
      const [whole, code = "", number = ""] = match;
      const end = match.index + whole.length;
      add(
        { digits: code.replace(/\D/g, ""), row, start: match.index, end: match.index + code.length },
        { digits: number, row, start: end - number.length, end },
      );
    }
  }
  return facts;
}

/** Numbers to the right of a label or below it. */
function labelled(page: PrintedPage, label: RegExp, form: RegExp): Found[] {
  const found: Found[] = [];
  const take = (row: Row, start: number, text: string) => {
    const match = [...text.matchAll(form)][0];
    if (!match) return false;
    const from = start + match.index;
    found.push({ digits: match[0].replace(/\D/g, ""), row, start: from, end: from + match[0].length });
    return true;
  };
  for (const row of page.rows) {
    const at = row.text.search(label);
    const cell = at < 0 ? undefined : cellAt(row, at);
    if (!cell || take(row, at, row.text.slice(at, at + 60))) continue;
    const below = cellBelow(page, row, cell);
    if (below) take(below.row, below.cell.start, below.cell.text);
  }
  return found;
}

/** @returns undefined when two account numbers are as near */
function nearestOf(code: Found, accounts: Found[]): Found | undefined {
  const distance = ({ row }: Found) => Math.abs(row.index - code.row.index);
  const near = accounts.filter((one) => distance(one) <= mostRows).sort((a, b) => distance(a) - distance(b));
  const [first, second] = near;
  return first && second && distance(first) === distance(second) && first.digits !== second.digits ? undefined : first;
}
