import { ConvertError } from "../converter.ts";

/** A drawing of Windows (EMF or WMF), ready for LibreOffice. */
export interface Metafile {
  bytes: Buffer;
  /** In pixels of CSS, of which an inch has 96; undefined when the file does not state it. */
  size: { width: number; height: number } | undefined;
}

const damaged = () => new ConvertError("damaged");
const sizeOf = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);

const emfHeaderBytes = 88;
const emfRecord = { end: 14, comment: 70, alphaBlend: 114 } as const;
/** A comment with the same picture in other formats ([MS-EMF] 2.3.3.4.3), "GDIC" and its kind. */
const otherFormats = Buffer.from("GDIC\x04\0\0\x40", "latin1");

/**
 * Checks an EMF ([MS-EMF] 2.3) and removes what LibreOffice shows wrongly: pictures of itself in other formats, which
 * it prefers although they are coarse, and transparency in bitmaps, which it paints black.
 * @throws ConvertError damaged when records are missing
 */
export function readEmf(given: Buffer): Metafile {
  if (given.length < emfHeaderBytes) throw damaged();
  const records: Buffer[] = [];
  let type = 0;
  for (let at = 0; at + 8 <= given.length && type !== emfRecord.end; ) {
    type = given.readUInt32LE(at);
    const length = given.readUInt32LE(at + 4);
    if (length < 8 || at + length > given.length) throw damaged();
    const record = given.subarray(at, at + length);
    at += length;
    if (type === emfRecord.comment && record.subarray(12, 20).equals(otherFormats)) continue;
    records.push(type === emfRecord.alphaBlend ? onWhite(record) : record);
  }
  if (type !== emfRecord.end) throw damaged();
  const bytes = Buffer.concat(records);
  bytes.writeUInt32LE(bytes.length, 48);
  bytes.writeUInt32LE(records.length, 52);
  const [left, top, right, bottom] = [24, 28, 32, 36].map((at) => given.readInt32LE(at)) as Edges;
  const perPixel = 2_540 / 96; // the frame is in hundredths of a millimetre
  return { bytes, size: sizeOf((right - left) / perPixel, (bottom - top) / perPixel) };
}

type Edges = [number, number, number, number];

/** Paints the transparent pixels of a bitmap white ([MS-EMF] 2.3.1.1): its colours are stored multiplied by opacity. */
function onWhite(given: Buffer): Buffer {
  const record = Buffer.from(given);
  if (record.length < 108 || record[43] !== 1) return record; // no opacity for each pixel
  const [headerAt, , bitsAt, bitsBytes] = [84, 88, 92, 96].map((at) => record.readUInt32LE(at)) as Edges;
  const is32Bits = headerAt + 16 <= record.length && record.readUInt16LE(headerAt + 14) === 32;
  const end = bitsAt + bitsBytes - (bitsBytes % 4);
  if (!is32Bits || end > record.length) return record;
  for (let at = bitsAt; at < end; at += 4) {
    const missing = 255 - (record[at + 3] ?? 255);
    for (let channel = at; channel < at + 3; channel++)
      record[channel] = Math.min(255, (record[channel] ?? 0) + missing);
    record[at + 3] = 255;
  }
  return record;
}

const placeableKey = 0x9ac6cdd7;
const placeableBytes = 22;
const wmfHeaderBytes = 18;
const setWindowExtent = 0x020c;

/**
 * Checks a WMF ([MS-WMF] 2.3).
 * @throws ConvertError damaged when records are missing
 */
export function readWmf(bytes: Buffer): Metafile {
  const isPlaceable = bytes.length > placeableBytes && bytes.readUInt32LE(0) === placeableKey;
  const start = (isPlaceable ? placeableBytes : 0) + wmfHeaderBytes;
  let size = isPlaceable ? placeableSize(bytes) : undefined;
  let isComplete = false;
  for (let at = start; at + 6 <= bytes.length && !isComplete; ) {
    const length = bytes.readUInt32LE(at) * 2;
    const type = bytes.readUInt16LE(at + 4);
    if (length < 6 || at + length > bytes.length) throw damaged();
    if (type === setWindowExtent && length >= 10) {
      size ??= sizeOf(Math.abs(bytes.readInt16LE(at + 8)), Math.abs(bytes.readInt16LE(at + 6)));
    }
    isComplete = type === 0;
    at += length;
  }
  if (!isComplete) throw damaged();
  return { bytes, size };
}

function placeableSize(bytes: Buffer) {
  const [left, top, right, bottom] = [6, 8, 10, 12].map((at) => bytes.readInt16LE(at)) as Edges;
  const perPixel = (bytes.readUInt16LE(14) || 1_440) / 96;
  return sizeOf(Math.abs(right - left) / perPixel, Math.abs(bottom - top) / perPixel);
}
