import { readFile, stat } from "node:fs/promises";
import { crc32, inflateRawSync } from "node:zlib";
import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";
import { ConvertError } from "../converter.ts";

/**
 * A ZIP container whose directory has been checked: names are safe and unique, and the stated sizes are within the
 * limits.
 */
export interface Archive extends Disposable {
  /** In the order of the directory, without folders. */
  names: string[];
  has(name: string): boolean;
  /**
   * Whether there are uncompressed parts whose sizes follow their data (APPNOTE.TXT, 4.4.4, bit 3): LibreOffice cannot
   * find their end and reports the document as damaged.
   */
  hasEndlessParts: boolean;
  /**
   * Reads one part, limits its actual unpacked size, and verifies its checksum.
   * @param name as in `names`, in upper or lower case
   * @returns undefined when there is no such part
   * @throws ConvertError damaged, too-large
   */
  read(name: string): Promise<Buffer | undefined>;
  /** Reads one part in pieces, for parts that are only inspected or copied. */
  pieces(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** A container up to this size is read into memory: otherwise each part takes several system calls. */
const inMemoryBytes = 16 * MB;
/** A part up to this size is unpacked in one call: setting up a stream would take longer than unpacking. */
const atOnceBytes = 1 * MB;

const damaged = (cause?: unknown) => new ConvertError("damaged", undefined, { cause });

/**
 * @param source a path inside the sandbox, or the bytes themselves
 * @throws ConvertError damaged (directory missing, unsafe or repeated names), too-large (parts, unpacked size),
 * password (encrypted parts)
 */
export async function openArchive(source: string | Buffer): Promise<Archive> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const;
  const held = typeof source === "string" ? await readSmall(source) : source;
  const opening = typeof held === "string" ? openPromise(held, options) : fromBufferPromise(held, options);
  const zip = await opening.catch((error: unknown) => Promise.reject(damaged(error)));
  try {
    return archiveOf(zip, await checkedEntries(zip), typeof held === "string" ? undefined : held);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @returns the bytes of a small container, the path of any other */
async function readSmall(path: string): Promise<Buffer | string> {
  return (await stat(path)).size <= inMemoryBytes ? readFile(path) : path;
}

async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const tooMany = () =>
    new ConvertError(
      "too-large",
      `contains more than ${conversionLimits.archiveEntries.toLocaleString("en-GB")} parts. Save it as PDF and replace it.`,
    );
  if (zip.entryCount > conversionLimits.archiveEntries) throw tooMany();

  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw new ConvertError("password");
      // Office programs compare part names without case (ECMA-376-2, 9.1.1): programs would differ in which of two
      // equal names they read.
      const key = entry.fileName.toLowerCase();
      if (entries.has(key)) throw damaged();
      entries.set(key, entry);
      unpacked += entry.uncompressedSize;
    }
  } catch (error) {
    throw error instanceof ConvertError ? error : damaged(error);
  }
  if (unpacked > conversionLimits.unpackedBytes) throw unpacksTooLarge();
  return entries;
}

const unpacksTooLarge = () =>
  new ConvertError(
    "too-large",
    `unpacks to more than ${conversionLimits.unpackedBytes / MB} MB. Save it as PDF and replace it.`,
  );

/** @param bytes the whole container, where it is held in memory */
function archiveOf(zip: ZipFile, entries: Map<string, Entry>, bytes: Buffer | undefined): Archive {
  let unpacked = 0;

  async function* unpack(entry: Entry): AsyncIterable<Buffer> {
    if (bytes && Math.max(entry.compressedSize, entry.uncompressedSize) <= atOnceBytes) {
      yield await unpackAtOnce(zip, entry, bytes);
    } else yield* await zip.openReadStreamPromise(entry);
  }

  async function* pieces(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name.toLowerCase());
    if (!entry) return;
    let checksum = 0;
    try {
      for await (const piece of unpack(entry)) {
        unpacked += piece.length;
        // Every part may be read twice, once to check it and once to use it.
        if (unpacked > 2 * conversionLimits.unpackedBytes) throw unpacksTooLarge();
        checksum = crc32(piece, checksum);
        yield piece;
      }
    } catch (error) {
      throw error instanceof ConvertError ? error : damaged(error);
    }
    if (checksum !== entry.crc32) throw damaged();
  }

  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    has: (name) => entries.has(name.toLowerCase()),
    hasEndlessParts: [...entries.values()].some(isEndless),
    pieces,
    async read(name) {
      if (!entries.has(name.toLowerCase())) return undefined;
      const parts: Buffer[] = [];
      for await (const piece of pieces(name)) parts.push(piece);
      return Buffer.concat(parts);
    },
    close: () => zip.close(),
    [Symbol.dispose]: () => zip.close(),
  };
}

/** @throws Error when the part contradicts the directory */
async function unpackAtOnce(zip: ZipFile, entry: Entry, bytes: Buffer): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (entry.compressionMethod === storedMethod) return packed;
  if (entry.compressionMethod !== deflateMethod) throw new Error(`packed by method ${entry.compressionMethod}`);
  const plain = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
  if (plain.length !== entry.uncompressedSize) throw new Error("unpacks to less than its stated size");
  return plain;
}

const isEndless = ({ compressionMethod, generalPurposeBitFlag }: Entry) =>
  compressionMethod === storedMethod && (generalPurposeBitFlag & 8) !== 0;

/** How a part is packed (APPNOTE.TXT, 4.4.5). */
const storedMethod = 0;
const deflateMethod = 8;
