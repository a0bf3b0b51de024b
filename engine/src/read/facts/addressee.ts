import { type FoundFact, printedAt } from "./found-fact.ts";
import { type Cell, type PrintedPage, type Row, unionOf } from "./printed-page.ts";

/** A line of an address where it stands. */
export interface AddressLine {
  row: Row;
  cell: Cell;
  /** Without its label. */
  text: string;
}

const label =
  /^(?:(?:bill(?:ed)?|invoiced?|sold|issued|addressed) ?to|invoice address|billing address|bill to address|to(?= ?:)|to$)(?: ?:)?\s*/i;
export const postcode = /\b(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})\.?$/i;
/** Lines of a sender, or that begin something else. */
const otherLine =
  /@|\bwww\.|\bhttps?:|\.(?:co\.uk|com|org|net|example)\b|\b(?:tel|telephone|phone|fax|mobile|email|e-mail|vat|company no|registered)\b|:\s|:$|[£€]|^(?:date|invoice|account|ref|our ref|your ref|dear|page|statement|deliver|ship|order|description|qty)\b/i;
/** An address without a name begins so. */
const street = /^(?:\d|unit\b|suite\b|flat\b|floor\b|p\.? ?o\.? box|c\/o)/i;
const mostLines = 8;

/** Finds the name and address that a page is sent to. */
export function addresseeOf(page: PrintedPage): FoundFact[] {
  const lines = addresseeLines(page);
  if (lines.length === 0) return [];
  const places = lines.map(({ row, cell, text }) => printedAt(row, cell.end - text.length, cell.end));
  const box = unionOf(places.map((place) => place.box));
  const confidence = Math.min(...places.map((place) => place.confidence));
  return [{ kind: "addressee", value: lines.map(({ text }) => text).join("\n"), box, confidence }];
}

/** The lines below "Invoice to", else the only block in the left of the upper third that ends in a postcode. */
export function addresseeLines(page: PrintedPage): AddressLine[] {
  for (const row of page.rows) {
    for (const cell of row.cells) {
      const match = label.exec(cell.text);
      if (!match) continue;
      const rest = cell.text.slice(match[0].length);
      const first = rest === "" ? [] : [{ row, cell, text: rest }];
      const lines = [...first, ...linesBelow(page, row, cell)].slice(0, mostLines);
      const end = lines.findIndex(({ text }) => postcode.test(text));
      const block = end < 0 ? lines : lines.slice(0, end + 1);
      const isAddress = block.length > 1 && block.every(({ text }) => !otherLine.test(text));
      if (isAddress && /[a-z]{2}/i.test(block[0]?.text ?? "")) return block;
    }
  }
  const blocks = blocksInZone(page);
  const [only] = blocks;
  return only && blocks.length === 1 ? only : [];
}

function blocksInZone(page: PrintedPage): AddressLine[][] {
  const usual = usualSize(page);
  const blocks: AddressLine[][] = [];
  const ends = new Set<Cell>();
  for (const row of page.rows) {
    if (row.index === 0 || row.baseline < page.height * 0.09 || row.baseline > page.height * 0.36) continue;
    for (const cell of row.cells) {
      if (cell.left > page.width * 0.45 || street.test(cell.text) || cell.size > 1.5 * usual) continue;
      if (!/[a-z]{2}/i.test(cell.text) || postcode.test(cell.text) || otherLine.test(cell.text)) continue;
      const lines = [{ row, cell, text: cell.text }, ...linesBelow(page, row, cell)];
      const end = lines.findIndex(({ text }) => postcode.test(text));
      const last = lines[end];
      if (!last || end < 2 || end >= mostLines || ends.has(last.cell)) continue;
      ends.add(last.cell);
      const after = lines[end + 1]?.text ?? "";
      if (lines.slice(0, end).some(({ text }) => otherLine.test(text)) || otherLine.test(after)) continue;
      blocks.push(lines.slice(0, end + 1));
    }
  }
  return blocks;
}

/** The lines that stand closely below each other and begin at the same height as a cell. */
function linesBelow(page: PrintedPage, row: Row, cell: Cell): AddressLine[] {
  const lines: AddressLine[] = [];
  let last = row;
  for (let index = row.index + 1; index < Math.min(page.rows.length, row.index + 24); index += 1) {
    const next = page.rows[index];
    if (!next || lines.length > mostLines || next.baseline - last.baseline > 2.1 * Math.max(last.size, next.size))
      break;
    const below = next.cells.find((other) => Math.abs(other.left - cell.left) <= 0.6 * next.size);
    if (!below) continue;
    lines.push({ row: next, cell: below, text: below.text });
    last = next;
  }
  return lines;
}

/** The font size of most words. */
export function usualSize(page: PrintedPage): number {
  const words = new Map<number, number>();
  for (const row of page.rows) {
    const size = Math.round(row.size * 2) / 2;
    const count = row.cells.reduce((sum, cell) => sum + cell.words.length, 0);
    words.set(size, (words.get(size) ?? 0) + count);
  }
  return [...words].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 10;
}
