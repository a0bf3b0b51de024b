import type { Box, ReadLine } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import { createCharacterCodes } from "./character-codes.ts";
import { aReading } from "./testing.ts";
import { readTextPages, textPagesOf } from "./text-page.ts";
import { wordOperators } from "./word-operators.ts";
import { placeWord } from "./word-place.ts";

const line = (fromX: number, fromY: number, toX: number, toY: number, size = 10): ReadLine => ({
  baseline: [fromX, fromY, toX, toY],
  size,
});
const place = (box: Box, ...lines: ReadLine[]) => placeWord({ text: "word", box, line: 0 }, { lines });
const near = (value: number) => expect.closeTo(value, 6);

describe("a word is placed", () => {
  test.each<
    [string, Box, ReadLine, [x: number, y: number, alongX: number, alongY: number, length: number, size: number]]
  >([
    ["on a line across", [60, 90, 100, 102], line(50, 100, 150, 100), [60, 100, 1, 0, 40, 10]],
    ["on a line that stands on its head", [60, 98, 100, 110], line(150, 100, 50, 100), [100, 100, -1, 0, 40, 10]],
    ["on a line that runs down", [98, 60, 110, 100], line(100, 50, 100, 150), [100, 60, 0, 1, 40, 10]],
    ["on a line that runs up", [90, 60, 102, 100], line(100, 150, 100, 50), [100, 100, 0, -1, 40, 10]],
    [
      "on a line that lies hardly askew, straight",
      [60, 80, 100, 100],
      line(0, 100, 94.3, 66.7),
      [54.27, 73.77, 1, 0, 40, 10],
    ],
    [
      "on a line along a diagonal",
      [50, 50, 90, 90],
      line(50, 90, 90, 50, 20),
      [54.95, 85.05, near(Math.SQRT1_2), near(-Math.SQRT1_2), near(42.568542), 20],
    ],
    ["with a font of 1 at least", [60, 90, 100, 102], line(50, 100, 150, 100, 0.5), [60, 100, 1, 0, 40, 1]],
    ["with a font of 400 at most", [60, 90, 100, 102], line(50, 100, 150, 100, 500), [60, 100, 1, 0, 40, 400]],
    ["as long as a tenth of its font at least", [60, 90, 60, 102], line(50, 100, 150, 100), [59.5, 100, 1, 0, 1, 10]],
  ])("%s", (_, box, on, [x, y, alongX, alongY, length, size]) => {
    const found = place(box, on);
    expect(found).toMatchObject({ length, size, along: [alongX, alongY] });
    expect([found.x, found.y]).toEqual([expect.closeTo(x, 1), expect.closeTo(y, 1)]);
  });

  test.each<[string, ReadLine[]]>([
    ["without its line", []],
    ["on a line without a size", [line(50, 100, 150, 100, 0)]],
    ["on a line without a length", [line(50, 100, 50.01, 100)]],
  ])("%s upright in its box", (_, lines) => {
    expect(place([60, 90, 100, 110], ...lines)).toEqual({ x: 60, y: 106, along: [1, 0], length: 40, size: 20 });
  });

  test("on a short line by its baseline, and in a box of no size with a font of 1", () => {
    expect(place([60, 90, 100, 110], line(50, 100, 50.02, 100))).toMatchObject({ y: 100, size: 10 });
    expect(place([60, 90, 60, 90])).toEqual({
      x: near(59.95),
      y: near(89.8),
      along: [1, 0],
      length: near(0.1),
      size: 1,
    });
  });

  test("in a direction of its own beyond twenty degrees", () => {
    const at = (sine: number) =>
      place([60, 60, 100, 100], line(50, 100, 50 + 100 * Math.sqrt(1 - sine ** 2), 100 - 100 * sine)).along;
    expect(at(0.339)).toEqual([1, 0]);
    expect(at(0.341)[1]).toBeCloseTo(-0.341);
    expect(at(0.94)[1]).toBeCloseTo(-0.94);
    expect(at(0.941)).toEqual([0, -1]);
  });

  test("as long as its frame says", () => {
    // A word of 100 and letters of 7 along (0.8, 0.6): 100 · 0.8 + 7 · 0.6 wide and 100 · 0.6 + 7 · 0.8 high.
    expect(place([0, 0, 84.2, 65.6], line(0, 0, 80, 60)).length).toBeCloseTo(100);
    expect(place([0, 0, 65.6, 84.2], line(0, 0, 60, 80)).length).toBeCloseTo(100);
  });
});

describe("the content of a page", () => {
  const content = (words: { text: string; box: Box; line: number }[], lines: ReadLine[]) =>
    wordOperators({ page: 1, lines, words }, { width: 600, height: 800 }, "W", createCharacterCodes())
      .toString("latin1")
      .replaceAll("\0", "");

  test("shows words one after the other, each as long as its box", () => {
    const lines = [line(50, 100, 150, 100), line(50, 120, 150, 120, 12.3)];
    const words = [
      { text: "ab", box: [50, 90, 60, 102] as const, line: 0 },
      { text: "c (d)", box: [64.2, 90, 84.2, 102] as const, line: 0 },
      { text: "e", box: [50, 110, 62, 122] as const, line: 1 },
    ];
    expect(content(words, lines)).toBe(
      "BT 3 Tr\n/W 10 Tf\n1 0 0 1 50 700 Tm 99 Tz(ab )Tj\n14 0 Td 99 Tz(c\\(d\\) )Tj\n/W 12.5 Tf\n-14 -20 Td 192 Tz(e )Tj\nET\n",
    );
  });

  test("begins anew where words run in another direction", () => {
    const lines = [line(50, 100, 150, 100), line(100, 50, 100, 150)];
    const words = [
      { text: "a", box: [50, 90, 55, 102] as const, line: 0 },
      { text: "b", box: [98, 60, 110, 65] as const, line: 1 },
      { text: "c", box: [98, 70, 110, 75] as const, line: 1 },
    ];
    expect(content(words, lines)).toBe(
      "BT 3 Tr\n/W 10 Tf\n1 0 0 1 50 700 Tm 99 Tz(a )Tj\n0 -1 1 0 100 740 Tm 99 Tz(b )Tj\n10 0 Td 99 Tz(c )Tj\nET\n",
    );
  });

  test("leaves out words without a character that can be printed", () => {
    const lines = [line(50, 100, 150, 100)];
    expect(content([{ text: "\u0007 \u00a0", box: [0, 0, 5, 5], line: 0 }], lines)).toBe("BT 3 Tr\nET\n");
    const tiny = content([{ text: "a", box: [50, 100, 50, 100], line: 0 }], [line(50, 100, 150, 100, 400)]);
    expect(tiny).toContain("/W 400 Tf");
    expect(tiny).toContain(" 21 Tz");
  });

  test("escapes what ends a string", () => {
    const codes = createCharacterCodes();
    const words = [{ text: "\\\u0d29", box: [0, 0, 5, 5] as const, line: 0 }];
    const bytes = wordOperators({ page: 1, lines: [], words }, { width: 9, height: 9 }, "W", codes);
    expect(bytes.toString("latin1")).toContain("(\0\\\\\\r\\)\0 )Tj");
  });
});

describe("the words that are written", () => {
  const words = (...confidences: number[]) =>
    confidences.map((confidence) => ({ text: "word", box: [1, 2, 3, 4] as const, confidence, line: 0 }));

  test("are those of recognised pages from a confidence of 30 on", () => {
    const pages = textPagesOf([
      aReading(1, [], words(30, 29)),
      { ...aReading(2, [], words(90)), source: "text" },
      aReading(3, [], words(29)),
    ]);
    expect(pages.map(({ page, words: kept }) => `${page} ${kept.length}`)).toEqual(["1 1"]);
  });

  test("are two millions of a document at most", () => {
    const many = aReading(1, [], words(90));
    const page = { ...many, words: Array(1_000_000).fill(many.words[0]) };
    expect(textPagesOf([page, page])).toHaveLength(2);
    expect(textPagesOf([page, page, many])).toHaveLength(2);
    expect(textPagesOf([page, many, page, many])).toHaveLength(2);
  });

  test.each<[string, string, number]>([
    ["a page", '{"page":1,"lines":[],"words":[]}', 1],
    ["no JSON", "{", 0],
    ["nothing", "null", 0],
    ["a page without a number", '{"page":1.5,"lines":[],"words":[]}', 0],
    ["a page without lines", '{"page":1,"words":[]}', 0],
    ["a page without words", '{"page":1,"lines":[]}', 0],
  ])("%s is read: %s", (_, text, count) => {
    expect(readTextPages(text)).toHaveLength(count);
  });

  test("are left out when they are no words, and lines that are none keep their place", () => {
    const given = {
      page: 1,
      lines: [{ baseline: [1, 2, 3, 4], size: 9 }, { baseline: [1, 2, 3], size: "9" }, null],
      words: [
        { text: "a", box: [1, 2, 3, 4], line: 1 },
        { text: 7, box: [1, 2, 3, 4], line: 1 },
        { text: "b", box: [1, 2, 3, null], line: 1 },
        { text: "c", box: [1, 2, 3, 4, 5], line: 1 },
        null,
      ],
    };
    expect(readTextPages(JSON.stringify(given))).toEqual([
      {
        page: 1,
        lines: [
          { baseline: [1, 2, 3, 4], size: 9 },
          { baseline: [0, 0, 0, 0], size: 0 },
          { baseline: [0, 0, 0, 0], size: 0 },
        ],
        words: [{ text: "a", box: [1, 2, 3, 4], line: 1 }],
      },
    ]);
  });
});
