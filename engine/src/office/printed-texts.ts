import { PDFArray, type PDFDict, PDFRawStream } from "@cantoo/pdf-lib";
import type { SourcePage } from "../pdf/document.ts";
import {
  identity,
  intersection,
  type Matrix,
  multiply,
  type Rect,
  transformPoint,
  transformRect,
} from "../pdf/geometry.ts";
import { dictEntry, entry, inherited, numberEntry, numbersEntry } from "../pdf/objects.ts";
import { readOutline } from "../pdf/outline.ts";
import { contentStreams, decodeContent } from "../pdf/streams.ts";
import { readStrictly } from "../pdf/strict-reader.ts";

/** A piece of text on a page, in drawing order. */
export interface PrintedText {
  text: string;
  /** The visible characters of the text; clipped ones are replaced by spaces. */
  seen: string;
  /** Whether the edges of a cell may clip it, or those of the page do. */
  isClipped: boolean;
}

/** The pages of a sheet, or of a part of a document, that has a bookmark. */
export interface PrintedPart {
  title: string;
  /** Yields its texts, page by page. */
  texts(): Generator<PrintedText[]>;
}

interface Font {
  /** Characters by code. */
  characters: string[];
  /** Widths in thousandths of the font size, starting with code `first`. */
  widths: number[];
  first: number;
}

/**
 * Reads the texts on the pages of a PDF written by LibreOffice, and which of their characters the edges of cells clip.
 * Programs such as pdftotext return clipped text too, so they cannot be used. Only LibreOffice's output is understood:
 * fonts with one byte for each character, texts in hexadecimal.
 * @returns the parts with bookmarks of the first level, in order
 */
export function printedParts(pdf: Buffer): PrintedPart[] {
  const source = readStrictly(pdf);
  if (!source) return [];
  const fonts = new Map<PDFDict, Font | undefined>();
  const fontOf = ({ node }: SourcePage, key: string): Font | undefined => {
    const font = dictEntry(dictEntry(inherited(node, "Resources"), "Font"), key);
    if (font && !fonts.has(font)) fonts.set(font, readFont(font));
    return font && fonts.get(font);
  };
  const contentOf = ({ node }: SourcePage) =>
    contentStreams(node).map((stream) => decodeContent(stream).data.toString("latin1"));

  const outline = readOutline(source, (destination) => (destination instanceof PDFArray ? destination : undefined));
  const marks = outline.map(({ title, destination }) => ({
    title,
    from: source.pages.findIndex(({ reference }) => reference === destination?.get(0)),
  }));
  return marks.map(({ title, from }, index) => ({
    title,
    *texts() {
      for (const page of source.pages.slice(from, marks[index + 1]?.from)) {
        yield textsIn(contentOf(page).join("\n"), page.box, (name) => fontOf(page, name));
      }
    },
  }));
}

const utf16 = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

function readFont(font: PDFDict): Font | undefined {
  const map = entry(font, "ToUnicode");
  if (!(map instanceof PDFRawStream)) return undefined;
  const pairs = decodeContent(map)
    .data.toString("latin1")
    .matchAll(/<([0-9A-F]{2})>\s*<((?:[0-9A-F]{4})+)>/g);
  const characters: string[] = [];
  for (const [, code = "", text = ""] of pairs) characters[Number.parseInt(code, 16)] = utf16(text);
  return { characters, widths: numbersEntry(font, "Widths") ?? [], first: numberEntry(font, "FirstChar") ?? 0 };
}

const token = /<([0-9A-F]*)>|\[([^\]]*)\]|\/([^\s/<>[\]()]+)|(-?\d*\.?\d+)|([A-Za-z*]+)/g;
/** Height above the baseline at which a character must be visible, relative to the font size. */
const middleOfCharacters = 0.25;

const isIn = (rect: Rect, x: number, y: number): boolean =>
  x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3];

/** Returns the texts that a page draws (ISO 32000-1, 8.4, 8.5.4 and 9.4). */
function textsIn(content: string, page: Rect, fontOf: (name: string) => Font | undefined): PrintedText[] {
  const texts: PrintedText[] = [];
  let state = { matrix: identity, clip: undefined as Rect | undefined };
  const saved: (typeof state)[] = [];
  let numbers: number[] = [];
  let [strings, name] = ["", ""];
  let rectangle: Rect | undefined;
  let [place, font, size, stretch]: [Matrix, Font | undefined, number, number] = [identity, undefined, 0, 1];
  let drawn: PrintedText = { text: "", seen: "", isClipped: false };

  const show = (shown: string) => {
    const clip = state.clip ?? page;
    const onPage = multiply(place, state.matrix);
    // A point of the line moves on the page by these two for each unit of x.
    const [right, up] = onPage;
    const [left, bottom] = transformPoint(onPage, 0, size * middleOfCharacters);
    let x = 0;
    for (const [, hex = "", back] of shown.matchAll(/<([0-9A-F]*)>|(-?\d*\.?\d+)/g)) {
      if (back !== undefined) x -= (Number(back) / 1000) * size * stretch;
      for (let at = 0; at < hex.length; at += 2) {
        const code = Number.parseInt(hex.slice(at, at + 2), 16);
        const characters = font?.characters[code] ?? "\ufffd";
        const width = ((font?.widths[code - font.first] ?? 0) / 1000) * size * stretch;
        drawn.text += characters;
        const middle = x + width / 2;
        const isSeen = isIn(clip, left + right * middle, bottom + up * middle);
        drawn.seen += isSeen ? characters : " ".repeat(characters.length);
        drawn.isClipped ||= !isSeen;
        x += width;
      }
    }
    place = multiply([1, 0, 0, 1, x, 0], place);
    drawn.isClipped ||= state.clip !== undefined;
  };
  for (const [whole, hex, list, named, number, operator] of content.matchAll(token)) {
    if (number !== undefined) numbers.push(Number(number));
    else if (hex !== undefined || list !== undefined) strings = whole;
    else if (named !== undefined) name = named;
    if (operator === undefined) continue;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (operator === "q") saved.push({ ...state });
    else if (operator === "Q") state = saved.pop() ?? state;
    else if (operator === "cm") state.matrix = multiply([a, b, c, d, e, f], state.matrix);
    else if (operator === "re") rectangle = transformRect(state.matrix, [a, b, a + c, b + d]);
    else if (operator.startsWith("W") && rectangle) {
      state.clip = state.clip ? (intersection(state.clip, rectangle) ?? [0, 0, -1, -1]) : rectangle;
    } else if (operator === "BT") {
      [place, stretch] = [identity, 1];
      drawn = { text: "", seen: "", isClipped: false };
    } else if (operator === "Td") place = multiply([1, 0, 0, 1, a, b], place);
    else if (operator === "Tm") place = [a, b, c, d, e, f];
    else if (operator === "Tz") stretch = a / 100;
    else if (operator === "Tf") [font, size] = [fontOf(name), a];
    else if (operator === "Tj" || operator === "TJ") show(strings);
    else if (operator === "ET" && drawn.text !== "") texts.push(drawn);
    numbers = [];
  }
  return texts;
}
