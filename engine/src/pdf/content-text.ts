import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { attempt } from "../attempt.ts";
import { operatorsOf } from "./content-operators.ts";
import type { SourcePage } from "./document.ts";
import { characterTexts, type DecodeShown, decodeNothing } from "./fonts/character-texts.ts";
import { asNumber, dictEntry, entry, inherited, nameEntry } from "./objects.ts";
import { contentStreams, decodeContent } from "./streams.ts";

/** Content, maps and text of more than this together are left to PDFium. */
const maxBytes = 4 << 20;
/** Counted for each stream, so that there are not too many small ones. */
const bytesForStream = 1_000;
/** Forms drawn within forms. */
const maxDepth = 8;

/** Operators that show text, and those that move to another place first (ISO 32000-1, 9.4). */
const showing = new Set(["Tj", "TJ", "'", '"']);
const moving = new Set(["BT", "Td", "TD", "Tm", "T*", "'", '"']);
/** A wider gap within shown text is a space; in thousandths of the font's size. */
const spaceAbove = -200;

/**
 * Returns the text of pages in the order of their content, with a space at every move. This takes a tenth of the time
 * of PDFium, which has to be loaded and reads the fonts. Annotations are left out, and characters of fonts that do not
 * tell their meaning are U+FFFD: what is found here is on the pages, and what is missing may still be.
 * @returns undefined when content cannot be read, or is too large
 */
export function contentText(pages: SourcePage[]): string | undefined {
  const written: string[] = [];
  const fonts = new Map<PDFDict, DecodeShown>();
  let bytesLeft = maxBytes;

  function charge(bytes: number): void {
    bytesLeft -= bytes;
    if (bytesLeft < 0) throw new Error("The content is too large");
  }

  function unpack(stream: PDFRawStream): Buffer {
    const { data, whole } = decodeContent(stream);
    if (!whole) throw new Error("The content is damaged");
    charge(data.length + bytesForStream);
    return data;
  }

  function write(text: string): void {
    charge(text.length);
    written.push(text);
  }

  /** The streams of a page are one content, and are divided anywhere between two tokens. */
  const unpackAll = (streams: PDFRawStream[]) =>
    Buffer.concat(streams.flatMap((stream) => [unpack(stream), Buffer.from("\n")]));

  function read(content: Buffer, resources: PDFDict | undefined, depth: number): void {
    let decode = decodeNothing;
    const saved: DecodeShown[] = [];
    for (const { operator, operands } of operatorsOf(content)) {
      const last = operands.at(-1);
      if (moving.has(operator)) write(" ");
      if (showing.has(operator)) write(shownText(last, decode));
      else if (operator === "q") saved.push(decode);
      else if (operator === "Q") decode = saved.pop() ?? decode;
      else if (operator === "Tf") decode = fontNamed(resources, operands.at(-2));
      else if (operator === "gs" && setsFont(entryNamed(resources, "ExtGState", last))) decode = decodeNothing;
      else if (operator === "Do") readForm(entryNamed(resources, "XObject", last), resources, depth);
    }
  }

  function fontNamed(resources: PDFDict | undefined, key: PDFObject | undefined): DecodeShown {
    const font = entryNamed(resources, "Font", key);
    if (!(font instanceof PDFDict)) return decodeNothing;
    const decode = fonts.get(font) ?? characterTexts(font, unpack, charge);
    fonts.set(font, decode);
    return decode;
  }

  function readForm(form: PDFObject | undefined, resources: PDFDict | undefined, depth: number): void {
    if (!(form instanceof PDFRawStream) || nameEntry(form.dict, "Subtype") !== "Form") return;
    if (depth === maxDepth) throw new Error("Forms are nested too deeply");
    write(" ");
    read(unpackAll([form]), dictEntry(form.dict, "Resources") ?? resources, depth + 1);
  }

  return attempt(() => {
    for (const { node } of pages) {
      const resources = inherited(node, "Resources");
      read(unpackAll(contentStreams(node)), resources instanceof PDFDict ? resources : undefined, 0);
      write("\n");
    }
    return written.join("");
  });
}

const setsFont = (state: PDFObject | undefined): boolean => entry(state, "Font") !== undefined;

function entryNamed(resources: PDFDict | undefined, kind: string, key: PDFObject | undefined): PDFObject | undefined {
  return key instanceof PDFName ? entry(dictEntry(resources, kind), key.decodeText()) : undefined;
}

function shownText(shown: PDFObject | undefined, decode: DecodeShown): string {
  if (shown instanceof PDFString || shown instanceof PDFHexString) return decode(shown.asBytes());
  if (!(shown instanceof PDFArray)) return "";
  const parts = shown.asArray().map((part) => {
    const move = asNumber(part);
    if (move === undefined) return shownText(part, decode);
    return move < spaceAbove ? " " : "";
  });
  return parts.join("");
}
