import { describe, expect, test } from "vitest";
import type { GreyPicture } from "./grey-picture.ts";
import { type Corners, paperIn } from "./paper-outline.ts";
import { straightened } from "./straighten.ts";

const table = 90;
const paper = 220;

/** A picture in which each pixel has its level. */
function photo(width: number, height: number, level: (x: number, y: number) => number): GreyPicture {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width)));
  return { pixels, width, height };
}
/** Paper on a table, from the first to before the last column and row. */
const sheetAt = (left: number, top: number, right: number, bottom: number, width = 240, height = 240) =>
  photo(width, height, (x, y) => (x >= left && x < right && y >= top && y < bottom ? paper : table));
/** Paper between four lines. */
const slanted = (isInside: (x: number, y: number) => boolean, width = 240, height = 240) =>
  photo(width, height, (x, y) => (isInside(x, y) ? paper : table));
const rounded = (corners: Corners | null) =>
  corners?.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
const isFound = (picture: GreyPicture) => paperIn(picture) !== null;

describe("the corners of a sheet of paper", () => {
  test.each<[string, GreyPicture, number[][]]>([
    [
      "in a square photo",
      sheetAt(40, 20, 200, 210),
      [
        [40.5, 20.5],
        [199.5, 20.5],
        [199.5, 209.5],
        [40.5, 209.5],
      ],
    ],
    [
      "in a wide photo",
      sheetAt(30, 15, 250, 110, 300, 120),
      [
        [30.5, 15.5],
        [249.5, 15.5],
        [249.5, 109.5],
        [30.5, 109.5],
      ],
    ],
    [
      "in a high photo",
      sheetAt(15, 30, 110, 250, 120, 300),
      [
        [15.5, 30.5],
        [109.5, 30.5],
        [109.5, 249.5],
        [15.5, 249.5],
      ],
    ],
    [
      "in a photo of 480 pixels",
      sheetAt(80, 60, 420, 400, 480, 480),
      [
        [80.5, 60.5],
        [419.5, 60.5],
        [419.5, 399.5],
        [80.5, 399.5],
      ],
    ],
    [
      "in a larger one, of which every second pixel is looked at",
      sheetAt(80, 60, 420, 400, 482, 482),
      [
        [81, 61],
        [419, 61],
        [419, 399],
        [81, 399],
      ],
    ],
    [
      "in one that is three times as large",
      sheetAt(120, 90, 900, 960, 1_200, 1_200),
      [
        [121.5, 91.5],
        [898.5, 91.5],
        [898.5, 958.5],
        [121.5, 958.5],
      ],
    ],
  ])("%s", (_, picture, corners) => {
    expect(rounded(paperIn(picture))).toEqual(corners);
  });

  test("that lies askew are where its edges meet", () => {
    // Edges with a slope of one in ten.
    const askew = slanted((x, y) => x - 0.1 * y >= 40 && x - 0.1 * y <= 180 && y + 0.1 * x >= 40 && y + 0.1 * x <= 210);
    const expected = [
      [43.6, 35.6],
      [182.2, 21.8],
      [199, 190.1],
      [60.4, 204],
    ];
    const found = paperIn(askew);
    for (const [at, [x = 0, y = 0]] of expected.entries()) {
      expect(Math.abs((found?.[at]?.[0] ?? 0) - x)).toBeLessThan(2);
      expect(Math.abs((found?.[at]?.[1] ?? 0) - y)).toBeLessThan(2);
    }
  });
});

describe("paper is found", () => {
  test.each<[string, GreyPicture, boolean]>([
    ["when it covers a fifth of the photo", sheetAt(60, 60, 168, 168), true],
    ["not when it covers less", sheetAt(60, 60, 166, 166), false],
    ["when it covers nearly all", sheetAt(5, 5, 235, 235), true],
    ["not when there is hardly a background", sheetAt(3, 3, 237, 237), false],
    ["when it reaches one edge of the photo", sheetAt(0, 30, 200, 210), true],
    ["not when it reaches two", sheetAt(0, 0, 200, 210), false],
    [
      "when it is 26 levels lighter than the table",
      photo(240, 240, (x, y) => (x >= 40 && x < 200 && y >= 20 && y < 210 ? 116 : 90)),
      true,
    ],
    [
      "not when it is 25 levels lighter",
      photo(240, 240, (x, y) => (x >= 40 && x < 200 && y >= 20 && y < 210 ? 115 : 90)),
      false,
    ],
    [
      "when one side is half as long again as the other",
      slanted((x, y) => y >= 20 && y < 220 && Math.abs(x - 120) <= 70 + (y - 20) * 0.15),
      true,
    ],
    [
      "not when it is much longer",
      slanted((x, y) => y >= 20 && y < 220 && Math.abs(x - 120) <= 50 + (y - 20) * 0.2),
      false,
    ],
    [
      "not when one upright side is much longer",
      slanted((x, y) => x >= 20 && x < 220 && Math.abs(y - 120) <= 50 + (x - 20) * 0.2),
      false,
    ],
    ["not when it is round", slanted((x, y) => Math.hypot(x - 120, y - 120) < 90), false],
    [
      "not when it leans by more than a half",
      slanted((x, y) => y >= 60 && y < 180 && x - 0.6 * y >= 20 && x - 0.6 * y <= 120),
      false,
    ],
    [
      "when a tenth of it is dark",
      slanted((x, y) => x >= 40 && x < 200 && y >= 20 && y < 210 && !(x >= 90 && x < 150 && y >= 90 && y < 140)),
      true,
    ],
    [
      "not when a quarter of it is dark",
      slanted((x, y) => x >= 40 && x < 200 && y >= 20 && y < 210 && !(x >= 70 && x < 170 && y >= 75 && y < 155)),
      false,
    ],
    [
      "with a smaller light spot beside it",
      photo(240, 240, (x, y) =>
        (x >= 60 && x < 220 && y >= 20 && y < 210) || (x >= 5 && x < 30 && y >= 5 && y < 30) ? paper : table,
      ),
      true,
    ],
    ["not when all has one level", photo(240, 240, () => 120), false],
  ])("%s", (_, picture, found) => {
    expect(isFound(picture)).toBe(found);
  });
});

describe("a photo on a white sheet", () => {
  /** A photo with paper, on a sheet of a level. */
  const laid = (level: number, left: number, top: number, right: number, bottom: number) =>
    photo(240, 240, (x, y) => {
      if (x < left || x >= right || y < top || y >= bottom) return level;
      const [u, v] = [(x - left) / (right - left), (y - top) / (bottom - top)];
      return u >= 0.1 && u < 0.9 && v >= 0.1 && v < 0.9 ? paper : table;
    });

  test("is searched alone", () => {
    expect(rounded(paperIn(laid(250, 40, 20, 240, 220)))).toEqual([
      [60.5, 40.5],
      [219.5, 40.5],
      [219.5, 199.5],
      [60.5, 199.5],
    ]);
    expect(isFound(laid(255, 0, 0, 200, 200))).toBe(true);
    expect(isFound(laid(255, 70, 70, 170, 170))).toBe(false);
    expect(isFound(laid(255, 60, 60, 240, 160))).toBe(false);
    expect(isFound(laid(255, 30, 60, 240, 190))).toBe(true);
  });

  test("is none on a white page", () => {
    expect(paperIn(photo(240, 240, () => 255))).toBeNull();
    expect(paperIn(photo(240, 240, (x, y) => (x < 20 && y < 20 ? 0 : 255)))).toBeNull();
  });
});

describe("paper seen from above", () => {
  test("is as large as its longer sides, and its upper left corner is that of the paper", () => {
    const trapezoid = slanted((x, y) => y >= 20 && y < 220 && Math.abs(x - 120) <= 70 + (y - 20) * 0.15);
    const { picture, toGiven, skew } = straightened(trapezoid, trapezoid);
    const corners = paperIn(trapezoid) ?? [];
    expect(picture.width).toBe(Math.round((corners[2]?.[0] ?? 0) - (corners[3]?.[0] ?? 0)));
    expect(picture.height).toBeGreaterThanOrEqual(199);
    expect(picture.height).toBeLessThan(205);
    expect([toGiven[2], toGiven[5]]).toEqual(corners[0]);
    expect(skew).toBeCloseTo(0, 1);
  });

  test("lay askew by the mean of its upper and lower edge", () => {
    const askew = slanted((x, y) => x + 0.1 * y >= 50 && x + 0.1 * y <= 190 && y - 0.1 * x >= 20 && y - 0.1 * x <= 190);
    expect(Math.abs(straightened(askew, askew).skew - 5.71)).toBeLessThan(0.6);
    const fan = slanted((x, y) => x >= 40 && x < 200 && y - 0.2 * x >= 10 && y <= 200);
    expect(Math.abs(straightened(fan, fan).skew - 5.65)).toBeLessThan(0.6);
  });
});
