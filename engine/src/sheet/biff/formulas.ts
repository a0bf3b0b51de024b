import { type BiffRecord, headBytes, record, recordsOfPart } from "./records.ts";

/** An unknown record type, which readers skip. */
export const filler = 0x08ff;
const largestRecord = 8_224;

/** Offsets in a formula record ([MS-XLS] 2.4.127), after row, column and format. */
const offset = { result: 6, marker: 12, flags: 14, length: 20, tokens: 22 } as const;
/** Value of `marker` where the result is no number; `result` then holds its kind ([MS-XLS] 2.5.133). */
const notNumber = 0xffff;
const kind = { text: 0, boolean: 1, error: 2, emptyText: 3 } as const;
/** Flag: the stored result is a placeholder. */
const computeOnLoad = 2;

/** Tokens of a formula whose expression is in another record. */
const refersElsewhere = new Set([1, 2]);
const hyperlink = 359;
/** First token of a volatile formula ([MS-XLS] 2.5.198.10). */
const changes = 0x0119;
/** Calls of CELL and INFO: token, number of arguments, function. */
const machineFunctions = /[\x22\x42\x62][\s\S](?:\x7d|\xf4)\0/;
const shared = new Set<number>([record.sharedFormula, record.arrayFormula, record.table]);

interface Formula {
  at: number;
  size: number;
  /** Offset after the formula and the records that belong to it. */
  end: number;
  /** The record with the result, where it is a text. */
  text: BiffRecord | undefined;
  hasShared: boolean;
}

/**
 * Replaces the formulas of a sheet by their stored results, as `replaceFormulas` does in Office Open XML. A record that
 * becomes shorter is padded. Formulas without a result stay, and so do links, which would lose their address.
 * @param stream is modified
 * @returns false where LibreOffice has to compute the results
 */
export function replaceBiffFormulas(stream: Buffer, start: number, isPrinted: boolean): boolean {
  const formulas = findFormulas(stream, start);
  if (formulas === undefined) return false;
  const open = formulas.filter((one) => !hasStoredResult(stream, one));
  // A program that does not compute leaves every result empty.
  if (formulas.length > 0 && formulas.every((one) => !hasStoredResult(stream, one) || isEmptyText(stream, one)))
    return false;
  if (open.some((one) => machineFunctions.test(formulaTokens(stream, one)))) return false;
  // Formulas that share an expression need the formula that its record follows.
  const keepsShared = open.some(
    ({ at, hasShared }) => hasShared || refersElsewhere.has(stream.readUInt8(at + offset.tokens)),
  );
  const errors = isPrinted ? printedErrors(stream, start) : errorsAs.shown;
  for (const one of formulas) {
    if (!hasStoredResult(stream, one) || isLink(stream, one) || (keepsShared && one.hasShared)) continue;
    replaceFormula(stream, one, errors);
  }
  return true;
}

/** @returns undefined where a result is too long for one record */
function findFormulas(stream: Buffer, start: number): Formula[] | undefined {
  const formulas: Formula[] = [];
  let last: Formula | undefined;
  let previous: BiffRecord | undefined;
  for (const one of recordsOfPart(stream, start)) {
    if (one.type === record.formula) {
      last = { at: one.at, size: one.size, end: one.at + one.size, text: undefined, hasShared: false };
      formulas.push(last);
    } else if (last && shared.has(one.type)) {
      last.end = one.at + one.size;
      last.hasShared = true;
    } else if (last && one.type === record.formulaText) {
      last.end = one.at + one.size;
      last.text = one;
    } else {
      if (one.type === record.continued && previous?.type === record.formulaText) return undefined;
      last = undefined;
    }
    previous = one;
  }
  return formulas;
}

function formulaTokens(stream: Buffer, { at, size, end, hasShared }: Formula): string {
  return stream.toString("latin1", at + offset.tokens, hasShared ? end : at + size);
}

/** Whether the last token of a formula calls HYPERLINK. */
function isLink(stream: Buffer, { at, size, hasShared }: Formula): boolean {
  const start = at + offset.tokens;
  const end = Math.min(at + size, start + stream.readUInt16LE(at + offset.length));
  if (hasShared || end - start < 4 || stream.readUInt16LE(start) === changes) return false;
  return stream.readUInt16LE(end - 2) === hyperlink && calls.has(stream[end - 4] ?? 0);
}

/** How errors are printed: bits 10 and 11 of the page set-up's flags ([MS-XLS] 2.4.257). */
const errorsAs = { shown: 0, blank: 1, dashes: 2, notAvailable: 3 } as const;
const notAvailable = 0x2a;

function printedErrors(stream: Buffer, start: number): number {
  for (const { type, at, size } of recordsOfPart(stream, start)) {
    if (type === record.pageSetup && size >= 12) return (stream.readUInt16LE(at + 10) >> 10) & 3;
  }
  return errorsAs.shown;
}

function hasStoredResult(stream: Buffer, { at, size, text }: Formula): boolean {
  if ((stream.readUInt16LE(at + offset.flags) & computeOnLoad) !== 0) return false;
  if (stream.readUInt16LE(at + offset.marker) !== notNumber) return !isBooleanResult(stream, at, size);
  const stored = stream.readUInt8(at + offset.result);
  if (stored === kind.text) return text !== undefined && text.size + 6 <= largestRecord;
  return stored === kind.boolean || stored === kind.error || stored === kind.emptyText;
}

function isEmptyText(stream: Buffer, { at }: Formula): boolean {
  const isNumber = stream.readUInt16LE(at + offset.marker) !== notNumber;
  return !isNumber && stream.readUInt8(at + offset.result) === kind.emptyText;
}

/**
 * Last tokens of a formula with a boolean result: comparisons from < to <>, and TRUE, FALSE, AND, OR and NOT ([MS-XLS]
 * 2.5.198).
 */
const comparison = { first: 0x09, last: 0x0e } as const;
const booleanFunctions = new Set([34, 35, 36, 37, 38]);
/** Tokens of calls, with a fixed or variable number of arguments, in all classes. */
const calls = new Set([0x21, 0x41, 0x61, 0x22, 0x42, 0x62]);

/** Programs other than Excel store booleans as the numbers 1 and 0; only the formula tells what they mean. */
function isBooleanResult(stream: Buffer, at: number, size: number): boolean {
  const start = at + offset.tokens;
  const end = Math.min(at + size, start + stream.readUInt16LE(at + offset.length));
  const last = stream[end - 1] ?? 0;
  if (last >= comparison.first && last <= comparison.last) return true;
  if (end - start < 3 || !booleanFunctions.has(stream.readUInt16LE(end - 2))) return false;
  return calls.has(stream[end - 3] ?? 0) || calls.has(stream[end - 4] ?? 0);
}

function replaceFormula(stream: Buffer, one: Formula, errors: number): void {
  const where = stream.subarray(one.at, one.at + 6); // row, column, format: the same in every record of a cell
  const [type, result] = resultRecord(stream, one, errors);
  write(stream, one, type, Buffer.concat([where, result]));
}

/** The record type and data that hold the result, after row, column and format. */
function resultRecord(stream: Buffer, { at, text }: Formula, errors: number): [type: number, result: Buffer] {
  if (stream.readUInt16LE(at + offset.marker) !== notNumber) {
    return [record.number, stream.subarray(at + offset.result, at + offset.flags)];
  }
  const [stored, , value = 0] = stream.subarray(at + offset.result);
  if (stored === kind.text && text) return [record.text, stream.subarray(text.at, text.at + text.size)];
  if (stored === kind.emptyText) return [record.blank, Buffer.alloc(0)];
  if (stored === kind.error) {
    if (errors === errorsAs.blank) return [record.blank, Buffer.alloc(0)];
    if (errors === errorsAs.dashes) return [record.text, recordTexts.dashes];
    return [record.error, Buffer.from([errors === errorsAs.notAvailable ? notAvailable : value, 1])];
  }
  return [record.text, value === 0 ? recordTexts.no : recordTexts.yes]; // LibreOffice would print 0 and 1
}

/** Texts as records hold them: length, flags, characters. */
const recordTexts = {
  yes: Buffer.from("\x04\0\0TRUE"),
  no: Buffer.from("\x05\0\0FALSE"),
  dashes: Buffer.from("\x02\0\0--"),
};

function write(stream: Buffer, { at, end }: Formula, type: number, data: Buffer): void {
  stream.writeUInt16LE(type, at - headBytes);
  stream.writeUInt16LE(data.length, at - headBytes + 2);
  data.copy(stream, at);
  const rest = at + data.length;
  stream.writeUInt16LE(filler, rest);
  stream.writeUInt16LE(end - rest - headBytes, rest + 2);
}

/** Makes readers skip a record. */
export function ignoreRecord(stream: Buffer, { at }: BiffRecord): void {
  stream.writeUInt16LE(filler, at - headBytes);
}
