import { asBytes, asText, unescapeXml, xmlText } from "./xml-text.ts";

/** Rows that were put into a sheet, each set of them behind one of its own rows. Rows count from 1. */
export class RowShift {
  private readonly inserted: { behind: number; count: number }[];

  /** @param inserted in the order of the rows that they stand behind */
  constructor(inserted: { behind: number; count: number }[]) {
    this.inserted = inserted;
  }

  /** Where a row stands now. */
  row(row: number): number {
    return this.inserted.reduce((now, { behind, count }) => (behind < row ? now + count : now), row);
  }

  /** Where a range ends that ended with this row; rows behind its last one belong to it. */
  end(row: number): number {
    return this.row(row) + (this.inserted.find(({ behind }) => behind === row)?.count ?? 0);
  }

  /** "A1", "$A$1:$D$20" or "3:5", without the name of a sheet; columns alone stay as they are. */
  range(range: string): string {
    const [from = "", to] = range.split(":");
    const moved = (cell: string, now: (row: number) => number) =>
      cell.replace(/\d+$/, (digits) => String(now(Number(digits))));
    if (to !== undefined) return `${moved(from, (row) => this.row(row))}:${moved(to, (row) => this.end(row))}`;
    return moved(from, (row) => this.row(row));
  }

  /** A list of ranges, as attributes have it. */
  ranges(list: string): string {
    return list.replaceAll(/[A-Z0-9$:]+/g, (range) => this.range(range));
  }
}

const quotedSheet = "'(?:[^']|'')+'";
const cells = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?\d{1,7}:\$?\d{1,7}`;
/** Texts in quotation marks, columns of tables, and references with or without the name of a sheet; no names, no other workbooks. */
const tokens = new RegExp(
  String.raw`"[^"]*"|\[[^[\]]*\]|(?<![\w.$\]!])(?:(${quotedSheet}|[\p{L}_][\p{L}\p{N}_.]*)!)?(${cells})(?![\w.(!\[])`,
  "gu",
);

/**
 * A formula, or a name's list of ranges, after rows were put into a sheet.
 * @param sheet that has more rows now
 * @param isOwn whether the formula stands on it: references without a name are to its cells
 */
export function moveReferences(formula: string, sheet: string, shift: RowShift, isOwn: boolean): string {
  return formula.replaceAll(tokens, (whole, name: string | undefined, range: string | undefined) => {
    if (range === undefined) return whole;
    const isMeant = name === undefined ? isOwn : unquoted(name) === sheet;
    return isMeant ? whole.slice(0, whole.length - range.length) + shift.range(range) : whole;
  });
}

const unquoted = (name: string) => (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name);

/** Elements that hold a formula: in cells, conditional formats, charts and extensions. */
const formulas = /(<(?:\w+:)?(?:f|formula|formula1|formula2)\b[^>]*>)([^<]+)(?=<)/g;
const names = /(<(?:\w+:)?definedName\b[^>]*>)([^<]+)(?=<)/g;

/**
 * All formulas and names of a part of a workbook, after rows were put into one of its sheets.
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

/** Places of a worksheet outside its cells, of a table or of notes, that are stated as ranges. */
export function moveRanges(xml: string, shift: RowShift): string {
  return xml
    .replaceAll(/(\s(?:ref|sqref)=")([^"]*)(?=")/g, (_, start: string, list: string) => start + shift.ranges(list))
    .replaceAll(/(<xm:sqref>)([^<]*)/g, (_, start: string, list: string) => start + shift.ranges(list))
    .replaceAll(/<(?:\w+:)?rowBreaks\b.*?<\/(?:\w+:)?rowBreaks>/gs, (breaks) =>
      breaks.replaceAll(/(\sid=")(\d+)/g, (_, start: string, row: string) => start + shift.end(Number(row))),
    );
}

/** Pictures and charts of a drawing, whose rows count from 0. */
export function moveDrawing(xml: string, shift: RowShift): string {
  return xml.replaceAll(
    /(<(?:\w+:)?row>)(\d+)/g,
    (_, start: string, row: string) => start + (shift.row(Number(row) + 1) - 1),
  );
}
