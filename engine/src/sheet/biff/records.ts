/** Types of the records that are read or modified ([MS-XLS] 2.3). */
export const record = {
  formula: 0x06,
  end: 0x0a,
  name: 0x18,
  header: 0x14,
  footer: 0x15,
  /** Sheets to which formulas refer, each in one of the supporting books listed before. */
  references: 0x17,
  columnBreaks: 0x1a,
  note: 0x1c,
  leftMargin: 0x26,
  rightMargin: 0x27,
  /** A name in another workbook. */
  outsideName: 0x23,
  topMargin: 0x28,
  bottomMargin: 0x29,
  filePass: 0x2f,
  font: 0x31,
  continued: 0x3c,
  window: 0x3d,
  pane: 0x41,
  baseColumnWidth: 0x55,
  outsideSheet: 0x59,
  outsideCells: 0x5a,
  /** Name of the person who saved the workbook. */
  writer: 0x5c,
  object: 0x5d,
  columns: 0x7d,
  sheetOptions: 0x81,
  sheet: 0x85,
  country: 0x8c,
  usualColumnWidth: 0x99,
  pageSetup: 0xa1,
  numbers: 0xbd,
  blanks: 0xbe,
  richText: 0xd6,
  format: 0xe0,
  merges: 0xe5,
  /** A picture behind the cells; records of type `continued` follow. */
  background: 0xe9,
  drawing: 0xec,
  sharedStrings: 0xfc,
  sharedText: 0xfd,
  /** An index of the shared texts. */
  textPlaces: 0xff,
  viewBegins: 0x1aa,
  viewEnds: 0x1ab,
  /** A workbook to which formulas refer. */
  book: 0x1ae,
  blank: 0x201,
  number: 0x203,
  text: 0x204,
  /** An error or a boolean. */
  error: 0x205,
  formulaText: 0x207,
  row: 0x208,
  arrayFormula: 0x221,
  usualRowHeight: 0x225,
  table: 0x236,
  /** The window view of a sheet. */
  view: 0x23e,
  shortNumber: 0x27e,
  numberFormat: 0x41e,
  sharedFormula: 0x4bc,
  begin: 0x809,
  /** The pictures of header and footer. */
  headerPicture: 0x866,
  nameNote: 0x894,
} as const;

/** One record of a workbook's stream. */
export interface BiffRecord {
  type: number;
  /** Offset of its data in the stream, after type and size. */
  at: number;
  size: number;
}

export const headBytes = 4;

/** Reads consecutive unsigned 16-bit numbers. */
export const shortsAt = (stream: Buffer, at: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => stream.readUInt16LE(at + index * 2));

/** Yields the records from an offset to the end of the stream. @throws RangeError where one is truncated */
export function* recordsFrom(stream: Buffer, from: number): Generator<BiffRecord> {
  for (let at = from; at + headBytes <= stream.length; ) {
    const size = stream.readUInt16LE(at + 2);
    if (at + headBytes + size > stream.length) throw new RangeError("A record is cut off");
    yield { type: stream.readUInt16LE(at), at: at + headBytes, size };
    at += headBytes + size;
  }
}

/**
 * Yields the records of the substream that begins at `from`, without those of embedded charts and custom views, which
 * have settings of their own.
 * @throws RangeError where the substream has no end
 */
export function* recordsOfPart(stream: Buffer, from: number): Generator<BiffRecord> {
  let depth = 0;
  let isView = false;
  for (const one of recordsFrom(stream, from)) {
    if (one.type === record.begin) depth++;
    else if (one.type === record.end) depth--;
    else if (one.type === record.viewBegins) isView = true;
    else if (one.type === record.viewEnds) isView = false;
    else if (depth === 1 && !isView) yield one;
    if (depth <= 0) {
      yield one;
      return;
    }
  }
  throw new RangeError("A part of the workbook has no end");
}
