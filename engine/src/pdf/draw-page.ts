import { PDFDocument, type PDFRef, StandardFontEmbedder } from "@cantoo/pdf-lib";
import { FontNames } from "@cantoo/pdf-lib/standard-fonts";
import { valueFonts } from "./fonts/value-fonts.ts";
import { a4, printNumber } from "./geometry.ts";
import { name } from "./objects.ts";

export interface TextStyle {
  /** In points. */
  size: number;
  bold?: boolean;
  /** "#1D1B16" */
  colour: string;
  /** Which end of the text is at `x`; "left" by default. */
  align?: "left" | "right";
}

/** Draws text and lines on one sheet. `y` is the distance from the top edge. */
export interface Pen {
  /** Draws one line of text with its baseline at `y`. */
  text(words: string, x: number, y: number, style: TextStyle): void;
  /** Draws a horizontal line from `x` to `toX`. */
  rule(x: number, toX: number, y: number, style: { width: number; colour: string }): void;
  /** Breaks the words into lines of at most `width`; a word that is longer is broken, too. */
  wrap(words: string, width: number, style: Pick<TextStyle, "size" | "bold">): string[];
}

/**
 * Creates an A4 document of one page from text, in any script, and lines. It reads no uploaded file, so it needs no
 * sandbox. Equal input gives equal bytes.
 * @param about.at the creation date in the file
 */
export async function drawPage(about: { title: string; at: Date }, draw: (pen: Pen) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(about.title, { showInWindowTitleBar: true });
  document.setLanguage("en-GB");
  document.setProducer("Sheaf");
  document.setCreationDate(about.at);
  const { context } = document;
  const page = document.addPage([a4.width, a4.height]);
  const fonts = valueFonts(context);
  const bold = StandardFontEmbedder.for(FontNames.HelveticaBold);
  let boldReference: PDFRef | undefined;
  const operators: string[] = [];
  const use = (key: string, reference: PDFRef) => page.node.setFontDictionary(name(key), reference);

  const hasBold = (words: string) =>
    [...words].every((character) => character === "?" || bold.encodeText(character).asString() !== "3F");
  const widthOf = (words: string, { size, bold: isBold }: Pick<TextStyle, "size" | "bold">) =>
    isBold && hasBold(words) ? bold.widthOfTextAtSize(words, size) : fonts.widthOf(words, size);

  function show(words: string, { size, bold: isBold }: TextStyle): string {
    if (!isBold) return fonts.show(words, size, use);
    // Helvetica Bold lacks a character: embolden the regular font by stroking its outlines.
    if (!hasBold(words)) return `2 Tr ${printNumber(size / 30)} w ${fonts.show(words, size, use)} 0 Tr`;
    boldReference ??= bold.embedIntoContext(context);
    use("Bold", boldReference);
    return `/Bold ${printNumber(size)} Tf ${bold.encodeText(words)} Tj`;
  }

  draw({
    text(words, x, y, style) {
      const left = style.align === "right" ? x - widthOf(words, style) : x;
      const place = `${printNumber(left)} ${printNumber(a4.height - y)} Td`;
      const colour = components(style.colour);
      operators.push(`BT ${colour} rg ${colour} RG ${place} ${show(words, style)} ET`);
    },
    rule(x, toX, y, { width, colour }) {
      const [from, to] = [x, toX].map((at) => `${printNumber(at)} ${printNumber(a4.height - y)}`);
      operators.push(`${components(colour)} RG ${printNumber(width)} w ${from} m ${to} l S`);
    },
    wrap: (words, width, style) => wrapText(words, (line) => widthOf(line, style) <= width),
  });

  fonts.finish();
  page.node.set(name("Contents"), context.register(context.flateStream(operators.join("\n"))));
  return document.save({ useObjectStreams: false });
}

function components(colour: string): string {
  return [1, 3, 5].map((at) => printNumber(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ");
}

function wrapText(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/).filter((part) => part !== "")) {
    const longer = [...lines.slice(-1), word].join(" ");
    if (fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(...(fits(word) ? [word] : broken(word, fits)));
  }
  return lines;
}

function broken(word: string, fits: (line: string) => boolean): string[] {
  const lines = [""];
  for (const character of word) {
    const longer = (lines.at(-1) ?? "") + character;
    if (fits(longer) || longer === character) lines[lines.length - 1] = longer;
    else lines.push(character);
  }
  return lines;
}
