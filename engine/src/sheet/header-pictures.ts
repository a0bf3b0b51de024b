import type { Warning } from "@sheaf/contracts/refusals.ts";
import { attribute } from "../detect/package.ts";
import { quotedNames, sheetNames } from "./sheet-names.ts";
import { isTrue } from "./workbook-parts.ts";

/**
 * Returns whether a sheet prints a picture in its header or footer, which LibreOffice omits (ECMA-376-1, 18.3.1.46 and
 * 18.3.1.54). Uses regular expressions because the XML parser needs a well-formed part, and `tail` is a fragment.
 * @param tail of the worksheet part, after its cells and without custom views
 */
export function hasHeaderPicture(tail: string): boolean {
  if (!/<(?:\w+:)?legacyDrawingHF\b/.test(tail)) return false;
  const flags = /<(?:\w+:)?headerFooter\b([^<>]*)>/.exec(tail)?.[1] ?? "";
  const isPrinted: Record<string, boolean> = {
    odd: true,
    even: isTrue(attribute(flags, "differentOddEven")),
    first: isTrue(attribute(flags, "differentFirst")),
  };
  const texts = tail.matchAll(/<(?:\w+:)?(odd|even|first)(?:Header|Footer)\b[^<>]*>([^<]*)</g);
  return [...texts].some(([, page = "", text = ""]) => {
    return isPrinted[page] && asksForPicture(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  });
}

/** Whether a header or footer holds the code &G. "&&" is a literal ampersand, and &"…" names a font. */
export function asksForPicture(text: string): boolean {
  return [...text.matchAll(/&(?:"[^"]*"|.)/gs)].some(([code]) => /^&g$/i.test(code));
}

/** @param names of the sheets that have such a picture */
export function headerPictureWarning(names: string[]): Warning[] {
  if (names.length === 0) return [];
  const what =
    names.length === 1
      ? `The picture in the header or footer of ${sheetNames(names)} is missing.`
      : `Pictures in headers or footers of sheets are missing: ${quotedNames(names)}.`;
  return [{ code: "header-pictures-missing", text: `${what} Save the workbook as PDF in Excel and replace it.` }];
}
