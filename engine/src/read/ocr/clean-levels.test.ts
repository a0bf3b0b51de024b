import { describe, expect, test } from "vitest";
import { cleanPicture } from "./clean-picture.ts";
import type { GreyPicture } from "./grey-picture.ts";

/** A picture in which each pixel has its level. */
function picture(width: number, height: number, level: (x: number, y: number) => number): GreyPicture {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width)));
  return { pixels, width, height };
}
/** The level of one pixel after cleaning. */
const cleaned = (given: GreyPicture, x: number, y: number) => cleanPicture(given).pixels[y * given.width + x];

describe("paper and ink", () => {
  test("without ink a page is stretched as if it had ink of usual darkness", () => {
    const page = picture(64, 64, (x, y) => (x === 10 && y === 10 ? 100 : x === 20 && y === 20 ? 150 : 200));
    const { pixels, contrast, inkTiles } = cleanPicture(page);
    // 0.3 of the paper is black and 0.97 is white: (100 / 200 - 0.3) / 0.67 of 255.
    expect([pixels[10 * 64 + 10], pixels[20 * 64 + 20], pixels[0]]).toEqual([76, 171, 255]);
    expect(contrast).toBeCloseTo(0.7);
    expect(inkTiles).toBe(0);
  });

  test.each([
    [200, 176, 0],
    [200, 175, 1],
    [90, 66, 0],
    [90, 65, 1],
  ])("on paper of %i a level of %i is ink in %i squares", (paper, ink, tiles) => {
    expect(cleanPicture(picture(32, 32, (x) => (x < 12 ? ink : paper))).inkTiles).toBe(tiles);
  });

  test("three in a hundred of the pixels that are looked at are ink, and fifteen are paper", () => {
    // 11 × 11 pixels of a square are looked at, every third one: 3.63 of them and 18.15.
    const looked = (count: number) => (x: number, y: number) =>
      x % 3 === 0 && y % 3 === 0 && (y / 3) * 11 + x / 3 < count;
    const inked = (count: number) => picture(32, 32, (x, y) => (looked(count)(x, y) ? 50 : 200));
    expect(cleanPicture(inked(3)).inkTiles).toBe(0);
    expect(cleanPicture(inked(4)).inkTiles).toBe(1);
    const light = (count: number) => picture(32, 32, (x, y) => (looked(count)(x, y) ? 200 : 50));
    expect(cleanPicture(light(18)).inkTiles).toBe(0);
    expect(cleanPicture(light(19)).inkTiles).toBe(1);
  });

  test("pixels between those that are looked at do not count", () => {
    expect(cleanPicture(picture(32, 32, (x, y) => (x % 3 === 0 && y % 3 === 0 ? 200 : 20))).inkTiles).toBe(0);
    expect(
      cleanPicture(picture(64, 64, (x, y) => ((x % 32) % 3 === 0 && (y % 32) % 3 === 0 ? 200 : 20))).inkTiles,
    ).toBe(0);
  });

  test("squares at the right and lower edge are measured as far as they reach", () => {
    expect(cleanPicture(picture(36, 36, (x, y) => (x >= 32 && y < 16 ? 20 : 200))).inkTiles).toBe(1);
    expect(cleanPicture(picture(36, 36, (x, y) => (y >= 32 && x < 16 ? 20 : 200))).inkTiles).toBe(1);
    expect(cleanPicture(picture(33, 33, (x, y) => (x === 32 || y === 32 ? 20 : 200))).inkTiles).toBe(0);
  });

  test.each([
    [[120, 40, 80], 0.6],
    [[40, 120], 0.4],
    [[60], 0.7],
    [[40, 80, 100, 120], 0.5],
  ])("the contrast is that of the middle one of squares with ink of %j on paper of 200", (inks, contrast) => {
    const page = picture(32 * inks.length, 32, (x) => (x % 32 < 12 ? (inks[Math.floor(x / 32)] ?? 0) : 200));
    expect(cleanPicture(page).contrast).toBeCloseTo(contrast);
  });

  test("ink that is hardly darker than its paper is not stretched without end", () => {
    const { pixels } = cleanPicture(picture(32, 32, (x) => (x < 12 ? 230 : 255)));
    // From 230 as black, 0.08 of 255 further is white.
    expect([pixels[0], pixels[20]]).toEqual([0, 255]);
    const between = picture(32, 32, (x, y) => (x === 31 && y === 31 ? 240 : x < 12 ? 230 : 255));
    expect(cleaned(between, 31, 31)).toBe(125);
  });

  test("black is not made lighter than paper of 24", () => {
    expect(
      cleaned(
        picture(64, 64, () => 20),
        30,
        30,
      ),
    ).toBe(202);
    expect(
      cleaned(
        picture(64, 64, () => 24),
        30,
        30,
      ),
    ).toBe(255);
    expect(
      cleaned(
        picture(64, 64, () => 10),
        30,
        30,
      ),
    ).toBe(44);
    expect(
      cleaned(
        picture(64, 64, () => 0),
        30,
        30,
      ),
    ).toBe(0);
  });
});

describe("the paper of neighbours", () => {
  /** Of 5 × 5 squares of 60, one of which is 200: those that are dark beside it after cleaning. */
  function darkBeside(column: number, row: number): string[] {
    const page = picture(160, 160, (x, y) => (Math.floor(x / 32) === column && Math.floor(y / 32) === row ? 200 : 60));
    const { pixels } = cleanPicture(page);
    return Array.from({ length: 5 }, (_, down) =>
      Array.from({ length: 5 }, (__, across) =>
        (pixels[(down * 32 + 16) * 160 + across * 32 + 16] as number) < 50 ? "#" : ".",
      ).join(""),
    );
  }

  test.each([
    [2, 2, [".....", ".###.", ".#.#.", ".###.", "....."]],
    [0, 0, [".#...", "##...", ".....", ".....", "....."]],
    [4, 4, [".....", ".....", ".....", "...##", "...#."]],
    [4, 0, ["...#.", "...##", ".....", ".....", "....."]],
    [0, 3, [".....", ".....", "##...", ".#...", "##..."]],
  ])("a light square at %i, %i is the paper of those around it", (column, row, dark) => {
    expect(darkBeside(column, row)).toEqual(dark);
  });

  test("paper changes evenly from the middle of one square to that of the next", () => {
    // Squares of 100 and of 200: paper of 100 to x = 48, of 200 from x = 80.
    const across = picture(192, 32, (x) => (x < 96 ? 100 : 200));
    expect([40, 48, 56, 64, 72, 80, 95].map((x) => cleaned(across, x, 20))).toEqual([255, 255, 190, 139, 103, 76, 76]);
    const mirrored = picture(192, 32, (x) => (x < 96 ? 200 : 100));
    expect([96, 112, 120, 128, 136, 144, 150].map((x) => cleaned(mirrored, x, 20))).toEqual([
      76, 76, 103, 139, 190, 255, 255,
    ]);
    // Eight rows share the paper of their middle.
    const down = picture(32, 192, (_, y) => (y < 96 ? 100 : 200));
    expect([44, 55, 56, 63, 64, 71, 72, 95].map((y) => cleaned(down, 20, y))).toEqual([
      255, 224, 162, 162, 120, 120, 88, 76,
    ]);
  });
});

describe("the grain", () => {
  /** White paper of 40 × 40 with dots. */
  const dotted = (dots: readonly (readonly [x: number, y: number])[], level = 0, width = 40, height = 40) =>
    cleanPicture(picture(width, height, (x, y) => (dots.some(([u, v]) => u === x && v === y) ? level : 255))).grain;

  test.each<[string, [number, number][], number]>([
    [
      "two single dots, two beside and two below each other",
      [
        [10, 9],
        [20, 9],
        [10, 21],
        [13, 21],
        [20, 21],
        [20, 24],
      ],
      1 / 3,
    ],
    ["no dot", [], 0],
    ["one dot", [[10, 9]], 1],
    [
      "dots two apart",
      [
        [10, 9],
        [12, 9],
      ],
      1,
    ],
    [
      "dots four apart",
      [
        [10, 9],
        [14, 9],
      ],
      1,
    ],
    [
      "dots three apart",
      [
        [10, 9],
        [13, 9],
      ],
      0,
    ],
    ["a dot on a row that is not looked at", [[10, 10]], 0],
    ["a dot three from the left edge", [[3, 9]], 1],
    ["a dot two from the left edge", [[2, 9]], 0],
    ["a dot three from the right edge", [[36, 9]], 1],
    ["a dot two from the right edge", [[37, 9]], 0],
    ["a dot on the third row", [[10, 3]], 1],
    ["a dot on the first row", [[10, 0]], 0],
    ["a dot on the last row that is looked at", [[10, 36]], 1],
  ])("of %s", (_, dots, grain) => {
    expect(dotted(dots)).toBeCloseTo(grain);
  });

  test("rows three from the lower edge are not looked at", () => {
    expect(dotted([[10, 36]], 0, 40, 39)).toBe(0);
  });

  test("dots are ink up to a level, and paper beside them is lighter than another one", () => {
    // On paper of 255 a level of 162 becomes 127, one of 163 becomes 129.
    expect(dotted([[10, 9]], 162)).toBe(1);
    expect(dotted([[10, 9]], 163)).toBe(0);
    const beside = (level: number, x: number, y: number) =>
      cleanPicture(picture(40, 40, (u, v) => (u === 10 && v === 9 ? 0 : u === x && v === y ? level : 255))).grain;
    for (const [x, y] of [
      [7, 9],
      [13, 9],
      [10, 6],
      [10, 12],
    ] as const) {
      expect(beside(178, x, y)).toBe(1);
      expect(beside(176, x, y)).toBe(0);
    }
  });
});
