import { PassThrough, pipeline, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { ConvertError } from "../converter.ts";
import { type AesField, aesCipher, aesField, aesHeaderBytes, aesMethod, aesProofBytes } from "./zip-aes.ts";
import { zipCryptoCipher, zipCryptoHeaderBytes } from "./zip-crypto.ts";

/** How entries are compressed (APPNOTE.TXT, 4.4.5). */
const stored = 0;
const deflated = 8;

export const damaged = (cause?: unknown) => new ConvertError("damaged", undefined, { cause });

/** The bytes of an entry that hold its data, and how they are decrypted. */
interface Source {
  start: number;
  end: number;
  decrypt(bytes: Buffer): Buffer;
  /** Reads what follows the data and returns whether the data is unchanged. */
  isUnchanged(): Promise<boolean>;
}

/**
 * Returns the source of an entry's data.
 * @param passwords the bytes that one password may have
 * @returns null when the entry is encrypted and no password opens it
 */
export async function openSource(zip: ZipFile, entry: Entry, passwords: Buffer[]): Promise<Source | null> {
  if (!entry.isEncrypted()) return plainSource(entry);
  const field = entry.compressionMethod === aesMethod ? aesField(entry) : null;
  return field ? aesSource(zip, entry, field, passwords) : zipCryptoSource(zip, entry, passwords);
}

const plainSource = ({ compressedSize }: Entry): Source => ({
  start: 0,
  end: compressedSize,
  decrypt: (bytes) => bytes,
  isUnchanged: async () => true,
});

async function zipCryptoSource(zip: ZipFile, entry: Entry, passwords: Buffer[]): Promise<Source | null> {
  const end = entry.compressedSize;
  const start = zipCryptoHeaderBytes;
  if (end < start) throw damaged();
  const header = await readRaw(zip, entry, 0, start);
  // The last byte of the header is the highest of the checksum or, where that was not known yet, of the time.
  const expected = [entry.crc32 >>> 24, entry.lastModFileTime >>> 8];
  if (!isStreamed(entry)) expected.pop();
  for (const password of passwords) {
    const decrypt = zipCryptoCipher(password);
    if (!expected.includes(decrypt(Buffer.from(header)).at(-1) ?? -1)) continue;
    // The bytes may be those of the archive in memory, so a copy is decrypted.
    return { start, end, decrypt: (bytes) => decrypt(Buffer.from(bytes)), isUnchanged: async () => true };
  }
  return null;
}

async function aesSource(zip: ZipFile, entry: Entry, field: AesField, passwords: Buffer[]): Promise<Source | null> {
  const start = aesHeaderBytes(field);
  const end = entry.compressedSize - aesProofBytes;
  if (end < start) throw damaged();
  const header = await readRaw(zip, entry, 0, start);
  for (const password of passwords) {
    const cipher = aesCipher(password, header, field);
    if (!cipher) continue;
    const isUnchanged = async () => cipher.isProvedBy(await readRaw(zip, entry, end, entry.compressedSize));
    return { start, end, decrypt: cipher.decrypt, isUnchanged };
  }
  return null;
}

/** Whether size and checksum follow the data (APPNOTE.TXT, 4.4.4, bit 3). */
const isStreamed = ({ generalPurposeBitFlag }: Entry) => (generalPurposeBitFlag & 8) !== 0;

/**
 * Reads an entry: decrypted, unpacked, and exactly as many bytes as stated.
 * @throws ConvertError unsupported (an unknown method), password (another one than given), damaged
 */
export async function* readEntry(zip: ZipFile, entry: Entry, passwords: Buffer[]): AsyncGenerator<Buffer> {
  const field = entry.compressionMethod === aesMethod ? aesField(entry) : null;
  const method = field?.compressionMethod ?? entry.compressionMethod;
  if (method !== stored && method !== deflated) {
    throw new ConvertError(
      "unsupported",
      "is compressed with a method that few programs know. Unpack it and replace it.",
    );
  }
  const hasChecksum = field?.hasChecksum ?? true;
  let checksum = 0;
  let sizeBytes = 0;
  try {
    const source = await openSource(zip, entry, passwords);
    if (!source) {
      throw new ConvertError(
        "password",
        "does not open with the password of the other files. Unpack it and replace it.",
      );
    }
    for await (const piece of unpacked(await openRaw(zip, entry, source.start, source.end), source, method)) {
      sizeBytes += piece.length;
      if (sizeBytes > entry.uncompressedSize) throw damaged("more bytes than stated");
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (sizeBytes !== entry.uncompressedSize || (hasChecksum && checksum !== entry.crc32)) throw damaged();
    if (!(await source.isUnchanged())) throw damaged("changed since it was encrypted");
  } catch (error) {
    throw error instanceof ConvertError ? error : damaged(error);
  }
}

/** Decrypts and unpacks a stream. Its errors, and those of the raw stream, are thrown where it is read. */
function unpacked(raw: Readable, { decrypt }: Source, method: number): Readable {
  async function* plain(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) yield decrypt(piece);
  }
  const end = method === deflated ? createInflateRaw() : new PassThrough();
  return pipeline(raw, plain, end, () => {});
}

const openRaw = (zip: ZipFile, entry: Entry, start: number, end: number): Promise<Readable> =>
  zip.openReadStreamPromise(entry, { decodeFileData: false, start, end });

const readRaw = async (zip: ZipFile, entry: Entry, start: number, end: number): Promise<Buffer> =>
  buffer(await openRaw(zip, entry, start, end));
