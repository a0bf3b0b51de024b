import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Box, PageReading } from "@sheaf/contracts/reading.ts";
import { printedOn } from "./terms/printed-on.ts";
import type { Printed } from "./terms/terms.ts";

/** What a hit shows of its page. */
export interface Layout {
  /** Size of the page, in points. */
  width: number;
  height: number;
  words: (Printed & { box: Box })[];
}

/** Far above what `readingLimits.wordsPerPage` words need. */
const maxBytes = 4 * 2 ** 20;

/** Packs the words of a page with their boxes, in whole points. */
export function packLayout(page: Pick<PageReading, "width" | "height" | "words" | "lines">): Buffer {
  const boxes = page.words.flatMap(({ box }) => box.map(Math.round));
  const printed = printedOn(page);
  const texts = printed.map(({ text }) => text.replaceAll("\n", " ")).join("\n");
  const joins = printed.flatMap(({ joinsNext }, index) => (joinsNext ? [index] : []));
  return deflateRawSync(JSON.stringify([Math.round(page.width), Math.round(page.height), texts, boxes, joins]));
}

/** Unpacks what `packLayout` returned. */
export function unpackLayout(packed: Buffer): Layout {
  const [width, height, texts, boxes, joins]: [number, number, string, number[], number[]] = JSON.parse(
    inflateRawSync(packed, { maxOutputLength: maxBytes }).toString(),
  );
  const joining = new Set(joins);
  const words = texts === "" ? [] : texts.split("\n");
  return {
    width,
    height,
    words: words.map((text, index) => ({ text, joinsNext: joining.has(index), box: boxOf(boxes, 4 * index) })),
  };
}

const boxOf = (numbers: number[], from: number): Box => {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbers.slice(from, from + 4);
  return [left, top, right, bottom];
};
