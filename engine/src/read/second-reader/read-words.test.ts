import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import { alphabetOf } from "./alphabet.ts";
import { betterReading } from "./better-reading.ts";
import { joinedLines } from "./join-lines.ts";
import { lineHeight, linePictureOf } from "./line-picture.ts";
import type { HardReading } from "./read-hard-picture.ts";
import { type ReadBox, readLine, readWords } from "./read-words.ts";
import { stripsOf } from "./strips.ts";
import type { TurnedBox } from "./turned-box.ts";

const box = (
  x: number,
  y: number,
  length: number,
  height: number,
  along: readonly [number, number] = [1, 0],
): TurnedBox => ({
  x,
  y,
  length,
  height,
  alongX: along[0],
  alongY: along[1],
});
const white = { pixels: new Uint8Array(200 * lineHeight).fill(255), width: 200, height: lineHeight };
const read = (at: TurnedBox, characters: ReadBox["characters"] = []): ReadBox => ({ box: at, line: white, characters });
const character = (text: string, x: number, confidence = 1) => ({ text, x, confidence, others: [], spaceBefore: 0 });

describe("a line that was read", () => {
  test("goes from its first to its last box, at the foot of their capitals, as high as the longest is", () => {
    const boxes = [read(box(60, 100, 100, 30)), read(box(300, 110, 200, 40)), read(box(500, 100, 50, 20))];
    const line = readLine(boxes);
    expect(line.baseline).toEqual([10, 109, 525, 106].map((value) => expect.closeTo(value)));
    expect(line.size).toBeCloseTo((40 * 0.6) / 0.72);
    expect(readLine(boxes.slice(0, 1)).baseline).toEqual([10, 109, 110, 109].map((value) => expect.closeTo(value)));
  });

  test("has the first of two boxes that are as long for its size", () => {
    expect(readLine([read(box(60, 100, 100, 30)), read(box(200, 100, 100, 40))]).size).toBeCloseTo(25);
  });
});

describe("words of a box", () => {
  test("stand between a tenth and nine tenths of its height, at the scale of its picture", () => {
    const pixels = white.pixels.slice();
    for (let row = 12; row < 36; row++) pixels.fill(0, row * 200 + 20, row * 200 + 60);
    const found = readWords(
      { ...read(box(300, 100, 400, 40)), line: { ...white, pixels }, characters: [character("7", 40, 0.5)] },
      3,
    );
    expect(found).toEqual([
      {
        text: "7",
        box: [140, 84, 220, 116].map((side) => expect.closeTo(side)),
        confidence: expect.closeTo(75.786, 3),
        line: 3,
      },
    ]);
  });

  test("that lie askew have an upright box around them", () => {
    const [found] = readWords(read(box(300, 200, 100, 20, [0.8, 0.6]), [character("7", 100)]), 0);
    // The whole line, without a tenth of its height above and below.
    const expected = [300 - 40 - 4.8, 200 - 30 - 6.4, 300 + 40 + 4.8, 200 + 30 + 6.4];
    expect(found?.box).toEqual(expected.map((side) => expect.closeTo(side)));
  });

  test("are as sure as Tesseract would be that is right as often", () => {
    const [found] = readWords(read(box(300, 100, 200, 48), [character("a", 40, 0.5), character("b", 50, 0.5)]), 0);
    expect(found?.confidence).toBeCloseTo(100 * 0.25 ** 0.4);
  });
});

describe("the picture of a line", () => {
  const columns = {
    pixels: Uint8Array.from({ length: 400 * 100 }, (_, at) => Math.min(255, at % 400)),
    width: 400,
    height: 100,
  };

  test.each([
    [100, 48, 100],
    [100, 24, 200],
    [10, 48, 16],
    [17, 48, 17],
    [400, 1, 3_200],
    [200, 96, 100],
  ])("of %i × %i pixels is %i wide", (length, height, width) => {
    expect(linePictureOf(columns, box(200, 50, length, height))).toMatchObject({ width, height: 48 });
  });

  test("shows the pixels of its box, larger or smaller", () => {
    const same = linePictureOf(columns, box(150, 50, 100, 48));
    expect([same.pixels[0], same.pixels[1], same.pixels[99], same.pixels[100]]).toEqual([100, 101, 199, 100]);
    const larger = linePictureOf(columns, box(150, 50, 100, 24));
    expect([larger.pixels[0], larger.pixels[1], larger.pixels[3], larger.pixels[199]]).toEqual([100, 100, 101, 199]);
    const smaller = linePictureOf(columns, box(150, 50, 200, 96));
    expect([smaller.pixels[0], smaller.pixels[1], smaller.pixels[99]]).toEqual([51, 53, 249]);
    const turned = linePictureOf(columns, box(150, 50, 48, 48, [0, 1]));
    expect([turned.pixels[0], turned.pixels[47], turned.pixels[48 * 47]]).toEqual([173, 173, 126]);
  });

  test("goes on beyond an edge as at the edge", () => {
    const beyond = linePictureOf(columns, box(0, 0, 100, 48));
    expect([beyond.pixels[0], beyond.pixels[49], beyond.pixels[50], beyond.pixels[51]]).toEqual([0, 0, 0, 1]);
    const rows = {
      pixels: Uint8Array.from({ length: 100 * 60 }, (_, at) => Math.floor(at / 100) * 4),
      width: 100,
      height: 60,
    };
    const low = linePictureOf(rows, box(50, 60, 48, 48));
    expect([low.pixels[0], low.pixels[48 * 23], low.pixels[48 * 24], low.pixels[48 * 47]]).toEqual([
      144, 236, 236, 236,
    ]);
  });
});

describe("boxes are of one line", () => {
  const isOne = (one: TurnedBox, other: TurnedBox) => joinedLines([{ box: one }, { box: other }]).length === 1;
  const first = box(100, 100, 100, 30);

  test.each<[string, TurnedBox, boolean]>([
    ["when they are twice as high", box(300, 100, 100, 60), true],
    ["not when they are higher", box(300, 100, 100, 61), false],
    ["when they are half as high", box(300, 100, 100, 15), true],
    ["not when they are lower", box(300, 100, 100, 14), false],
    ["when half of one is beside the other", box(300, 114.9, 100, 30), true],
    ["not when half of it is not", box(300, 115, 100, 30), false],
    ["when half of a lower one is beside the other", box(300, 114.9, 100, 20), true],
    ["not when less of a lower one is", box(300, 115, 100, 20), false],
    ["when they overlap by less than the height of the lower one", box(171, 100, 100, 30), true],
    ["not when they overlap by its height", box(170, 100, 100, 30), false],
    ["when the longer one points to it", box(300, 150, 200, 30, [0.970143, 0.242536]), true],
    ["not when the longer one points elsewhere", box(300, 150, 200, 30), false],
  ])("%s", (_, other, one) => {
    expect(isOne(first, other)).toBe(one);
    expect(isOne(other, first)).toBe(one);
  });
});

describe("the better reading", () => {
  const reading = (...words: [text: string, confidence: number, box?: Box][]): HardReading => ({
    lines: [],
    words: words.map(([text, confidence, at = [0, 0, 100, 30]]) => ({ text, confidence, box: at, line: 0 })),
  });
  const known = new Set("abcdefghijklmnopqrstuvwxyz0123456789.,-");

  test.each([
    [2, 60, "second"],
    [3, 60, "first"],
    [3, 59, "second"],
  ])("with %i words of unknown letters of confidence %i is the %s", (count, confidence, better) => {
    const first = reading(...Array.from({ length: count }, (): [string, number] => ["ß", confidence]));
    const second = reading(["abcdefghijklmnop", 99]);
    expect(betterReading(first, second, known) === first ? "first" : "second").toBe(better);
  });

  test("is that with more letters that are probably right than wrong", () => {
    // Of confidence 75.79 half of the letters are right.
    expect(betterReading(reading(), reading(["aaaa", 76]), known).words).toHaveLength(1);
    expect(betterReading(reading(), reading(["aaaa", 75]), known).words).toEqual([]);
    expect(betterReading(reading(["aa", 90]), reading(["aaa", 90]), known).words[0]?.text).toBe("aaa");
    expect(betterReading(reading(["aa", 90]), reading(["a---", 90]), known).words[0]?.text).toBe("aa");
  });

  test.each<[string, string, Box, string]>([
    ["£12.34", "12.34", [51, 0, 150, 30], "12.34"],
    ["£12.34", "12.34", [49, 0, 149, 30], "£12.34"],
    ["£12.34", "12.34", [0, 16, 100, 46], "12.34"],
    ["£12.34", "12.34", [0, 14, 100, 44], "£12.34"],
    ["£12.34", "12.34", [40, 10, 60, 20], "£12.34"],
    ["£12.34", "12.34", [100, 0, 200, 30], "12.34"],
    ["£12.34", "12.34", [0, 30, 100, 60], "12.34"],
    ["-€12.34", "-12.34", [0, 0, 100, 30], "-€12.34"],
    ["£12.34", "total", [0, 0, 100, 30], "total"],
    ["12.34", "12.34", [0, 0, 100, 30], "12.34"],
  ])("of %s and %s at %j has %s", (first, second, at, text) => {
    expect(betterReading(reading([first, 10]), reading([second, 99, at]), known).words[0]?.text).toBe(text);
  });
});

test("characters that look the same are one text, and others are ignored", () => {
  const { texts, textOf, space } = alphabetOf(["", "a", "ａ", "中", "’", "'", " ", "€"]);
  expect(texts).toEqual(["", "a", "'", " ", "€"]);
  expect([...textOf]).toEqual([0, 1, 1, -1, 2, 2, 3, 4]);
  expect(space).toBe(3);
  expect(alphabetOf(["", "a"]).space).toBe(-1);
});

test.each([
  [100, [[0, 100, 0, 100]]],
  [
    101,
    [
      [0, 61, 0, 51],
      [40, 101, 51, 101],
    ],
  ],
  [
    180,
    [
      [0, 100, 0, 90],
      [80, 180, 90, 180],
    ],
  ],
  [
    181,
    [
      [0, 74, 0, 64],
      [54, 128, 64, 118],
      [107, 181, 118, 181],
    ],
  ],
])("a length of %i is divided into strips", (length, strips) => {
  const found = stripsOf(length, 100, 20).map(({ from, to, takenFrom, takenTo }) => [from, to, takenFrom, takenTo]);
  expect(found).toEqual(strips);
});
