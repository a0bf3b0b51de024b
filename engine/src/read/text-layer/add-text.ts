import { readFileSync } from "node:fs";
import { PDFArray, PDFDict, PDFRef } from "@cantoo/pdf-lib";
import { outputPages } from "@sheaf/contracts/limits.ts";
import { checkA4 } from "../../pdf/check.ts";
import type { SourcePage } from "../../pdf/document.ts";
import { dictEntry, name } from "../../pdf/objects.ts";
import { withPdfium } from "../../pdf/pdfium.ts";
import { readStrictly } from "../../pdf/strict-reader.ts";
import { type AppendedObjects, appendTo } from "./appended-objects.ts";
import { createCharacterCodes } from "./character-codes.ts";
import { coveredBy, type ExistingText, existingText } from "./existing-text.ts";
import { addInvisibleFont } from "./invisible-font.ts";
import { entriesWithoutEncoding, withoutInvisibleText } from "./invisible-text.ts";
import { readTextPages, type TextPage } from "./text-page.ts";
import { wordOperators } from "./word-operators.ts";

export interface AddingText {
  /** A PDF that this engine wrote. */
  path: string;
  /** Written by `writeTextPages`. */
  wordsPath: string;
  outPath: string;
}

/**
 * Writes a copy of a PDF with words as invisible text above its pages. The copy begins with the bytes of the original:
 * one content stream for each page and one font for the document are appended, so that pages look the same and pictures
 * stay byte for byte.
 *
 * Other text of these pages was found not to be trustworthy. Invisible text is removed. Text that is seen stays, and
 * words that stand on it are left out, so that nothing is found twice; a page whose invisible text cannot be removed
 * stays as it is.
 * @returns number of pages with text, and of their words; both 0 when nothing was added and the copy equals the
 * original
 */
export async function addText({ path, wordsPath, outPath }: AddingText): Promise<{ pages: number; words: number }> {
  const bytes = readFileSync(path);
  const document = readStrictly(bytes, outputPages);
  if (!document) throw new Error("The PDF was not written by this engine");
  const texts = readTextPages(readFileSync(wordsPath, "utf8"));
  const existing = await existingTexts(path, texts);

  const to = appendTo(bytes);
  const codes = createCharacterCodes();
  const written: { page: SourcePage; fontName: string; content: number }[] = [];
  let words = 0;
  for (const text of texts) {
    const page = document.pages[text.page - 1];
    const own = existing.get(text.page);
    if (!page?.reference || !own) continue;
    const cleaned = own.hasInvisible ? withoutInvisibleText(page.node) : [];
    if (!cleaned) continue;
    const isCovered = coveredBy(own.visible);
    const left = { ...text, words: text.words.filter(({ box }) => !isCovered(box)) };
    if (left.words.length === 0) continue;

    for (const { reference, stream, content } of cleaned)
      to.replaceStream(reference.objectNumber, entriesWithoutEncoding(stream), content);
    const fontName = freeFontName(page.node);
    const sheet = { width: page.box[2] - page.box[0], height: page.box[3] - page.box[1] };
    const content = to.addPackedStream("", wordOperators(left, sheet, fontName, codes));
    written.push({ page, fontName, content });
    words += left.words.length;
  }
  if (written.length > 0) {
    const font = PDFRef.of(addInvisibleFont(codes, to));
    for (const { page, fontName, content } of written) replacePage(to, page, fontName, font, PDFRef.of(content));
  }
  to.write(outPath);
  await checkA4(outPath, document.pages.length);
  return { pages: written.length, words };
}

async function existingTexts(path: string, texts: TextPage[]): Promise<Map<number, ExistingText>> {
  return withPdfium(path, "", (opened) => new Map(texts.map(({ page }) => [page, existingText(opened, page - 1)])));
}

function freeFontName(page: PDFDict): string {
  const fonts = dictEntry(dictEntry(page, "Resources"), "Font");
  let free = "W";
  for (let number = 1; fonts?.has(name(free)); number++) free = `W${number}`;
  return free;
}

/** The content of a page of this engine leaves the graphics state as it was (`placePages`), so text can follow it. */
function replacePage(to: AppendedObjects, page: SourcePage, fontName: string, font: PDFRef, content: PDFRef): void {
  const { node, reference } = page;
  const resources = copyOf(dictEntry(node, "Resources"), node);
  const fonts = copyOf(dictEntry(resources, "Font"), node);
  fonts.set(name(fontName), font);
  resources.set(name("Font"), fonts);

  const before = node.get(name("Contents"));
  const contents = PDFArray.withContext(node.context);
  const listed = before instanceof PDFArray ? before.asArray() : before ? [before] : [];
  for (const stream of [...listed, content]) contents.push(stream);

  const replaced = copyOf(node, node);
  replaced.set(name("Resources"), resources);
  replaced.set(name("Contents"), contents);
  to.replace(reference?.objectNumber ?? 0, String(replaced));
}

function copyOf(dict: PDFDict | undefined, { context }: PDFDict): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict?.asMap() ?? []), context);
}
