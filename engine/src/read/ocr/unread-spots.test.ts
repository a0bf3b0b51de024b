import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import type { GreyPicture } from "./grey-picture.ts";
import type { RecognisedLine } from "./hocr.ts";
import { unreadPart } from "./unread-ink.ts";

const side = 300;
/** White paper with frames of ink, three pixels thick: as open as letters are. */
function paper(...frames: Box[]): GreyPicture {
  const pixels = new Uint8Array(side * side).fill(255);
  for (const [left, top, right, bottom] of frames) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const isEdge = x < left + 3 || x >= right - 3 || y < top + 3 || y >= bottom - 3;
        if (isEdge) pixels[y * side + x] = 0;
      }
    }
  }
  return { pixels, width: side, height: side };
}
/** A row of frames of a size. */
const row = (count: number, wide: number, high: number, top = 150): Box[] =>
  Array.from({ length: count }, (_, at): Box => [30 + at * 45, top, 30 + at * 45 + wide, top + high]);
/** A frame with frames inside that leave no white. */
const filled = ([left, top, right, bottom]: Box): Box[] =>
  [0, 3, 6].map((inset) => [left + inset, top + inset, right - inset, bottom - inset]);
/** Eight words that were read at the top, with small letters of a height. */
const read = (xHeight: number, count = 8, box: Box = [0, 0, 60, 30]): RecognisedLine[] => [
  {
    baseline: [0, 30, 60, 30],
    size: 2 * xHeight,
    xHeight,
    words: Array.from({ length: count }, () => ({ text: "word", confidence: 90, box })),
  },
];
const isWorth = (picture: GreyPicture, lines = read(18)) => unreadPart(picture, lines) !== null;

describe("print that was left out is worth looking at", () => {
  test.each<[string, boolean, boolean]>([
    ["from five letters on", isWorth(paper(...row(5, 18, 18))), true],
    ["not for four letters", isWorth(paper(...row(4, 18, 18))), false],
    ["not beside seven words", isWorth(paper(...row(5, 18, 18)), read(18, 7)), false],
    ["as low as seven tenths of the small letters", isWorth(paper(...row(5, 15, 15))), true],
    ["not for lower spots", isWorth(paper(...row(5, 12, 12))), false],
    ["as high as 2.4 of the small letters", isWorth(paper(...row(5, 21, 42))), true],
    ["not for higher spots", isWorth(paper(...row(5, 21, 45))), false],
    ["as wide as 1.6 of its height", isWorth(paper(...row(5, 33, 21))), true],
    ["not for wider spots", isWorth(paper(...row(5, 36, 21))), false],
    ["as narrow as a fifth of its height", isWorth(paper(...row(5, 6, 30))), false],
    ["not for full squares", isWorth(paper(...row(5, 18, 18).flatMap(filled))), false],
  ])("%s", (_, found, worth) => {
    expect(found).toBe(worth);
  });

  test("in larger letters at a third of the size, in smaller ones at half of it", () => {
    // Lines of a width of two pixels: at a third of the size some of them are lost.
    expect(isWorth(paper(...row(5, 18, 18)), read(17))).toBe(true);
    expect(isWorth(paper(...row(5, 12, 12)), read(12))).toBe(true);
    expect(isWorth(paper(...row(5, 12, 12)), read(17))).toBe(true);
  });

  test("outside of the words that were read, with three pixels around them", () => {
    const words = (box: Box) => [
      {
        ...(read(18)[0] as RecognisedLine),
        words: [...(read(18)[0]?.words ?? []), { text: "w", confidence: 90, box }],
      },
    ];
    expect(isWorth(paper(...row(5, 18, 18)), words([30, 150, 48, 168]))).toBe(false);
    expect(isWorth(paper(...row(5, 18, 18)), words([33, 153, 45, 165]))).toBe(false);
    expect(isWorth(paper(...row(6, 18, 18)), words([30, 150, 48, 168]))).toBe(true);
  });

  test("of the size of the middle one of the words", () => {
    const mixed = [...read(40, 4), ...read(18, 5)];
    expect(isWorth(paper(...row(5, 18, 18)), mixed)).toBe(true);
    expect(isWorth(paper(...row(5, 18, 18)), [...read(40, 5), ...read(18, 4)])).toBe(false);
    expect(isWorth(paper(...row(5, 18, 18)), [...read(18, 4), ...read(40, 4)])).toBe(false);
  });
});

test("what remains is white where words were read, and without its grain", () => {
  const picture = paper(...row(5, 18, 18));
  for (const [at, level] of [192, 193, 254, 100].entries()) picture.pixels[200 * side + at] = level;
  picture.pixels[30 * side + 50] = 0;
  picture.pixels[33 * side + 50] = 0;
  picture.pixels[10 * side + 62] = 0;
  picture.pixels[10 * side + 63] = 0;
  const rest = unreadPart(picture, read(18));
  expect(rest).toMatchObject({ width: side, height: side });
  expect([0, 1, 2, 3].map((at) => rest?.pixels[200 * side + at])).toEqual([192, 255, 255, 100]);
  expect([rest?.pixels[30 * side + 50], rest?.pixels[33 * side + 50]]).toEqual([255, 0]);
  expect([rest?.pixels[10 * side + 62], rest?.pixels[10 * side + 63]]).toEqual([255, 0]);
  expect(rest?.pixels[151 * side + 31]).toBe(0);
  expect(picture.pixels[200 * side + 1]).toBe(193);
});

test("words may reach beyond the picture", () => {
  const box: Box = [-20, -20, 400, 40];
  const rest = unreadPart(paper(...row(5, 18, 18)), read(18, 8, box));
  expect(rest?.pixels[151 * side + 31]).toBe(0);
});
