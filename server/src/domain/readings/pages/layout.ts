import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Box, PageReading } from "@sheaf/contracts/reading.ts";

/** What a hit shows of its page. */
export interface Layout {
  /** Size of the page, in points. */
  width: number;
  height: number;
  words: { text: string; box: Box }[];
}

/** Far above what `readingLimits.wordsPerPage` words need. */
const maxBytes = 4 * 2 ** 20;

/** Packs the words of a page with their boxes, in whole points. */
export function packLayout({ width, height, words }: Pick<PageReading, "width" | "height" | "words">): Buffer {
  const boxes = words.flatMap(({ box }) => box.map(Math.round));
  const texts = words.map(({ text }) => text.replaceAll("\n", " ")).join("\n");
  return deflateRawSync(JSON.stringify([Math.round(width), Math.round(height), texts, boxes]));
}

/** Unpacks what `packLayout` returned. */
export function unpackLayout(packed: Buffer): Layout {
  const [width, height, texts, boxes]: [number, number, string, number[]] = JSON.parse(
    inflateRawSync(packed, { maxOutputLength: maxBytes }).toString(),
  );
  const words = texts === "" ? [] : texts.split("\n");
  return { width, height, words: words.map((text, index) => ({ text, box: boxOf(boxes, 4 * index) })) };
}

const boxOf = (numbers: number[], from: number): Box => {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbers.slice(from, from + 4);
  return [left, top, right, bottom];
};
