/** Matches markup between the start of a field's instruction and its first word. */
const beforeWord = String.raw`(?:[{}\s]|\\\*|\\[a-z]+-?\d*){0,60}?`;
const reference = new RegExp(
  String.raw`\\fldinst\b${beforeWord}[{}\s](PAGEREF|REF)\s+(?:"([^"{}]{1,80})"|([^\s{}"\\]{1,80}))`,
  "gi",
);
const bookmark = /\\bkmkstart\s?([^{}\\]{1,80})\}/g;

/**
 * Makes fields that refer to a missing bookmark print their stored text, as in Word; see `storedFieldEdits`. Without
 * its first word LibreOffice does not recognise such a field and shows the stored result.
 * @param bytes changed in place, without changing their number
 * @returns whether anything was changed
 */
export function hideBrokenReferences(bytes: Buffer): boolean {
  if (!bytes.includes("REF ")) return false;
  const text = bytes.toString("latin1");
  const bookmarks = new Set([...text.matchAll(bookmark)].map(([, name = ""]) => name.trim()));
  let changed = false;
  for (const { index, 0: found, 1: word = "", 2: quoted, 3: bare } of text.matchAll(reference)) {
    if (bookmarks.has(quoted ?? bare ?? "")) continue;
    // The name may begin with the word itself: the search begins before the name and its quote.
    const at = index + found.lastIndexOf(word, found.length - (quoted ?? bare ?? "").length - 2);
    bytes.fill(" ", at, at + word.length);
    changed = true;
  }
  return changed;
}
