import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { ConvertError } from "../converter.ts";
import { isDocumentArchive } from "./document-archives.ts";
import { type Container, type Item, tooManyItems } from "./item.ts";
import { setAsideWords } from "./set-aside.ts";
import { damaged, readEntry } from "./zip-data.ts";
import { passwordBytes, refuseWrongPassword } from "./zip-password.ts";

/** Folders count as entries but not as items. */
const maxEntries = 4 * containerLimits.items;
const maxPathBytes = 500;
/** An archive up to this size is read into memory: otherwise each entry takes several system calls. */
const inMemoryBytes = 16 * MB;

/**
 * Reads the directory of a ZIP archive. Its items do not share bytes, and come in the order of the directory, without
 * folders.
 * @param path inside the sandbox
 * @param password opens the items that are encrypted; they can be listed without it
 * @returns null for an archive that is a document
 * @throws ConvertError damaged (no readable directory, items that share bytes), unsupported (an archive in parts, an
 * unknown encryption), password (a wrong one), too-large (items)
 */
export async function openZipItems(path: string, password?: string): Promise<Container | null> {
  const zip = await openZip(path);
  try {
    const entries = await readEntries(zip);
    if (isDocumentArchive(entries.map(nameIn))) {
      zip.close();
      return null;
    }
    const files = entries.filter((entry) => !isFolder(entry));
    if (zip.entryCount > maxEntries || files.length > containerLimits.items) throw tooManyItems();
    await refuseShared(zip, entries);
    const items = files.map(itemOf);
    const passwords = password === undefined ? [] : passwordBytes(password);
    const locked = files.filter((entry) => entry.isEncrypted());
    if (passwords.length > 0 && locked.length > 0) await refuseWrongPassword(zip, locked, passwords);
    return {
      items,
      pieces: (index) => piecesOf(zip, files[index], passwords),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ConvertError ? error : refusalFor(error);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  // Names and sizes are checked one by one: yauzl would refuse the whole archive because of a single wrong one.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: false, decodeStrings: false } as const;
  const isSmall = (await stat(path)).size <= inMemoryBytes;
  const opening = isSmall ? fromBufferPromise(await readFile(path), options) : openPromise(path, options);
  return opening.catch((error: unknown) => Promise.reject(refusalFor(error)));
}

/** What yauzl reports about archives that are not damaged and cannot be read either. */
const unreadable: [message: string, words: string][] = [
  ["multi-disk", "is one part of a ZIP archive that was split. Unpack the whole archive and add the files inside."],
  ["strong encryption", "is a ZIP archive with PKWARE's strong encryption. Unpack it and add the files inside."],
];

function refusalFor(error: unknown): ConvertError {
  const known = unreadable.find(([message]) => error instanceof Error && error.message.includes(message));
  return known ? new ConvertError("unsupported", known[1], { cause: error }) : damaged(error);
}

/** Returns at most `maxEntries` entries: enough to tell a document from an archive that is too large. */
async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length === maxEntries) break;
  }
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

/** Bit of a name in UTF-8 (APPNOTE.TXT, 4.4.4, bit 11). */
const utf8Names = 0x800;

/**
 * Decodes a name from the Unicode path field, from UTF-8 or from code page 437. macOS and others write UTF-8 without
 * stating it. Backslashes, which some programs write, become slashes.
 */
function nameIn({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Names : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

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
    setAside: setAsideWords(name),
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
const folderType = 0o040000;

/** Some programs leave out the slash at the end of a folder's name. */
const isFolder = (entry: Entry): boolean =>
  nameIn(entry).endsWith("/") || (entry.uncompressedSize === 0 && typeOf(entry) === folderType);

const typeOf = ({ externalFileAttributes }: Entry): number => (externalFileAttributes >>> 16) & typeBits;

function kindOf(entry: Entry): Item["kind"] {
  const type = typeOf(entry);
  if (plainTypes.includes(type)) return "file";
  return type === linkType ? "link" : "device";
}

async function* piecesOf(zip: ZipFile, entry: Entry | undefined, passwords: Buffer[]): AsyncGenerator<Buffer> {
  if (entry) yield* readEntry(zip, entry, passwords);
}
