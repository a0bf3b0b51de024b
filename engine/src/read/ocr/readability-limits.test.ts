import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import type { RecognisedLine } from "./hocr.ts";
import { type LookedAt, readabilityOf } from "./readability.ts";

const blank = { pixels: new Uint8Array(200 * 100).fill(255), width: 200, height: 100 };
const line = (xHeight: number, ...boxes: Box[]): RecognisedLine => ({
  baseline: [0, 50, 200, 50],
  size: 2 * xHeight,
  xHeight,
  words: boxes.map((box) => ({ text: "word", confidence: 90, box })),
});
const inside: Box = [50, 40, 90, 60];
/** A page with three words of letters that are 20 high, read unsurely. */
const page = (about: Partial<LookedAt> = {}): LookedAt => ({
  picture: blank,
  lines: [line(20, inside, inside, inside)],
  confidence: 40,
  contrast: 0.9,
  inkTiles: 100,
  scanScale: 1,
  sourceDpi: 300,
  skew: 0,
  coverage: 1,
  ...about,
});
const problemOf = (about: Partial<LookedAt>) => readabilityOf(page(about)).problem;

test("measures are rounded", () => {
  const about = { contrast: 0.456, skew: -1.26, coverage: 0.987 };
  expect(readabilityOf(page(about))).toMatchObject({ contrast: 0.46, skew: -1.3, coverage: 0.99, sharpness: 0 });
});

describe("the problem of a page", () => {
  test.each<[string, Partial<LookedAt>, string | null]>([
    ["without words on twelve squares of ink", { lines: [], inkTiles: 12 }, null],
    ["without words on thirteen squares of ink", { lines: [], inkTiles: 13 }, "no-words"],
    ["of letters 5.5 high that is sure", { lines: [line(5.5, inside)], confidence: 90 }, null],
    ["of lower letters that is sure", { lines: [line(5.4, inside)], confidence: 90 }, "small"],
    ["of letters that were enlarged", { lines: [line(20, inside)], scanScale: 0.27, confidence: 90 }, "small"],
    ["of letters 8 high that is unsure", { lines: [line(8, inside)] }, "blurred"],
    ["of letters below 8 that is unsure", { lines: [line(7.9, inside)] }, "small"],
    ["at a confidence of 65", { confidence: 65 }, null],
    ["below a confidence of 65", { confidence: 64.9 }, "blurred"],
    ["without a confidence", { confidence: null }, null],
  ])("%s", (_, about, problem) => {
    expect(problemOf(about)).toBe(problem);
  });

  const touching = (box: Box, count: number, others: number, about: Partial<RecognisedLine["words"][number]> = {}) =>
    problemOf({
      confidence: 90,
      lines: [
        ...Array.from({ length: count }, () => ({
          ...line(20),
          words: [{ text: "word", confidence: 90, box, ...about }],
        })),
        ...Array.from({ length: others }, () => line(20, inside)),
      ],
    });

  test.each<[string, string | null, string | null]>([
    ["two lines at the edge", touching([0, 40, 40, 60], 2, 0), null],
    ["three lines at the edge", touching([0, 40, 40, 60], 3, 0), "cut-off"],
    ["three of 24 lines", touching([0, 40, 40, 60], 3, 21), "cut-off"],
    ["three of 25 lines", touching([0, 40, 40, 60], 3, 22), null],
    ["lines two from the left", touching([2, 40, 40, 60], 3, 0), "cut-off"],
    ["lines three from the left", touching([3, 40, 40, 60], 3, 0), null],
    ["lines two from the right", touching([150, 40, 198, 60], 3, 0), "cut-off"],
    ["lines three from the right", touching([150, 40, 197, 60], 3, 0), null],
    ["words of confidence 40", touching([0, 40, 40, 60], 3, 0, { confidence: 40 }), "cut-off"],
    ["words of less confidence", touching([0, 40, 40, 60], 3, 0, { confidence: 39 }), null],
    ["single letters", touching([0, 40, 40, 60], 3, 0, { text: "a" }), null],
  ])("%s: %s", (_, found, problem) => {
    expect(found).toBe(problem);
  });
});

describe("the resolution of a page", () => {
  test.each<[string, Partial<LookedAt>, number | null]>([
    ["by its letters", { confidence: 90, sourceDpi: null }, 280],
    ["by its letters when they tell more than the scan", { confidence: 90, sourceDpi: 200 }, 280],
    ["by its scan when that tells more", { confidence: 90, sourceDpi: 400 }, 400],
    ["by its letters twice at most", { confidence: 90, sourceDpi: 900 }, 560],
    ["by its scan when it is hard to read", { confidence: 64, sourceDpi: 110.4 }, 110],
    ["by its letters at a confidence of 65", { confidence: 65, sourceDpi: 110.4, lines: [line(8, inside)] }, 112],
    ["by its scan without a confidence", { confidence: null, sourceDpi: 110.6 }, 111],
    ["by its letters when it is hard and the scan is not known", { confidence: 40, sourceDpi: null }, 280],
    ["by nothing without both", { lines: [], confidence: null, sourceDpi: null }, null],
    ["by its scan without letters", { lines: [], confidence: 90, sourceDpi: 150 }, 150],
    [
      "by the middle one of its letters",
      { lines: [line(30, inside), line(10, inside, inside)], confidence: 90, sourceDpi: null },
      140,
    ],
    ["by the higher one of two", { lines: [line(30, inside), line(10, inside)], confidence: 90, sourceDpi: null }, 420],
    ["in pixels of the scan", { confidence: 90, sourceDpi: null, scanScale: 0.5 }, 140],
  ])("is told %s", (_, about, dpi) => {
    expect(readabilityOf(page(about)).dpi).toBe(dpi);
  });
});

describe("the sharpness of a page", () => {
  /** Columns of a width, black and white by turns, in the middle of a picture. */
  const striped = (width: number, dark = 0, light = 255) => ({
    ...blank,
    pixels: blank.pixels.map((_, at) => (Math.floor((at % 200) / width) % 2 === 0 ? dark : light)),
  });
  const sharpnessOf = (about: Partial<LookedAt>) => readabilityOf(page(about)).sharpness;

  test("is the variance of the differences of neighbours, by contrast and height of the letters", () => {
    // At columns of one pixel each differs by 2 levels of 255 from both neighbours: 4 in squares of the contrast.
    const picture = striped(1);
    expect(sharpnessOf({ picture, lines: [line(20, [50, 40, 90, 60])] })).toBe(4);
    expect(sharpnessOf({ picture, lines: [line(10, [50, 40, 90, 60])] })).toBe(1);
    expect(sharpnessOf({ picture: striped(2), lines: [line(20, [50, 40, 90, 60])] })).toBe(1);
    expect(sharpnessOf({ picture: striped(2, 100, 140), lines: [line(20, [50, 40, 90, 60])] })).toBe(1);
    const rows = { ...blank, pixels: blank.pixels.map((_, at) => (Math.floor(at / 200) % 2 === 0 ? 0 : 255)) };
    expect(sharpnessOf({ picture: rows, lines: [line(20, [50, 40, 90, 60])] })).toBe(4);
  });

  test("is told by words of at least fifty pixels that show something", () => {
    const picture = striped(1);
    expect(sharpnessOf({ picture, lines: [line(20, [50, 40, 60, 45])] })).toBe(4);
    expect(sharpnessOf({ picture, lines: [line(20, [50, 40, 57, 47])] })).toBe(0);
    expect(sharpnessOf({ picture: striped(1, 100, 130), lines: [line(20, inside)] })).toBe(4);
    expect(sharpnessOf({ picture: striped(1, 100, 129), lines: [line(20, inside)] })).toBe(0);
  });

  test("is measured inside the picture", () => {
    const picture = striped(1);
    expect(sharpnessOf({ picture, lines: [line(20, [0, 0, 200, 100])] })).toBe(4);
    expect(sharpnessOf({ picture, lines: [line(20, [-50, -50, 300, 300])] })).toBe(4);
    const first = { ...blank, pixels: blank.pixels.map((_, at) => (at % 200 === 0 || at < 200 ? 0 : 255)) };
    // Only the columns and rows beside the black edge differ from their neighbours, and none is dark itself.
    expect(sharpnessOf({ picture: first, lines: [line(20, [0, 0, 20, 20])] })).toBe(0);
  });

  test("is the middle one of its words, of which every second one is looked at from 151 on", () => {
    const picture = { ...striped(1), pixels: striped(1).pixels.map((level, at) => (at >= 200 * 70 ? 255 : level)) };
    const [sharp, empty]: Box[] = [
      [50, 40, 90, 60],
      [50, 75, 90, 95],
    ];
    const words = (count: number, first: Box, other: Box) =>
      line(20, ...Array.from({ length: count }, (_, at) => (at % 2 === 0 ? first : other)));
    if (!sharp || !empty) throw new Error("unreachable");
    const wide: Box = [52, 40, 92, 60];
    expect(sharpnessOf({ picture, lines: [words(150, empty, wide)] })).toBe(4);
    expect(sharpnessOf({ picture, lines: [words(151, empty, wide)] })).toBe(0);
    expect(sharpnessOf({ picture, lines: [words(151, sharp, empty)] })).toBe(4);
  });

  test("tells blurred from faint print", () => {
    expect(problemOf({ picture: striped(1), contrast: 0.19 })).toBe("faint");
    expect(problemOf({ picture: striped(1), contrast: 0.2 })).toBe("blurred");
    expect(problemOf({ picture: blank, contrast: 0.19 })).toBe("blurred");
  });
});
