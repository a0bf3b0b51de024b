import { containerLimits } from "@sheaf/contracts/limits.ts";
import { type Entry, getFileNameLowLevel, type ZipFile } from "yauzl";
import { ConvertError } from "../converter.ts";
import { aesMethod } from "./zip-aes.ts";
import { openSource, readEntry } from "./zip-data.ts";

/** The upper half of code page 437, in which programs of Windows have encoded passwords. */
const upper437 = getFileNameLowLevel(0, Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index)), [], true);

/**
 * Returns the bytes that programs may have made of a password: the format defines no encoding. The likeliest come
 * first; a password of plain ASCII has one encoding.
 */
export function passwordBytes(password: string): Buffer[] {
  const candidates = [Buffer.from(password), encode(password, latin1), encode(password, codePage437)];
  const found: Buffer[] = [];
  for (const bytes of candidates) if (bytes && !found.some((one) => one.equals(bytes))) found.push(bytes);
  return found;
}

const latin1 = (character: string) => character.charCodeAt(0);
const codePage437 = (character: string) => 128 + upper437.indexOf(character);

/** @returns undefined when the encoding lacks one of the characters */
function encode(password: string, upper: (character: string) => number): Buffer | undefined {
  const bytes = [...password].map((character) => (character < "\u0080" ? character.charCodeAt(0) : upper(character)));
  return bytes.every((byte) => byte <= 255 && byte !== 127) ? Buffer.from(bytes) : undefined;
}

/** Entries with which a password is tried. */
const triedEntries = 16;

/**
 * Tries a password with the headers of encrypted entries. One of ZipCrypto accepts every 256th password, so more than
 * half of them must accept it, and a single one is read to its end.
 * @throws ConvertError password
 */
export async function refuseWrongPassword(zip: ZipFile, locked: Entry[], passwords: Buffer[]): Promise<void> {
  const tried = locked.slice(0, triedEntries);
  let accepting = 0;
  for (const entry of tried) {
    const isOpen = await openSource(zip, entry, passwords).catch(() => null);
    if (isOpen && entry.compressionMethod === aesMethod) return;
    if (isOpen) accepting += 1;
  }
  if (accepting * 2 <= tried.length) throw wrongPassword("does not open with the password given");
  const [only, ...others] = tried;
  if (only && others.length === 0 && !(await isReadable(zip, only, passwords))) {
    throw wrongPassword("does not open with the password given, or is damaged");
  }
}

async function isReadable(zip: ZipFile, entry: Entry, passwords: Buffer[]): Promise<boolean> {
  if (entry.uncompressedSize > containerLimits.itemBytes) return true; // never unpacked
  try {
    for await (const _piece of readEntry(zip, entry, passwords));
    return true;
  } catch (error) {
    return error instanceof ConvertError && error.reason === "unsupported";
  }
}

const wrongPassword = (words: string) => new ConvertError("password", `${words}. Enter its password or replace it.`);
