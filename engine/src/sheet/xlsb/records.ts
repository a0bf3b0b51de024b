/** A record of a binary part of a workbook ([MS-XLSB] 2.1.4). */
export interface XlsbRecord {
  type: number;
  body: Buffer;
  /** The record with its type and size. */
  whole: Buffer;
}

/** Types of the records that are read or changed ([MS-XLSB] 2.3). */
export const xlsbRecord = {
  errorCell: 3,
  booleanCell: 4,
  numberCell: 5,
  textCell: 6,
  textFormula: 8,
  numberFormula: 9,
  booleanFormula: 10,
  errorFormula: 11,
  endSheet: 130,
  calculation: 157,
  arrayFormula: 426,
  sharedFormula: 427,
  dataTable: 428,
  beginHeaders: 479,
  endHeaders: 480,
} as const;

/** A type has up to two bytes and a size up to four, each with seven bits of the value, the lowest first. */
const [typeBytes, sizeBytes] = [2, 4];

/** Yields the records of a part, up to its end or to one that is cut off. */
export function* xlsbRecords(part: Buffer): Generator<XlsbRecord> {
  for (let at = 0; at < part.length; ) {
    const type = valueAt(part, at, typeBytes);
    const size = type && valueAt(part, type.end, sizeBytes);
    if (!type || !size || size.end + size.value > part.length) return;
    const end = size.end + size.value;
    yield { type: type.value, body: part.subarray(size.end, end), whole: part.subarray(at, end) };
    at = end;
  }
}

function valueAt(part: Buffer, from: number, most: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < most; index++) {
    const byte = part[from + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80 || index === most - 1) return { value, end: from + index + 1 };
  }
  return undefined;
}

/** Writes a record. */
export function writeXlsbRecord(type: number, body: Uint8Array): Buffer {
  const head = [...bytesOf(type), ...bytesOf(body.length)];
  return Buffer.concat([Buffer.from(head), body]);
}

function bytesOf(value: number): number[] {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
