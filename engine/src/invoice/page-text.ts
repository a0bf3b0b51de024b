import { textOfPage } from "../pdf/page-text.ts";
import { withPdfium } from "../pdf/pdfium.ts";

/** Pages of which the text is compared with an invoice's data. */
const maxPages = 50;

/** A page with less text than this may be a scan. */
const minCharacters = 20;
const minLetters = 100;
/** Part of characters without meaning, which fonts without a map to Unicode give. */
const maxUnreadable = 0.01;

/**
 * Returns the text of a PDF's pages.
 * @returns undefined when it cannot be trusted: too little of it, pages without text, or characters without meaning
 */
export async function trustedText(path: string): Promise<string | undefined> {
  const pages = await textOfPages(path);
  const text = pages.join("\n");
  if (pages.length === 0 || pages.some((one) => one.trim().length < minCharacters)) return undefined;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const unreadable = text.match(/[\ufffd\p{Co}\0]/gu)?.length ?? 0;
  return letters >= minLetters && unreadable <= text.length * maxUnreadable ? text : undefined;
}

/** Returns nothing where PDFium fails: the comparison is an extra, and the pages are converted already. */
async function textOfPages(path: string): Promise<string[]> {
  try {
    return await withPdfium(path, "", (opened) =>
      opened.pages > maxPages ? [] : Array.from({ length: opened.pages }, (_, index) => textOfPage(opened, index)),
    );
  } catch {
    return [];
  }
}
