import { crc32 } from "node:zlib";
import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { ConvertError } from "../converter.ts";
import { type Container, type Item, tooManyItems } from "./item.ts";

/** Folders count as entries but not as items. */
const maxEntries = 4 * containerLimits.items;
const maxPathBytes = 500;

const damaged = (cause?: unknown) => new ConvertError("damaged", undefined, { cause });

/**
 * Reads the directory of a ZIP archive. Its items do not share bytes, and come in the order of the directory, without
 * folders. Reading an item throws "unsupported" for an unknown method of compression.
 * @param path inside the sandbox
 * @throws ConvertError damaged (no readable directory, items that share bytes), too-large (items)
 */
export async function openZipItems(path: string): Promise<Container> {
  // Names are checked one by one: yauzl would refuse the whole archive because of a single unsafe one.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false } as const;
  const zip = await openPromise(path, options).catch((error: unknown) => Promise.reject(damaged(error)));
  try {
    const entries = await readEntries(zip);
    await refuseShared(zip, entries);
    const files = entries.filter((entry) => !nameIn(entry).endsWith("/"));
    if (files.length > containerLimits.items) throw tooManyItems();
    return {
      items: files.map(itemOf),
      pieces: (index) => piecesOf(zip, files[index]),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ConvertError ? error : damaged(error);
  }
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw tooManyItems();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/**
 * Refuses archives whose entries share bytes: a small one could unpack to any size, and programs could read different
 * contents from it.
 */
async function refuseShared(zip: ZipFile, entries: Entry[]): Promise<void> {
  let end = 0;
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) throw damaged();
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
}

/**
 * Decodes a name from UTF-8 or code page 437, as the entry states. Backslashes, which some programs write, become
 * slashes.
 */
const nameIn = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);

function itemOf(entry: Entry): Item {
  const name = nameIn(entry);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  return {
    path: shownPath(parts.filter((part) => part !== "..").map(safeFileName)),
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    isEncrypted: entry.isEncrypted(),
    kind: kindOf(entry),
    isUnsafe: parts.length === 0 || parts.includes("..") || isAbsolute(name) || isUnreadable(name),
    setAside: null,
    isOwnContent: false,
  };
}

/** Returns the path, or only the file name if the path is too long. */
function shownPath(parts: string[]): string {
  const path = parts.join("/") || "file";
  return Buffer.byteLength(path) <= maxPathBytes ? path : (parts.at(-1) ?? path);
}

const isAbsolute = (name: string) => name.startsWith("/") || /^[a-z]:/i.test(name);
const isUnreadable = (name: string) => /\p{Cc}/u.test(name) || Buffer.byteLength(name) > maxPathBytes;

/**
 * The file type of a Unix mode, which is in the upper half of the external attributes (APPNOTE.TXT, 4.4.15; POSIX,
 * sys/stat.h).
 */
const typeBits = 0o170000;
const plainTypes = [0, 0o100000];
const linkType = 0o120000;

function kindOf({ externalFileAttributes }: Entry): Item["kind"] {
  const type = (externalFileAttributes >>> 16) & typeBits;
  if (plainTypes.includes(type)) return "file";
  return type === linkType ? "link" : "device";
}

async function* piecesOf(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) return;
  if (!entry.canDecodeFileData()) {
    throw new ConvertError("unsupported", "is compressed with an unknown method. Unpack it and replace it.");
  }
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (checksum !== entry.crc32) throw damaged();
}
