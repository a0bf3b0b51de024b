import type { Box } from "@sheaf/contracts/reading.ts";

/** A line of words in pixels of the picture that was read. */
export interface RecognisedLine {
  /** Start and end of the line on which the letters stand, in reading direction. */
  baseline: readonly [fromX: number, fromY: number, toX: number, toY: number];
  /** Height of the font, and of its small letters. */
  size: number;
  xHeight: number;
  words: RecognisedWord[];
}

export interface RecognisedWord {
  text: string;
  box: Box;
  /** From 0 to 100. */
  confidence: number;
}

/** More than any sheet of paper holds; the rest is ignored. */
const mostWords = 10_000;
const longestWord = 200;

const lineClasses = new Set(["ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"]);
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

/**
 * Reads the lines of words in Tesseract's answer (hOCR 1.2, section 4). What does not follow the format is left out;
 * the time is proportional to the length of the answer, whatever it holds.
 */
export function linesOf(hocr: string): RecognisedLine[] {
  const lines: RecognisedLine[] = [];
  let word: RecognisedWord | undefined;
  let words = 0;
  for (let at = hocr.indexOf("<"); at >= 0; ) {
    const end = hocr.indexOf(">", at);
    if (end < 0) break;
    const tag = hocr.slice(at + 1, end);
    const next = hocr.indexOf("<", end);
    const text = hocr.slice(end + 1, next < 0 ? undefined : next);
    at = next;
    if (tag.startsWith("span")) {
      word = undefined;
      const name = attribute(tag, "class");
      const title = properties(attribute(tag, "title"));
      const box = boxOf(title);
      if (box && lineClasses.has(name)) lines.push(lineOf(box, title));
      if (box && name === "ocrx_word") word = { text: "", box, confidence: numberOf(title, "x_wconf", 0, 100) };
    }
    if (word && word.text.length < longestWord) word.text += decoded(text);
    if (tag.startsWith("/span") && word) {
      word.text = word.text.trim();
      if (word.text !== "" && words++ < mostWords) lines.at(-1)?.words.push(word);
      word = undefined;
    }
  }
  return lines.filter((line) => line.words.length > 0);
}

/** Returns the value of an attribute in single or double quotes, or an empty text. */
function attribute(tag: string, name: string): string {
  const at = tag.indexOf(`${name}=`);
  const quote = tag[at + name.length + 1];
  if (at < 0 || (quote !== "'" && quote !== '"')) return "";
  const from = at + name.length + 2;
  const to = tag.indexOf(quote, from);
  return to < 0 ? "" : tag.slice(from, to);
}

/** Properties of a title by their names: "bbox 1 2 3 4; x_wconf 90". */
function properties(title: string): Map<string, number[]> {
  const parts = title.split(";").map((part) => part.trim().split(" "));
  return new Map(parts.map(([name = "", ...values]) => [name, values.map(Number)]));
}

function numberOf(title: Map<string, number[]>, name: string, least: number, most: number): number {
  const [value = Number.NaN] = title.get(name) ?? [];
  return Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : least;
}

/** Larger than any picture that is read. */
const farthest = 100_000;

function boxOf(title: Map<string, number[]>): Box | undefined {
  const [left, top, right, bottom] = title.get("bbox") ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  const isBox = left >= 0 && top >= 0 && right > left && bottom > top && right <= farthest && bottom <= farthest;
  return isBox ? [left, top, right, bottom] : undefined;
}

function lineOf(box: Box, title: Map<string, number[]>): RecognisedLine {
  const [, top, , bottom] = box;
  const size = numberOf(title, "x_size", 0, farthest) || bottom - top;
  const beyond = numberOf(title, "x_ascenders", 0, farthest) + numberOf(title, "x_descenders", 0, farthest);
  const xHeight = beyond < size ? size - beyond : size / 2;
  const turned = numberOf(title, "textangle", 0, 360);
  const baseline = turned === 0 ? baselineOf(box, title) : turnedBaseline(box, turned);
  return { baseline, size, xHeight, words: [] };
}

/** The property gives slope and distance of the line from the lower left corner of its box. */
function baselineOf([left, , right, bottom]: Box, title: Map<string, number[]>): RecognisedLine["baseline"] {
  const [slope = 0, offset = 0] = title.get("baseline") ?? [];
  const isUsable = Number.isFinite(slope) && Number.isFinite(offset) && Math.abs(slope) < 1;
  const from = isUsable ? bottom + offset : bottom;
  return [left, from, right, isUsable ? from + slope * (right - left) : from];
}

/** Lines in a block that Tesseract turned, by its angle anticlockwise. */
function turnedBaseline([left, top, right, bottom]: Box, angle: number): RecognisedLine["baseline"] {
  if (angle < 135) return [right, bottom, right, top];
  return angle < 225 ? [right, top, left, top] : [left, top, left, bottom];
}

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text
    .split("&")
    .map((part, index) => {
      const end = part.indexOf(";");
      const character = index > 0 && end > 0 && end < 8 ? entities[part.slice(0, end)] : undefined;
      return index === 0 ? part : character === undefined ? `&${part}` : character + part.slice(end + 1);
    })
    .join("");
}
