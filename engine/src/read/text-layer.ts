import type { Box, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import { readingLimits } from "@sheaf/contracts/reading.ts";
import { multiply, type Rect, transformPoint, transformRect } from "../pdf/geometry.ts";
import { type Scratch, withScratch } from "../pdf/pdfium-module.ts";
import type { OpenPage } from "./open-page.ts";

/** The text that a page carries itself. */
export interface TextLayer {
  lines: ReadLine[];
  words: ReadWord[];
  /** Number of its characters, without spaces. */
  characters: number;
  /** How many of them have no meaning: private use, unassigned, control, U+FFFD, or no entry in the font's table. */
  meaningless: number;
  /** How many of them are drawn invisibly, as recognised text under a scan is. */
  invisible: number;
}

/** FPDF_TEXTRENDERMODE_INVISIBLE of fpdf_edit.h. */
const invisibleMode = 3;
/** Characters beyond this are not read: a page of print has 5,000, and each takes some microseconds. */
const maxCharacters = 200_000;
const maxWordLength = 200;
/** Two characters whose directions differ by more than this (the cosine) are not of one line. */
const sameDirection = 0.97;
/** Baselines that are further apart than this, in sizes, are not of one line; superscripts are nearer. */
const sameBaseline = 0.8;

interface Character {
  text: string;
  box: Box;
  /** Where it stands on its baseline. */
  x: number;
  y: number;
  /** Unit vector of the reading direction. */
  along: readonly [number, number];
  size: number;
}

/**
 * Reads the words of a page's text layer, in the order of the file, with their boxes and lines. Spaces and line ends
 * between them are found by PDFium where the file has none. Text outside the page is left out.
 */
export function textLayerOf(opened: OpenPage): TextLayer {
  const { pdfium, page } = opened;
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return { lines: [], words: [], characters: 0, meaningless: 0, invisible: 0 };
  try {
    return withScratch(pdfium, 16, (scratch) => readLayer(opened, textPage, scratch));
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
}

function readLayer(opened: OpenPage, textPage: number, scratch: Scratch): TextLayer {
  const { pdfium } = opened;
  const layer: TextLayer = { lines: [], words: [], characters: 0, meaningless: 0, invisible: 0 };
  const rows = new Rows(layer);
  const count = Math.min(maxCharacters, pdfium.FPDFText_CountChars(textPage));
  let object = 0;
  let isInvisible = false;
  for (let index = 0; index < count && layer.words.length < readingLimits.wordsPerPage; index++) {
    let code = pdfium.FPDFText_GetUnicode(textPage, index);
    if (isHighSurrogate(code) && index + 1 < count)
      code = String.fromCharCode(code, pdfium.FPDFText_GetUnicode(textPage, ++index)).codePointAt(0) ?? code;
    if (code === 13 || code === 10) rows.endLine();
    else if (isSpace(code)) rows.endWord();
    else {
      const text = textOf(code, pdfium.FPDFText_IsHyphen(textPage, index) === 1);
      const isMeaningless = text === "" || pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1;
      layer.characters += 1;
      if (isMeaningless) layer.meaningless += 1;
      const now = pdfium.FPDFText_GetTextObject(textPage, index);
      if (now !== object) isInvisible = pdfium.FPDFTextObj_GetTextRenderMode(now) === invisibleMode;
      object = now;
      if (isInvisible) layer.invisible += 1;
      const character = characterAt(opened, textPage, index, isMeaningless ? "\ufffd" : text, scratch);
      if (character) rows.add(character);
    }
  }
  rows.endLine();
  return isBottomUp(layer.lines) ? reversed(layer) : layer;
}

/** From this many steps from line to line on, most of them against the reading direction mean a wrong order. */
const stepsThatTell = 3;

/** Returns whether lines follow each other from the last to the first, as PDFium has them on some turned pages. */
function isBottomUp(lines: ReadLine[]): boolean {
  const steps = lines.slice(1).map(({ baseline: [x, y] }, index) => {
    const [lastX = 0, lastY = 0, toX = 0, toY = 0] = lines[index]?.baseline ?? [];
    const length = Math.hypot(toX - lastX, toY - lastY) || 1;
    return ((toX - lastX) * (y - lastY) - (toY - lastY) * (x - lastX)) / length;
  });
  const up = steps.filter((step) => step < 0).length;
  return steps.length >= stepsThatTell && up > steps.length * mostly;
}

const mostly = 0.8;

function reversed(layer: TextLayer): TextLayer {
  const last = layer.lines.length - 1;
  const words = layer.lines.flatMap((_line, index) => layer.words.filter(({ line }) => line === last - index));
  return {
    ...layer,
    lines: layer.lines.toReversed(),
    words: words.map((word) => ({ ...word, line: last - word.line })),
  };
}

/** Collects characters into words and lines. */
class Rows {
  readonly #layer: TextLayer;
  #word: Character[] = [];
  #line: Character[] = [];
  constructor(layer: TextLayer) {
    this.#layer = layer;
  }

  add(character: Character): void {
    const last = this.#line.at(-1);
    if (last && !areOnOneLine(last, character)) this.endLine();
    if (this.#word.length >= maxWordLength) this.endWord();
    this.#word.push(character);
    this.#line.push(character);
  }

  endWord(): void {
    const text = this.#word.map((each) => each.text).join("");
    if (text.trim() !== "") {
      const box = around(this.#word.map((each) => each.box));
      this.#layer.words.push({ text: text.normalize("NFC"), box, confidence: 100, line: this.#layer.lines.length });
    }
    this.#word = [];
  }

  endLine(): void {
    this.endWord();
    const [first] = this.#line;
    if (first && this.#layer.words.at(-1)?.line === this.#layer.lines.length)
      this.#layer.lines.push(lineOf(first, this.#line));
    this.#line = [];
  }
}

function areOnOneLine(last: Character, next: Character): boolean {
  const [x, y] = last.along;
  if (x * next.along[0] + y * next.along[1] < sameDirection) return false;
  const apart = Math.abs((next.y - last.y) * x - (next.x - last.x) * y);
  return apart <= sameBaseline * Math.max(last.size, next.size);
}

/** The baseline of most of the line, from where its first character begins to where its last one ends. */
function lineOf(first: Character, characters: Character[]): ReadLine {
  const [x, y] = first.along;
  const middle = median(characters.map((each) => each.y * x - each.x * y));
  const ends = characters.flatMap(({ box: [left, top, right, bottom] }) => [
    left * x + top * y,
    right * x + bottom * y,
    left * x + bottom * y,
    right * x + top * y,
  ]);
  // along the direction by `distance`, across it by `middle`
  const at = (distance: number) => [distance * x - middle * y, distance * y + middle * x] as const;
  const [from, to] = extentOf(ends).map((distance) => at(distance).map(rounded));
  return {
    baseline: [from?.[0] ?? 0, from?.[1] ?? 0, to?.[0] ?? 0, to?.[1] ?? 0],
    size: rounded(median(characters.map(({ size }) => size))),
  };
}

function characterAt(
  { pdfium, place, width, height }: OpenPage,
  textPage: number,
  index: number,
  text: string,
  { address, float }: Scratch,
): Character | null {
  const double = (number: number) => pdfium.pdfium.getValue(address + number * 8, "double");
  let box: Rect | null = null;
  if (pdfium.FPDFText_GetCharBox(textPage, index, address, address + 8, address + 16, address + 24))
    box = transformRect(place, [double(0), double(2), double(1), double(3)]);
  if (!(box && box[2] > box[0] && box[3] > box[1])) {
    // A glyph without ink, or one that a font program draws: the room that the font reserves for it.
    if (!pdfium.FPDFText_GetLooseCharBox(textPage, index, address)) return null;
    box = transformRect(place, [float(0), float(3), float(2), float(1)]);
  }
  const [left, top, right, bottom] = box;
  if (!(right > 0 && bottom > 0 && left < width && top < height)) return null;
  if (!pdfium.FPDFText_GetCharOrigin(textPage, index, address, address + 8)) return null;
  const [x, y] = transformPoint(place, double(0), double(1));
  if (!pdfium.FPDFText_GetMatrix(textPage, index, address)) return null;
  const [a, b, c, d] = multiply([float(0), float(1), float(2), float(3), 0, 0], place);
  const length = Math.hypot(a, b);
  const tall = Math.abs(pdfium.FPDFText_GetFontSize(textPage, index)) * Math.hypot(c, d);
  if (![left, top, right, bottom, x, y].every(Number.isFinite)) return null;
  return {
    text,
    box: [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)],
    x,
    y,
    along: length > 0 ? [a / length, b / length] : [1, 0],
    size: tall > 0 && tall <= height ? tall : bottom - top,
  };
}

const isSpace = (code: number): boolean => code === 0 || /\s/u.test(String.fromCodePoint(Math.min(code, 0x10ffff)));

/** Some fonts name characters beyond the first 65,536 in two halves. */
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** What PDFium gives for a hyphen at the end of a line, and a soft one. */
const hyphens = [0x02, 0xfffe, 0xad];
const ligatures = /[\ufb00-\ufb06]/gu;
const withoutMeaning = /^[\p{Co}\p{Cn}\p{Cc}\p{Cs}\ufffd]$/u;

/** Returns the text of a character; an empty one when it has no meaning. */
function textOf(code: number, isHyphen: boolean): string {
  if (isHyphen || hyphens.includes(code)) return "-";
  if (code > 0x10ffff) return "";
  const text = String.fromCodePoint(code);
  return withoutMeaning.test(text) ? "" : text.replace(ligatures, (ligature) => ligature.normalize("NFKC"));
}

function around(boxes: Box[]): Box {
  const [left, right] = extentOf(boxes.flatMap(([from, , to]) => [from, to]));
  const [top, bottom] = extentOf(boxes.flatMap(([, from, , to]) => [from, to]));
  return [rounded(left), rounded(top), rounded(right), rounded(bottom)];
}

/** Returns the smallest and the largest value. A line may have more characters than a call takes arguments. */
function extentOf(values: number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Hundredths of a point are finer than any print, and keep the results short. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
