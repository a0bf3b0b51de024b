import { describe, expect, test } from "vitest";
import { alphabetOf } from "./alphabet.ts";
import { charactersIn } from "./characters.ts";
import { componentsOf } from "./components.ts";
import { textBoxesOf } from "./text-boxes.ts";
import { convexHull, pointIn, smallestBoxAround } from "./turned-box.ts";
import { withLikelyShapes } from "./word-shapes.ts";

/** A map from rows of digits: tenths of a probability. */
function mapOf(...rows: string[]) {
  const values = Float32Array.from(rows.flatMap((row) => [...row].map((digit) => Number(digit) / 10)));
  return { values, width: rows[0]?.length ?? 0, height: rows.length };
}

describe("pixels that hang together", () => {
  test.each<[string, string[], number[]]>([
    ["none", ["000", "000"], []],
    ["one", ["000", "090"], [1]],
    ["all", ["99", "99"], [4]],
    ["two groups", ["909", "909"], [2, 2]],
    ["a group around a hole", ["999", "909", "999"], [8]],
    ["a diagonal", ["900", "090", "009"], [3]],
    ["a diagonal to the left", ["009", "090", "900"], [3]],
    ["of a probability above the threshold", ["364"], [2]],
  ])("%s", (_, rows, counts) => {
    expect(componentsOf(mapOf(...rows), 0.35).map(({ pixels }) => pixels)).toEqual(counts);
  });

  test("have the ends of each of their rows as outline", () => {
    const [found] = componentsOf(mapOf("00990", "09990", "00900"), 0.5);
    expect(found?.outline).toEqual([
      [2, 0],
      [3, 0],
      [1, 1],
      [3, 1],
      [2, 2],
      [2, 2],
    ]);
  });
});

describe("boxes of text", () => {
  /** A bar of a probability in tenths, from column 10 and row 10 on. */
  const bar = (wide: number, high: number, tenths = 9) =>
    mapOf(
      ...Array.from({ length: 40 }, (_, y) =>
        Array.from({ length: 60 }, (__, x) => (x >= 10 && x < 10 + wide && y >= 10 && y < 10 + high ? tenths : 0)).join(
          "",
        ),
      ),
    );

  test("grow by one and a half times their area by their perimeter", () => {
    const [found, ...more] = textBoxesOf(bar(30, 6));
    expect(more).toEqual([]);
    const by = (1.5 * 30 * 6) / 72;
    expect(found).toMatchObject({ x: 24.5, y: 12.5, alongX: 1, length: 30 + 2 * by, height: 6 + 2 * by });
    expect(found?.alongY).toBeCloseTo(0);
  });

  test.each([
    ["three pixels high between their middles", bar(30, 4), 1],
    ["lower", bar(30, 3), 0],
    ["of sixteen pixels", bar(4, 4), 1],
    ["of a probability of 0.7", bar(30, 6, 7), 1],
    ["of a probability of 0.5", bar(30, 6, 5), 0],
    ["at the edge of the map", mapOf(...Array.from({ length: 6 }, () => "9".repeat(30))), 1],
  ])("are found for spots %s: %#", (_, map, count) => {
    expect(textBoxesOf(map)).toHaveLength(count);
  });
});

describe("the box around points", () => {
  test("is the smallest of those along a side of their hull", () => {
    const box = smallestBoxAround([
      [0, 0],
      [40, 30],
      [37, 34],
      [-3, 4],
    ]);
    expect(box).toMatchObject({
      length: expect.closeTo(50),
      height: expect.closeTo(5),
      alongX: expect.closeTo(0.8),
      alongY: expect.closeTo(0.6),
    });
    expect([box.x, box.y]).toEqual([expect.closeTo(18.5), expect.closeTo(17)]);
    expect(pointIn(box, 0, 0)).toEqual([expect.closeTo(0), expect.closeTo(0)]);
    expect(pointIn(box, 50, 5)).toEqual([expect.closeTo(37), expect.closeTo(34)]);
  });

  test("has its direction to the right, at most half a right angle up or down", () => {
    const along = (x: number, y: number) => {
      const box = smallestBoxAround([
        [0, 0],
        [x, y],
      ]);
      return [
        Math.round(box.alongX * 100) / 100,
        Math.round(box.alongY * 100) / 100,
        Math.round(box.length),
        Math.round(box.height),
      ];
    };
    expect(along(10, 0)).toEqual([1, 0, 10, 0]);
    expect(along(-10, 0).map(Math.abs)).toEqual([1, 0, 10, 0]);
    expect(along(10, 10)).toEqual([0.71, 0.71, 14, 0]);
    expect(along(6, 8)).toEqual([0.8, -0.6, 0, 10]);
    expect(along(6, -8)).toEqual([0.8, 0.6, 0, 10]);
  });

  test("has the corners of the hull of its points", () => {
    expect(
      convexHull([
        [0, 0],
        [2, 0],
        [4, 0],
        [4, 4],
        [2, 5],
        [0, 4],
        [1, 1],
      ]),
    ).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 5],
      [0, 4],
    ]);
    expect(convexHull([[3, 1]])).toEqual([[3, 1]]);
    expect(
      convexHull([
        [0, 1],
        [0, 0],
      ]),
    ).toHaveLength(2);
    expect(convexHull([])).toEqual([]);
  });
});

describe("characters of a line", () => {
  const alphabet = alphabetOf(["", "a", "b", "c", " "]);
  /** Probabilities of "a", "b", "c" and the space, for each step of a line of 100 pixels. */
  const read = (...steps: [number, number, number, number][]) =>
    charactersIn(
      {
        data: Float32Array.from(steps.flatMap((some) => [1 - some.reduce((sum, one) => sum + one, 0), ...some])),
        dims: [1, steps.length, 5],
      },
      100,
      alphabet,
    );

  test("that are possible have at least half a hundredth", () => {
    const [found] = read([0.9, 0.0051, 0.0049, 0]);
    expect(found?.others).toEqual([{ text: "b", confidence: expect.closeTo(0.0051, 4) }]);
  });

  test("stand in the middle of their steps", () => {
    expect(read([0, 0, 0, 0], [0.9, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]).map(({ x }) => x)).toEqual([37.5]);
    expect(read([0.9, 0, 0, 0], [0.8, 0, 0, 0], [0.7, 0, 0, 0], [0, 0.9, 0, 0]).map(({ x }) => x)).toEqual([
      37.5, 87.5,
    ]);
  });

  test("expect spaces by what was seen since the character before", () => {
    const [one, two, three] = read([0.7, 0, 0, 0.2], [0, 0, 0, 0.3], [0, 0.6, 0, 0.1], [0, 0, 0, 0], [0.9, 0, 0, 0.05]);
    expect(one?.spaceBefore).toBeCloseTo(0.2);
    expect(two?.spaceBefore).toBeCloseTo(0.6);
    expect(three?.spaceBefore).toBeCloseTo(0.15);
  });
});

test.each([
  ["INV0", "INVO", "INVO"],
  ["A0", "AO", "A0"],
  ["AB00", "ABOO", "AB00"],
  ["1O0", "100", "100"],
  ["1O", "10", "1O"],
])("%s that could be %s is %s", (word, possible, read) => {
  const characters = [...word].map((text, at) => ({
    text,
    confidence: 0.8,
    others: possible[at] === text ? [] : [{ text: possible[at] ?? "", confidence: 0.1 }],
    x: at,
    spaceBefore: 0,
  }));
  expect(
    withLikelyShapes(characters)
      .map(({ text }) => text)
      .join(""),
  ).toBe(read);
});
