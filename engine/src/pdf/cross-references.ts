import { PDFArray, PDFDict, PDFNumber, type PDFObject, type PDFRawStream } from "@cantoo/pdf-lib";
import { decodeObjectData } from "./object-data.ts";
import { asNumbers, name, nameEntry } from "./objects.ts";
import { StrictReadError, type SyntaxReader } from "./syntax.ts";
import { isSpace } from "./syntax-bytes.ts";

/** Where an object is stored: at an offset of the file, or in the object stream `pack` (ISO 32000-1, 7.5.7). */
export type Place = { at: number; generation: number } | { pack: number; index: number };

export interface CrossReferences {
  /** By object number; null for a deleted object. */
  places: Map<number, Place | null>;
  /** The newest trailer. */
  trailer: PDFDict;
}

/** Mail programs may append some bytes after %%EOF. */
const tailBytes = 1100;
const entryBytes = 20;

/**
 * Reads all cross-reference sections of a file, the newest first (ISO 32000-1, 7.5.4 to 7.5.8).
 * @param streamAt reads the stream at an offset
 * @throws StrictReadError also for encrypted files
 */
export function readCrossReferences(
  bytes: Buffer,
  syntax: SyntaxReader,
  streamAt: (offset: number) => PDFRawStream,
): CrossReferences {
  const places: CrossReferences["places"] = new Map();
  const sections = new Set<number>();
  let newest: PDFDict | undefined;
  for (let at: number | undefined = startOf(bytes); at !== undefined; ) {
    if (sections.has(at)) throw new StrictReadError("The cross-reference sections form a loop");
    sections.add(at);
    syntax.at = at;
    const trailer = syntax.passes("xref")
      ? readTableAndStream(bytes, syntax, streamAt, places)
      : readStream(streamAt(at), places);
    if (trailer.has(name("Encrypt"))) throw new StrictReadError("The file is encrypted");
    newest ??= trailer;
    at = integerOf(trailer.get(name("Prev")));
  }
  if (!newest) throw new StrictReadError("The file has no cross-reference section");
  return { places, trailer: newest };
}

function startOf(bytes: Buffer): number {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - tailBytes));
  const found = /startxref\s+(\d+)\s+%%EOF/.exec(tail.slice(tail.lastIndexOf("startxref")));
  if (!found) throw new StrictReadError("The file has no startxref and %%EOF");
  return Number(found[1]);
}

function integerOf(object: PDFObject | undefined): number | undefined {
  if (object === undefined) return undefined;
  if (object instanceof PDFNumber && Number.isInteger(object.asNumber())) return object.asNumber();
  throw new StrictReadError("The offset of a cross-reference section is not a whole number");
}

/**
 * Reads a table and, in hybrid files such as Word's, the stream that belongs to it: objects hidden from old readers are
 * marked free in the table and listed in the stream (ISO 32000-1, 7.5.8.4).
 */
function readTableAndStream(
  bytes: Buffer,
  syntax: SyntaxReader,
  streamAt: (offset: number) => PDFRawStream,
  places: CrossReferences["places"],
): PDFDict {
  const { trailer, free } = readTable(bytes, syntax, places);
  const hybridStream = integerOf(trailer.get(name("XRefStm")));
  if (hybridStream !== undefined) readStream(streamAt(hybridStream), places);
  for (const number of free) if (!places.has(number)) places.set(number, null);
  return trailer;
}

/** Reads entries of exactly 20 bytes: "0000000016 00000 n" and a line end of two bytes. */
function readTable(bytes: Buffer, syntax: SyntaxReader, places: CrossReferences["places"]) {
  const free: number[] = [];
  while (!syntax.passes("trailer")) {
    const first = syntax.integer();
    const count = syntax.integer();
    while (isSpace(bytes[syntax.at])) syntax.at++;
    for (let number = first; number < first + count; number++, syntax.at += entryBytes) {
      const line = bytes.toString("latin1", syntax.at, syntax.at + entryBytes);
      if (!/^\d{10} \d{5} [nf](?: \r| \n|\r\n)$/.test(line))
        throw new StrictReadError("A cross-reference entry is malformed");
      if (places.has(number)) continue;
      if (line[17] === "f") free.push(number);
      else places.set(number, { at: Number(line.slice(0, 10)), generation: Number(line.slice(11, 16)) });
    }
  }
  const trailer = syntax.value();
  if (!(trailer instanceof PDFDict)) throw new StrictReadError("A cross-reference table has no trailer");
  return { trailer, free };
}

/** Reads a cross-reference stream: rows of fixed width with a type and two fields (ISO 32000-1, table 18). */
function readStream(stream: PDFRawStream, places: CrossReferences["places"]): PDFDict {
  const { dict } = stream;
  const widths = asNumbers(dict.get(name("W")));
  if (nameEntry(dict, "Type") !== "XRef" || widths?.length !== 3)
    throw new StrictReadError("A cross-reference stream is malformed");
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = widths;
  const rowBytes = kindWidth + firstWidth + secondWidth;
  if (kindWidth > 1 || firstWidth > 6 || firstWidth < 1 || secondWidth > 6)
    throw new StrictReadError("The rows of a cross-reference stream are too wide");
  const rows = decodeObjectData(stream);
  const index = dict.get(name("Index"));
  const ranges = index instanceof PDFArray ? asNumbers(index) : [0, integerOf(dict.get(name("Size"))) ?? 0];

  let at = 0;
  for (let range = 0; range + 1 < (ranges?.length ?? 0); range += 2) {
    const [first = 0, count = 0] = [ranges?.[range], ranges?.[range + 1]];
    for (let number = first; number < first + count; number++, at += rowBytes) {
      if (at + rowBytes > rows.length) throw new StrictReadError("A cross-reference stream is too short");
      if (places.has(number)) continue;
      const kind = kindWidth === 0 ? 1 : (rows[at] ?? 0);
      const one = rows.readUIntBE(at + kindWidth, firstWidth);
      const other = secondWidth === 0 ? 0 : rows.readUIntBE(at + kindWidth + firstWidth, secondWidth);
      places.set(number, kind === 1 ? { at: one, generation: other } : kind === 2 ? { pack: one, index: other } : null);
    }
  }
  return dict;
}
