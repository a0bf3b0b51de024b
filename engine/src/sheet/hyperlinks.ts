import type { Warning } from "@sheaf/contracts/refusals.ts";
import { sheetNames } from "./sheet-names.ts";

/** LibreOffice takes four times as long for 65,000 links as for all the rest of a table of 80,000 rows. */
const mostLinks = 10_000;

/**
 * Removes the links of a worksheet where there are more than `mostLinks`; the texts of their cells stay.
 * @param tail of the worksheet part, after its cells
 */
export function removeExcessLinks(tail: string): string {
  const links = /<((?:\w+:)?hyperlinks)\b[^>]*>.*?<\/\1>/s.exec(tail)?.[0] ?? "";
  const count = [...links.matchAll(/<(?:\w+:)?hyperlink\b/g)].length;
  return count > mostLinks ? tail.replace(links, () => "") : tail;
}

/** @param names of the sheets whose links were removed */
export function lostLinksWarning(names: string[]): Warning[] {
  if (names.length === 0) return [];
  const most = mostLinks.toLocaleString("en-GB");
  const text = `The more than ${most} links of ${sheetNames(names)} cannot be clicked; their words are there.`;
  return [{ code: "links-left-out", text }];
}
