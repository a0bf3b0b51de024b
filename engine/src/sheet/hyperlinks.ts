import type { Warning } from "@sheaf/contracts/refusals.ts";
import { sheetNames } from "./sheet-names.ts";

/**
 * Maximum number of links that are kept: LibreOffice takes four times as long for 65,000 links as for the rest of a
 * table of 80,000 rows.
 */
const maxLinks = 10_000;

/**
 * Removes the links of a worksheet when there are more than `maxLinks`; the texts of their cells are kept. Uses regular
 * expressions because the XML parser needs a well-formed part, and `tail` is a fragment.
 * @param tail of the worksheet part, after its cells
 */
export function removeExcessLinks(tail: string): string {
  const links = /<((?:\w+:)?hyperlinks)\b[^>]*>.*?<\/\1>/s.exec(tail)?.[0] ?? "";
  const count = [...links.matchAll(/<(?:\w+:)?hyperlink\b/g)].length;
  return count > maxLinks ? tail.replace(links, () => "") : tail;
}

/** @param names of the sheets whose links were removed */
export function lostLinksWarning(names: string[]): Warning[] {
  if (names.length === 0) return [];
  const most = maxLinks.toLocaleString("en-GB");
  const text = `The more than ${most} links of ${sheetNames(names)} cannot be clicked; their words are there.`;
  return [{ code: "links-left-out", text }];
}
