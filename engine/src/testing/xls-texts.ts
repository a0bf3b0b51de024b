import CFB from "cfb";
import { type Area, within } from "./cell-areas.ts";
import type { FileText } from "./file-text.ts";

/** Types of records ([MS-XLS] 2.3). */
const type = {
  formula: 0x06,
  end: 0x0a,
  name: 0x18,
  filePass: 0x2f,
  continued: 0x3c,
  columns: 0x7d,
  sheet: 0x85,
  richText: 0xd6,
  format: 0xe0,
  sharedStrings: 0xfc,
  sharedText: 0xfd,
  text: 0x204,
  formulaText: 0x207,
  row: 0x208,
  numberFormat: 0x41e,
  begin: 0x809,
} as const;

/** The first token of a formula whose result changes each time it is computed ([MS-XLS] 2.5.198.10). */
const changes = 0x0119;

interface Piece {
  type: number;
  at: number;
  data: Buffer;
}

/** Yields the texts in the cells of a workbook of Excel 97 to 2003; none for other versions and encrypted files. */
export function* xlsTexts(file: Buffer): Generator<FileText> {
  const stream = CFB.find(CFB.read(file, { type: "buffer" }), "Workbook")?.content;
  if (!stream) return;
  const bytes = Buffer.from(stream);
  const records = [...recordsOf(bytes)];
  if (bytes.readUInt16LE(4) !== 0x0600 || records.some((one) => one.type === type.filePass)) return;
  const shared = sharedStrings(records);
  const silent = silentFormats(records);
  const areas = printAreas(records);
  for (const [index, { data }] of records.filter((one) => one.type === type.sheet).entries()) {
    const isHiddenSheet = (data.readUInt8(4) & 3) !== 0;
    const from = records.findIndex(({ at }) => at === data.readUInt32LE(0));
    const own = areas.get(index) ?? [];
    const hiddenRows = new Set<number>();
    const hiddenColumns: { from: number; to: number }[] = [];
    const cells: { row: number; column: number; style: number; text: string }[] = [];
    let [depth, formula] = [0, { row: 0, column: 0, style: 0 }];
    for (const one of records.slice(from)) {
      if (one.type === type.begin) depth++;
      if (one.type === type.end && --depth === 0) break;
      if (depth !== 1) continue;
      const word = (at: number) => one.data.readUInt16LE(at);
      const place = () => ({ row: word(0) + 1, column: word(2) + 1, style: word(4) });
      if (one.type === type.row && (word(12) & 0x20) !== 0) hiddenRows.add(word(0) + 1);
      if (one.type === type.columns && (word(8) & 1) !== 0) hiddenColumns.push({ from: word(0) + 1, to: word(2) + 1 });
      if (one.type === type.formula) {
        formula = place();
        if (one.data.readUInt16LE(22) === changes) yield { text: "NOW()", isFormula: true };
      }
      if (one.type === type.sharedText) cells.push({ ...place(), text: shared[one.data.readUInt32LE(6)] ?? "" });
      if (one.type === type.text || one.type === type.richText)
        cells.push({ ...place(), text: textAt(one.data, 8, word(6)) });
      if (one.type === type.formulaText && one.data.length > 2)
        cells.push({ ...formula, text: textAt(one.data, 2, word(0)) });
    }
    for (const { row, column, style, text } of cells) {
      const isHidden =
        isHiddenSheet || hiddenRows.has(row) || hiddenColumns.some((one) => column >= one.from && column <= one.to);
      if (isHidden) yield { text, unprinted: "hidden" };
      else if (own.length > 0 && !within(own, row, column)) yield { text, unprinted: "outside the print area" };
      else yield { text, unprinted: silent.has(style) ? "hidden by its number format" : undefined };
    }
  }
}

function* recordsOf(stream: Buffer): Generator<Piece> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const size = stream.readUInt16LE(at + 2);
    yield { type: stream.readUInt16LE(at), at, data: stream.subarray(at + 4, at + 4 + size) };
    at += 4 + size;
  }
}

function textAt(data: Buffer, at: number, count: number): string {
  const isWide = ((data[at] ?? 0) & 1) !== 0;
  return isWide
    ? data.toString("utf16le", at + 1, at + 1 + count * 2)
    : data.toString("latin1", at + 1, at + 1 + count);
}

/** [MS-XLS] 2.4.265: a text may continue in the next record, which states the width of its characters again. */
function sharedStrings(records: Piece[]): string[] {
  const first = records.findIndex((one) => one.type === type.sharedStrings);
  if (first < 0) return [];
  const behind = records.findIndex((one, index) => index > first && one.type !== type.continued);
  const pieces = records.slice(first, behind).map(({ data }) => data);
  let [piece, at] = [0, 8];
  const data = () => pieces[piece] ?? Buffer.alloc(0);
  const next = () => {
    piece++;
    at = 0;
  };
  const texts: string[] = [];
  const count = data().readUInt32LE(4);
  while (texts.length < count && piece < pieces.length) {
    if (at >= data().length) next();
    if (piece >= pieces.length) break;
    let left = data().readUInt16LE(at);
    const flags = data().readUInt8(at + 2);
    at += 3;
    const runs = flags & 8 ? data().readUInt16LE(at) : 0;
    if (flags & 8) at += 2;
    const phonetic = flags & 4 ? data().readUInt32LE(at) : 0;
    if (flags & 4) at += 4;
    let [isWide, text] = [(flags & 1) !== 0, ""];
    while (left > 0 && piece < pieces.length) {
      if (at >= data().length) {
        next();
        isWide = ((data()[at++] ?? 0) & 1) !== 0;
      }
      const characters = Math.min(left, Math.floor((data().length - at) / (isWide ? 2 : 1)));
      const size = characters * (isWide ? 2 : 1);
      text += data().toString(isWide ? "utf16le" : "latin1", at, at + size);
      at += size;
      left -= characters;
      if (characters === 0) break;
    }
    for (let rest = runs * 4 + phonetic; rest > 0 && piece < pieces.length; ) {
      const step = Math.min(rest, data().length - at);
      at += step;
      rest -= step;
      if (rest > 0) next();
    }
    texts.push(text);
  }
  return texts;
}

function silentFormats(records: Piece[]): Set<number> {
  const codes = new Set<number>();
  for (const { type: kind, data } of records) {
    if (kind === type.numberFormat && /^;;;/.test(textAt(data, 4, data.readUInt16LE(2))))
      codes.add(data.readUInt16LE(0));
  }
  const formats = records.filter((one) => one.type === type.format);
  return new Set(formats.flatMap(({ data }, index) => (codes.has(data.readUInt16LE(2)) ? [index] : [])));
}

/** [MS-XLS] 2.4.150: built-in names. Only formulas that are areas or unions of areas are read. */
function printAreas(records: Piece[]): Map<number, Area[]> {
  const areas = new Map<number, Area[]>();
  for (const { type: kind, data } of records) {
    if (kind !== type.name || (data.readUInt16LE(0) & 0x20) === 0 || data[15] !== 6) continue;
    const found: Area[] = [];
    const end = 16 + data.readUInt16LE(4);
    for (let at = 16; at < end; ) {
      const token = ((data[at] ?? 0) & 0x1f) | 0x20;
      if (data[at] === 0x10) at++;
      else if (token === 0x29) at += 3;
      else if (token === 0x3b) {
        const [row, toRow, column, toColumn] = [3, 5, 7, 9].map((offset) => data.readUInt16LE(at + offset) + 1);
        found.push({ row: row ?? 0, toRow: toRow ?? 0, column: column ?? 0, toColumn: toColumn ?? 0 });
        at += 11;
      } else break;
    }
    areas.set(data.readUInt16LE(8) - 1, found);
  }
  return areas;
}
