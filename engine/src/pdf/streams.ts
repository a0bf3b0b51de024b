import zlib from "node:zlib";
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import { MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { elements, entry, name } from "./objects.ts";
import { undoPredictor } from "./predictor.ts";

/** Page content is usually kilobytes; a stream that inflates to more than this is a decompression bomb. */
const unpackedLimit = 64 * MB;

/**
 * Unpacks Flate data. Some programs omit the checksum at the end, or write no data at all when the content is empty.
 * @returns undefined when the data is damaged
 * @throws ConvertError too-large when it unpacks to more than the limit
 */
export function inflate(data: Uint8Array, limit = unpackedLimit): Buffer | undefined {
  if (data.length === 0) return Buffer.alloc(0);
  try {
    return zlib.inflateSync(data, { maxOutputLength: limit });
  } catch (error) {
    if (isTooLarge(error)) throw unpacksTooLarge(limit);
    return endsEarly(error) ? inflateUnchecked(data, limit) : undefined;
  }
}

/**
 * Inflates data whose checksum is missing, and requires that its last block is complete. Data with a wrong checksum was
 * altered and is not inflated here.
 */
function inflateUnchecked(data: Uint8Array, limit: number): Buffer | undefined {
  const headerBytes = 2;
  try {
    return zlib.inflateRawSync(data.subarray(headerBytes), { maxOutputLength: limit });
  } catch (error) {
    if (isTooLarge(error)) throw unpacksTooLarge(limit);
    return undefined;
  }
}

/** Inflates as much of damaged data as possible. */
function inflatePartially(data: Uint8Array): Buffer {
  try {
    return zlib.inflateSync(data, { maxOutputLength: unpackedLimit, finishFlush: zlib.constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (isTooLarge(error)) throw unpacksTooLarge(unpackedLimit);
  }
  return decodeOneFilter(flate, data) ?? Buffer.alloc(0);
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
const isTooLarge = (error: unknown): boolean => hasCode(error, "ERR_BUFFER_TOO_LARGE");
const endsEarly = (error: unknown): boolean => hasCode(error, "Z_BUF_ERROR");

function unpacksTooLarge(limit: number): ConvertError {
  return new ConvertError(
    "too-large",
    `has a page whose content unpacks to more than ${limit / MB} MB. Print it to a new PDF and replace it.`,
  );
}

/** Returns the streams that the content of a page consists of. */
export function contentStreams(page: PDFDict): PDFRawStream[] {
  const content = entry(page, "Contents");
  const streams = content instanceof PDFArray ? elements(content) : [content];
  return streams.filter((stream) => stream instanceof PDFRawStream);
}

/** Returns a stream's filters in the order in which they are reversed. */
export function filtersOf(stream: PDFRawStream): PDFName[] {
  const filter = entry(stream.dict, "Filter");
  const list: (PDFObject | undefined)[] = filter instanceof PDFArray ? elements(filter) : [filter];
  return list.filter((one) => one instanceof PDFName);
}

/**
 * Abbreviated filter names. They are allowed in inline images only, but also occur elsewhere (ISO 32000-1, table 94).
 */
const longNames = new Map(
  Object.entries({
    A85: "ASCII85Decode",
    AHx: "ASCIIHexDecode",
    Fl: "FlateDecode",
    LZW: "LZWDecode",
    RL: "RunLengthDecode",
  }).map(([short, long]) => [name(short), name(long)]),
);
const longName = (filter: PDFName): PDFName => longNames.get(filter) ?? filter;
const flate = name("FlateDecode");

/** Whether the only filter is Flate, so that the data can be checked without being changed. */
export function isPlainFlate(stream: PDFRawStream): boolean {
  const filters = filtersOf(stream);
  return filters.length === 1 && filters[0] !== undefined && longName(filters[0]) === flate;
}

/**
 * Unpacks the content of a page or appearance stream.
 * @returns `whole` is false when only a part of damaged data could be unpacked
 * @throws ConvertError too-large
 */
export function decodeContent(stream: PDFRawStream): { data: Buffer; whole: boolean } {
  let data: Buffer = Buffer.from(stream.getContents());
  let whole = true;
  const parameters = entry(stream.dict, "DecodeParms");
  for (const [index, filter] of filtersOf(stream).map(longName).entries()) {
    const own = parameters instanceof PDFArray ? elements(parameters)[index] : parameters;
    if (filter === flate) {
      const inflated = inflate(data);
      whole &&= inflated !== undefined;
      data = undoPredictor(inflated ?? inflatePartially(data), own);
      continue;
    }
    const decoded = decodeOneFilter(filter, data, own);
    if (!decoded) return { data: Buffer.alloc(0), whole: false };
    data = undoPredictor(decoded, own);
  }
  return { data, whole };
}

function decodeOneFilter(filter: PDFName, data: Uint8Array, parameters?: PDFObject): Buffer | undefined {
  const dict = PDFDict.withContext(PDFContext.create());
  dict.set(name("Filter"), filter);
  if (parameters) dict.set(name("DecodeParms"), parameters);
  try {
    const decoder = decodePDFRawStream(PDFRawStream.of(dict, data));
    const pieces: Uint8Array[] = [];
    let total = 0;
    // Decode in pieces, so that the limit stops a decompression bomb early.
    for (let piece = decoder.getBytes(pieceBytes); piece.length > 0; piece = decoder.getBytes(pieceBytes)) {
      pieces.push(Buffer.from(piece));
      total += piece.length;
      if (total > unpackedLimit) throw unpacksTooLarge(unpackedLimit);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    return undefined; // an unknown filter, or data that ends in the middle of a code
  }
}

const pieceBytes = 1 << 16;
