import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What may stand between the start of a field's instruction and its first word. */
const beforeWord = String.raw`(?:[{}\s]|\\\*|\\[a-z]+-?\d*){0,60}?`;
const reference = new RegExp(
  String.raw`\\fldinst\b${beforeWord}[{}\s](PAGEREF|REF)\s+(?:"([^"{}]{1,80})"|([^\s{}"\\]{1,80}))`,
  "gi",
);
const bookmark = /\\bkmkstart\s?([^{}\\]{1,80})\}/g;

/**
 * Fields of a letter that refer to a bookmark which is gone print the text that is stored in them, as in Word; see `withStoredFields`.
 * Without its first word LibreOffice does not know such a field, and shows its result.
 * @param workDir of this file's own; the changed letter is written there, under its own name
 * @returns the letter itself where nothing is to be changed
 */
export async function prepareRtf(path: string, workDir: string): Promise<string> {
  const bytes = await readFile(path);
  if (!hideBrokenReferences(bytes)) return path;
  const prepared = join(workDir, "prepared", basename(path));
  await mkdir(dirname(prepared));
  await writeFile(prepared, bytes);
  return prepared;
}

/** @param bytes are changed in place, and keep their number. @returns whether there was anything to change */
export function hideBrokenReferences(bytes: Buffer): boolean {
  if (!bytes.includes("REF ")) return false;
  const text = bytes.toString("latin1");
  const bookmarks = new Set([...text.matchAll(bookmark)].map(([, name = ""]) => name.trim()));
  let changed = false;
  for (const { index, 0: found, 1: word = "", 2: quoted, 3: bare } of text.matchAll(reference)) {
    if (bookmarks.has(quoted ?? bare ?? "")) continue;
    const at = index + found.lastIndexOf(word, found.length - (quoted ?? bare ?? "").length - 1);
    bytes.fill(" ", at, at + word.length);
    changed = true;
  }
  return changed;
}
