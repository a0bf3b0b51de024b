import {
  type PDFDocument,
  PDFName,
  type PDFPage,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from "@cantoo/pdf-lib";
import sharp from "sharp";
import { withPdfium } from "../pdf/pdfium.ts";
import { aPdf } from "../pdf/testing.ts";
import { drawGrey } from "./draw-grey.ts";
import { withPage } from "./open-page.ts";

export const a4: [number, number] = [595.276, 841.89];

/** A letter of 66 words on eleven lines. */
export const letter = [
  "Kestrel & Daughters Limited",
  "Invoice 2041 for the quarter to September",
  "Dear Mrs Hawthorn,",
  "thank you for your order of three garden benches.",
  "The price includes delivery and assembly.",
  "Garden bench, oak, 150 cm",
  "Delivery to Northampton",
  "Net 1,028.80, VAT 205.76, total 1,234.56",
  "Please pay within thirty days to our account",
  "and quote the number of this invoice.",
  "With kind regards, Margaret Kestrel",
];

/** Draws lines of text from the top of a page. */
export async function writeLines(
  page: PDFPage,
  lines: string[],
  { size = 12, isInvisible = false }: { size?: number; isInvisible?: boolean } = {},
): Promise<void> {
  const font = await page.doc.embedFont(StandardFonts.Helvetica);
  if (isInvisible) page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 72, y: page.getHeight() - 72 - index * size * 2, size, font });
  if (isInvisible) page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
}

/** Makes a PDF of one A4 page with text. */
export const aLetter = (lines = letter): Promise<Buffer> =>
  aPdf(async (document) => writeLines(document.addPage(a4), lines));

/** Returns a picture of the first page of a PDF, as a scanner makes it, at 200 dots per inch. */
export async function pictureOf(pdf: Buffer): Promise<Buffer> {
  const drawn = await withPdfium(pdf, "", (opened) => withPage(opened, 0, drawGrey));
  if (!drawn) throw new Error("The page could not be drawn.");
  const { pixels, width, height } = drawn.picture;
  const raw = { width, height, channels: 1 } as const;
  return sharp(Buffer.from(pixels), { raw })
    .resize({ width: Math.round((width * 200) / 300) })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Adds an A4 page that is covered by a picture. */
export async function addScan(document: PDFDocument, picture: Buffer): Promise<PDFPage> {
  const page = document.addPage(a4);
  page.drawImage(await document.embedJpg(picture), { x: 0, y: 0, width: a4[0], height: a4[1] });
  return page;
}

/**
 * Makes a PDF of one A4 page whose print is as usual and whose text layer says something else.
 * @param meaning what the text layer says for a printed character of ASCII
 */
export function aGarbledLetter(meaning: (character: string) => string): Promise<Buffer> {
  return aPdf((document) => {
    const page = document.addPage(a4);
    const { context } = document;
    const codes = Array.from({ length: 95 }, (_, index) => index + 32);
    const hex = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");
    const mapped = codes.map((code) => `<${code.toString(16)}> <${hex(meaning(String.fromCharCode(code)))}>`);
    const map = `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
${mapped.length} beginbfchar\n${mapped.join("\n")}\nendbfchar endcmap end`;
    const font = context.obj({
      Type: "Font",
      Subtype: "Type1",
      BaseFont: "Helvetica",
      Encoding: "WinAnsiEncoding",
      ToUnicode: context.register(context.stream(map)),
    });
    page.node.setFontDictionary(PDFName.of("F"), context.register(font));
    const shown = letter.map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj 0 -24 Td`);
    const content = `BT /F 12 Tf 72 770 Td ${shown.join("\n")} ET`;
    page.node.set(PDFName.of("Contents"), context.register(context.stream(content)));
  });
}

/** A fixed exchange of letters, different for each seed. */
export function exchangedLetters(seed: number): (character: string) => string {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  let state = seed * 7_919 + 17;
  for (let last = letters.length - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = Math.floor((state / 2_147_483_648) * (last + 1));
    const [one = "", two = ""] = [letters[last], letters[other]];
    letters[last] = two;
    letters[other] = one;
  }
  return (character) => {
    const found = letters["abcdefghijklmnopqrstuvwxyz".indexOf(character.toLowerCase())];
    if (found === undefined) return character;
    return character === character.toLowerCase() ? found : found.toUpperCase();
  };
}
