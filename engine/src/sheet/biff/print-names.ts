import type { IndexRange } from "../measure-sheet.ts";
import { filler } from "./formulas.ts";
import { type BiffRecord, headBytes, record, recordsFrom } from "./records.ts";

/** Rows of a sheet to print, or to repeat on each of its pages. */
export interface PrintRows {
  /** Index of the sheet, from 0. */
  index: number;
  what: "printed" | "repeated";
  /** Counted from 1. */
  rows: IndexRange;
}

/** The name of the author, and an index of the shared texts: LibreOffice reads neither. */
const ignoredRecords = [record.writer, record.textPlaces] as const;
/** Records that precede names ([MS-XLS] 2.1.7.20.1). */
const beforeNames: ReadonlySet<number> = new Set([
  record.sheet,
  record.country,
  record.book,
  record.references,
  record.name,
  record.nameNote,
  record.outsideName,
  record.outsideSheet,
  record.outsideCells,
]);
/** Marks a supporting book as the workbook itself ([MS-XLS] 2.4.271). */
const itself = 0x0401;
/** Sizes of a reference to a sheet, and of a name record. */
const [referenceBytes, nameBytes] = [6, 31];
/** Largest data of one record. */
const maxRecordBytes = 8224;

/**
 * Adds print areas and print titles for sheets that have none (`printedRows`, `findHeadingRows`). They take the room of
 * records that LibreOffice ignores, so that only records of the globals substream move. Sheets for which there is no
 * room get none.
 * @param stream is modified; records of its globals substream get other offsets
 */
export function writeBiffPrintNames(stream: Buffer, wanted: PrintRows[]): void {
  const records = globalRecords(stream);
  const book = findOwnWorkbook(stream, records);
  const lastBefore = records.findLastIndex(({ type }) => beforeNames.has(type));
  if (wanted.length === 0 || !book || records[lastBefore + 1]?.type === record.continued) return;
  const fixed = (book.isNew ? headBytes + 4 : 0) + (book.references ? 0 : headBytes + 2) + headBytes;
  const room = findRoom(records, fixed + wanted.length * (referenceBytes + nameBytes));
  const sheets = wanted.slice(0, Math.max(0, Math.floor((room.bytes - fixed) / (referenceBytes + nameBytes))));
  const left = room.bytes - fixed - sheets.length * (referenceBytes + nameBytes);
  const references = referenceRecord(stream, book, sheets);
  if (sheets.length === 0 || Math.max(left, references.length - headBytes) > maxRecordBytes) return;

  const newBook = book.isNew ? [encodeRecord(record.book, shorts(book.sheets, itself))] : [];
  const names = sheets.map((one, count) => nameRecord(one, book.referenceCount + count));
  const pieces = records.flatMap((one, at) => {
    if (room.records.has(one)) return [];
    if (one.type === record.end) return [encodeRecord(filler, Buffer.alloc(left)), recordBytes(stream, one)];
    if (one === book.references) return [...newBook, references, ...(at === lastBefore ? names : [])];
    if (at !== lastBefore) return [recordBytes(stream, one)];
    return [recordBytes(stream, one), ...(book.references ? [] : [...newBook, references]), ...names];
  });
  Buffer.concat(pieces).copy(stream);
}

/** The records of the globals substream, from its begin to its end. */
function globalRecords(stream: Buffer): BiffRecord[] {
  const records: BiffRecord[] = [];
  for (const one of recordsFrom(stream, 0)) {
    records.push(one);
    if (one.type === record.end) break;
  }
  return records;
}

interface OwnWorkbook {
  /** Index among the supporting books. */
  index: number;
  isNew: boolean;
  sheets: number;
  /** The list of sheets to which formulas refer. */
  references: BiffRecord | undefined;
  referenceCount: number;
}

/** @returns undefined where the list of references is not a single record of the stated length */
function findOwnWorkbook(stream: Buffer, records: BiffRecord[]): OwnWorkbook | undefined {
  const books = records.filter(({ type }) => type === record.book);
  const found = books.findIndex(({ at, size }) => size === 4 && stream.readUInt16LE(at + 2) === itself);
  const lists = records.filter(({ type }) => type === record.references);
  const [references] = lists;
  const referenceCount = references ? stream.readUInt16LE(references.at) : 0;
  if (lists.length > 1 || (references && references.size !== 2 + referenceCount * referenceBytes)) return undefined;
  return {
    index: found < 0 ? books.length : found,
    isNew: found < 0,
    sheets: records.filter(({ type }) => type === record.sheet).length,
    references,
    referenceCount,
  };
}

/** Finds ignored records whose room is enough, and no more of them than needed. */
function findRoom(records: BiffRecord[], wanted: number): { bytes: number; records: Set<BiffRecord> } {
  const takeWord = new Set<BiffRecord>();
  let bytes = 0;
  for (const type of ignoredRecords) {
    const at = records.findIndex((one) => one.type === type);
    const one = records[at];
    if (bytes >= wanted || !one || records[at + 1]?.type === record.continued) continue;
    takeWord.add(one);
    bytes += headBytes + one.size;
  }
  return { bytes, records: takeWord };
}

/** The list of references with the sheets appended ([MS-XLS] 2.4.105). */
function referenceRecord(
  stream: Buffer,
  { index: book, references, referenceCount }: OwnWorkbook,
  sheets: PrintRows[],
): Buffer {
  const before = references ? stream.subarray(references.at + 2, references.at + references.size) : Buffer.alloc(0);
  const added = sheets.flatMap(({ index }) => [book, index, index]);
  const count = shorts(referenceCount + sheets.length);
  return encodeRecord(record.references, Buffer.concat([count, before, shorts(...added)]));
}

const lastColumn = 0xff;

/** Numbers of built-in names. */
const nameNumbers = { printed: 6, repeated: 7 } as const;

/** A built-in name of one sheet ([MS-XLS] 2.4.150). @param reference index in the list of references */
function nameRecord({ index, what, rows }: PrintRows, reference: number): Buffer {
  const area = Buffer.concat([Buffer.from([0x3b]), shorts(reference, rows.from - 1, rows.to - 1, 0, lastColumn)]);
  const head = shorts(0x20, 0x0100, area.length, 0, index + 1, 0, 0);
  return encodeRecord(record.name, Buffer.concat([head, Buffer.from([0, nameNumbers[what]]), area]));
}

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);

const encodeRecord = (type: number, data: Buffer) => Buffer.concat([shorts(type, data.length), data]);

const recordBytes = (stream: Buffer, { at, size }: BiffRecord) => stream.subarray(at - headBytes, at + size);
