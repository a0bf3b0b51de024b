import { applyEdits, type XmlEdit } from "../xml/xml-edits.ts";
import { xmlEvents } from "../xml/xml-events.ts";
import { asBytes, asText, unescapeXml, xmlText } from "./xml-text.ts";

/** Maps row numbers after rows were inserted into a sheet. Rows count from 1. */
export class RowShift {
  private readonly inserted: { behind: number; count: number }[];

  /** @param inserted how many rows follow a row, in ascending order of that row */
  constructor(inserted: { behind: number; count: number }[]) {
    this.inserted = inserted;
  }

  /** The new number of a row. */
  row(row: number): number {
    return this.inserted.reduce((now, { behind, count }) => (behind < row ? now + count : now), row);
  }

  /** The new last row of a range that ended with this row: rows inserted after it belong to the range. */
  end(row: number): number {
    return this.row(row) + (this.inserted.find(({ behind }) => behind === row)?.count ?? 0);
  }

  /** @param range "A1", "$A$1:$D$20" or "3:5" without a sheet name; a range of whole columns does not change */
  range(range: string): string {
    const [from = "", to] = range.split(":");
    const moved = (cell: string, now: (row: number) => number) =>
      cell.replace(/\d+$/, (digits) => String(now(Number(digits))));
    if (to !== undefined) return `${moved(from, (row) => this.row(row))}:${moved(to, (row) => this.end(row))}`;
    return moved(from, (row) => this.row(row));
  }

  /** @param list ranges separated by spaces */
  ranges(list: string): string {
    return list.replaceAll(/[A-Z0-9$:]+/g, (range) => this.range(range));
  }
}

const quotedSheet = "'(?:[^']|'')+'";
const cells = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?\d{1,7}:\$?\d{1,7}`;
/**
 * Matches strings, columns of tables, and references with or without a sheet name; not defined names or other
 * workbooks.
 */
const tokens = new RegExp(
  String.raw`"[^"]*"|\[[^[\]]*\]|(?<![\w.$\]!])(?:(${quotedSheet}|[\p{L}_][\p{L}\p{N}_.]*)!)?(${cells})(?![\w.(!\[])`,
  "gu",
);

/**
 * Updates a formula, or the ranges of a defined name, after rows were inserted into a sheet.
 * @param sheet the sheet with the inserted rows
 * @param isOwn whether the formula is on that sheet, so that references without a sheet name refer to it
 */
export function moveReferences(formula: string, sheet: string, shift: RowShift, isOwn: boolean): string {
  return formula.replaceAll(tokens, (whole, name: string | undefined, range: string | undefined) => {
    if (range === undefined) return whole;
    const isMeant = name === undefined ? isOwn : unquoted(name) === sheet;
    return isMeant ? whole.slice(0, whole.length - range.length) + shift.range(range) : whole;
  });
}

const unquoted = (name: string) => (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name);

/** Elements that hold a formula, in cells, conditional formats, charts and extensions. */
const formulas = /(<(?:\w+:)?(?:f|formula|formula1|formula2)\b[^>]*>)([^<]+)(?=<)/g;
const names = /(<(?:\w+:)?definedName\b[^>]*>)([^<]+)(?=<)/g;

/**
 * Updates all formulas and defined names of a part after rows were inserted into a sheet. Uses regular expressions
 * because the XML parser is slower for worksheets with many cells (see `measureWorksheet`).
 * @param xml one character for each byte
 */
export function moveFormulas(xml: string, sheet: string, shift: RowShift, isOwn: boolean): string {
  const move = (_: string, start: string, text: string) => {
    const formula = unescapeXml(asText(text));
    const moved = moveReferences(formula, sheet, shift, isOwn);
    return start + (moved === formula ? text : asBytes(xmlText(moved)));
  };
  return xml.replaceAll(formulas, move).replaceAll(names, move);
}

/**
 * Updates the ranges in a worksheet's head and tail, in a table or in notes. Uses regular expressions because head and
 * tail are fragments, which the XML parser cannot read.
 */
export function moveRanges(xml: string, shift: RowShift): string {
  return xml
    .replaceAll(/(\s(?:ref|sqref)=")([^"]*)(?=")/g, (_, start: string, list: string) => start + shift.ranges(list))
    .replaceAll(/(<xm:sqref>)([^<]*)/g, (_, start: string, list: string) => start + shift.ranges(list))
    .replaceAll(/<(?:\w+:)?rowBreaks\b.*?<\/(?:\w+:)?rowBreaks>/gs, (breaks) =>
      breaks.replaceAll(/(\sid=")(\d+)/g, (_, start: string, row: string) => start + shift.end(Number(row))),
    );
}

/** Updates the anchors of a drawing, whose rows count from 0. */
export function moveDrawing(xml: string, shift: RowShift): string {
  const edits: XmlEdit[] = [];
  for (const event of xmlEvents(xml)) {
    if (event.kind !== "close" || event.element.local !== "row") continue;
    const { to: from } = event.element;
    const row = Number(xml.slice(from, event.from)) + 1;
    edits.push({ from, to: event.from, text: String(shift.row(row) - 1) });
  }
  return applyEdits(xml, edits);
}
