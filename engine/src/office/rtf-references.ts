/** What may stand between the start of a field's instruction and its first word. */
const beforeWord = String.raw`(?:[{}\s]|\\\*|\\[a-z]+-?\d*){0,60}?`;
const reference = new RegExp(
  String.raw`\\fldinst\b${beforeWord}[{}\s](PAGEREF|REF)\s+(?:"([^"{}]{1,80})"|([^\s{}"\\]{1,80}))`,
  "gi",
);
const bookmark = /\\bkmkstart\s?([^{}\\]{1,80})\}/g;

/**
 * Fields of a document that refer to a bookmark which is gone print the text that is stored in them, as in Word; see
 * `withStoredFields`. Without its first word LibreOffice does not know such a field, and shows its result.
 * @param bytes are changed in place, and keep their number
 * @returns whether there was anything to change
 */
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
