import type { IndexRange } from "../measure-sheet.ts";
import { filler } from "./formulas.ts";
import { type BiffRecord, headBytes, record, recordsFrom } from "./records.ts";

/** Rows of a sheet that are printed, or repeated on each of its pages. */
export interface PrintRows {
  /** Of the sheet, from 0. */
  index: number;
  what: "printed" | "repeated";
  /** Counted from 1. */
  rows: IndexRange;
}

/** Who wrote the file, and a second list of where its texts lie: LibreOffice reads neither. */
const ignoredRecords = [record.writer, record.textPlaces] as const;
/** What names stand behind ([MS-XLS] 2.1.7.20.1). */
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
/** A book that is the workbook itself ([MS-XLS] 2.4.271). */
const itself = 0x0401;
/** A sheet that names refer to, and the name with its area. */
const [referenceBytes, nameBytes] = [6, 31];
/** That one record holds. */
const mostBytes = 8224;

/**
 * Tells LibreOffice which rows of sheets without a print area are printed, and which are repeated: see `printedRows` and `findHeadingRows`.
 * What is added takes the room of
 * records that nobody reads, so nothing moves but in the stream's first part. A sheet for which there is no room is printed as ever.
 * @param stream is changed, and with it the places of the records in its first part
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
  if (sheets.length === 0 || Math.max(left, references.length - headBytes) > mostBytes) return;

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

/** Of the stream's first part, its begin and end among them. */
function globalRecords(stream: Buffer): BiffRecord[] {
  const records: BiffRecord[] = [];
  for (const one of recordsFrom(stream, 0)) {
    records.push(one);
    if (one.type === record.end) break;
  }
  return records;
}

interface OwnWorkbook {
  /** Its place among the books that are referred to. */
  index: number;
  isNew: boolean;
  sheets: number;
  /** Where sheets are listed that formulas refer to. */
  references: BiffRecord | undefined;
  referenceCount: number;
}

/** @returns undefined where the list of references is not one record, as long as it says */
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

/** Takes no more than it has to. */
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

/** The list as it is, and the sheets behind it ([MS-XLS] 2.4.105). */
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

/** Numbers of the names that Excel gives itself. */
const nameNumbers = { printed: 6, repeated: 7 } as const;

/** [MS-XLS] 2.4.150: a name that Excel gives itself, of one sheet; its area is on a sheet of the list of references. */
function nameRecord({ index, what, rows }: PrintRows, reference: number): Buffer {
  const area = Buffer.concat([Buffer.from([0x3b]), shorts(reference, rows.from - 1, rows.to - 1, 0, lastColumn)]);
  const head = shorts(0x20, 0x0100, area.length, 0, index + 1, 0, 0);
  return encodeRecord(record.name, Buffer.concat([head, Buffer.from([0, nameNumbers[what]]), area]));
}

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);

const encodeRecord = (type: number, data: Buffer) => Buffer.concat([shorts(type, data.length), data]);

const recordBytes = (stream: Buffer, { at, size }: BiffRecord) => stream.subarray(at - headBytes, at + size);
