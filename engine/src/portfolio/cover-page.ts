import { textOfPage } from "../pdf/page-text.ts";
import { saveWithPdfium, withPdfium } from "../pdf/pdfium.ts";

/** Acrobat's page is short in every language; the page of its older "packages" is longer, and in English. */
const longestAdvice = 500;
const advice = /\b(?:acrobat|adobe\s*reader)\b/i;
const packageAdvice = /bound together in this PDF Package|(?:open|view) this PDF (?:portfolio|package)/i;

/**
 * Returns the pages of a portfolio as a PDF without the files.
 * @returns undefined when they say nothing: no words, or only that a program of Adobe shows the portfolio
 */
export function coverPages(path: string, password: string): Promise<Buffer | undefined> {
  return withPdfium(path, password, (opened) => {
    const { pdfium, document, pages } = opened;
    if (pages === 1 && saysNothing(textOfPage(opened, 0))) return undefined;
    const copy = pdfium.FPDF_CreateNewDocument();
    try {
      const everyPage = 0;
      const isCopied = pdfium.FPDF_ImportPagesByIndex(copy, document, everyPage, pages, 0);
      return isCopied ? saveWithPdfium(pdfium, copy) : undefined;
    } finally {
      pdfium.FPDF_CloseDocument(copy);
    }
  });
}

/** Whether a page's text only says how to open the portfolio. */
export function saysNothing(text: string): boolean {
  const words = text.replaceAll(/\s+/g, " ").trim();
  if (!/\p{L}/u.test(words)) return true;
  return packageAdvice.test(words) || (words.length <= longestAdvice && advice.test(words) && words.includes("PDF"));
}
