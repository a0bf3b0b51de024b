import type { Box, PageReading, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import { cellAt, cellBelow, printedPage, unionOf, wordsAt } from "./printed-page.ts";

type Page = Pick<PageReading, "width" | "height" | "source" | "lines" | "words" | "turn">;

const word = (text: string, box: Box, line = 0): ReadWord => ({ text, box, line, confidence: 90 });
const line = (fromX: number, fromY: number, toX: number, toY: number, size = 10): ReadLine => ({
  baseline: [fromX, fromY, toX, toY],
  size,
});
const page = (lines: ReadLine[], words: ReadWord[], about: Partial<Page> = {}): Page => ({
  width: 300,
  height: 200,
  source: "text",
  turn: 0,
  lines,
  words,
  ...about,
});
const textsOf = (read: Page) => printedPage(read).rows.map(({ text }) => text);

/** One line for each word, all of which run across; each word of a height of 10 stands on the given baseline. */
function across(...words: [text: string, left: number, right: number, baseline: number, size?: number][]): Page {
  return page(
    words.map(([, left, right, baseline, size = 10]) => line(left, baseline, right, baseline, size)),
    words.map(([text, left, right, baseline], at) => word(text, [left, baseline - 10, right, baseline], at)),
  );
}

describe("rows and cells", () => {
  test.each([
    [105, ["Total 12.00"]],
    [105.1, ["Total", "12.00"]],
  ])("words 100 and %d points from the top: %j", (baseline, rows) => {
    expect(textsOf(across(["Total", 10, 50, 100], ["12.00", 55, 90, baseline]))).toEqual(rows);
    expect(textsOf(across(["Total", 10, 50, 100, 30], ["12.00", 55, 90, baseline]))).toEqual(rows);
  });

  test.each([
    [62.5, "Total 12.00"],
    [62.6, "Total\t12.00"],
  ])("a word that ends at 50 and one that begins at %d are %j", (left, text) => {
    expect(textsOf(across(["Total", 10, 50, 100], ["12.00", left, 90, 100]))).toEqual([text]);
    expect(textsOf(across(["Total", 10, 50, 100, 30], ["12.00", left, 90, 100]))).toEqual([text]);
    expect(textsOf(across(["Total", 10, 50, 100], ["12.00", left, 90, 100, 30]))).toEqual([text]);
  });

  test("words, cells and rows know where they are", () => {
    const read = across(
      ["due", 200, 230, 100],
      ["Amount", 10, 60, 100, 12],
      ["net", 65, 80, 102],
      ["Thanks", 10, 40, 150],
    );
    const [row, next, ...more] = printedPage(read).rows;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ index: 0, text: "Amount net\tdue", baseline: 100, size: 12 });
    expect(next).toMatchObject({ index: 1, text: "Thanks", baseline: 150, size: 10 });
    expect(row?.cells).toMatchObject([
      { text: "Amount net", left: 10, right: 80, start: 0, end: 10, size: 12 },
      { text: "due", left: 200, right: 230, start: 11, end: 14, size: 10 },
    ]);
    expect(row?.cells[0]?.words).toMatchObject([
      { text: "Amount", left: 10, right: 60, start: 0, end: 6 },
      { text: "net", left: 65, right: 80, start: 7, end: 10 },
    ]);
  });

  test("a word inside another one does not make its cell shorter", () => {
    const [row] = printedPage(across(["Amount", 10, 100, 100], ["net", 40, 60, 100], ["due", 111, 140, 100])).rows;
    expect(row?.cells).toMatchObject([{ text: "Amount net due", right: 140 }]);
  });

  test("long words, places that are no numbers and empty words are left out", () => {
    const read = across(
      ["a".repeat(80), 10, 50, 100],
      ["b".repeat(81), 60, 70, 100],
      [" ", 10, 20, 120],
      [" x ", 0, 9, 140],
    );
    const words = [...read.words, word("nowhere", [0, 0, Number.NaN, 1], 0)];
    expect(textsOf({ ...read, words })).toEqual(["a".repeat(80), "x"]);
  });

  test("words beyond 5,000 are left out", () => {
    const words = Array.from({ length: 5_002 }, (_, at) => word(`${at}`, [at, 90, at + 0.9, 100]));
    const [row] = printedPage(page([line(0, 100, 5_002, 100)], words)).rows;
    expect(row?.text.split(" ")).toHaveLength(5_000);
    expect(row?.text.endsWith(" 4999")).toBe(true);
  });

  test("letters in numbers are corrected in pictures only", () => {
    const read = across(["£1O.50", 10, 50, 100]);
    expect(textsOf(read)).toEqual(["£1O.50"]);
    expect(printedPage(read).isRecognised).toBe(false);
    expect(textsOf({ ...read, source: "ocr" })).toEqual(["£10.50"]);
    expect(printedPage({ ...read, source: "ocr" }).isRecognised).toBe(true);
  });

  test("a word without a line stands on the lower side of its box and is as large as it is high", () => {
    const [row] = printedPage(page([], [word("Total", [10, 88, 60, 100], 7)])).rows;
    expect(row).toMatchObject({ text: "Total", baseline: 100, size: 12, cells: [{ left: 10, right: 60, size: 12 }] });
    const flat = printedPage(page([line(10, 100, 60, 100, 0)], [word("Total", [10, 100, 60, 100])])).rows[0];
    expect(flat?.size).toBe(1);
    expect(printedPage(page([line(10, 100, 60, 100, 0)], [word("Total", [10, 80, 60, 100])])).rows[0]?.size).toBe(20);
  });
});

describe("the direction of a page", () => {
  /** A word of a page of 300 × 200 that runs in a direction, and where it is on the upright page. */
  const ways: [number, Box, Box, { left: number; right: number; baseline: number; width: number }][] = [
    [0, [60, 90, 100, 100], [60, 100, 100, 100], { left: 60, right: 100, baseline: 100, width: 300 }],
    [90, [140, 60, 150, 100], [140, 60, 140, 100], { left: 60, right: 100, baseline: 160, width: 200 }],
    [180, [60, 90, 100, 100], [100, 90, 60, 90], { left: 200, right: 240, baseline: 110, width: 300 }],
    [270, [140, 60, 150, 100], [150, 100, 150, 60], { left: 100, right: 140, baseline: 150, width: 200 }],
  ];

  test.each(ways)("a page whose lines run at %i degrees is turned upright", (_, box, [a, b, c, d], found) => {
    const printed = printedPage(page([line(a, b, c, d)], [word("Total", box)]));
    const [row] = printed.rows;
    expect(printed).toMatchObject({ width: found.width, height: 500 - found.width });
    expect(row?.baseline).toBeCloseTo(found.baseline);
    expect(row?.cells[0]?.left).toBeCloseTo(found.left);
    expect(row?.cells[0]?.right).toBeCloseTo(found.right);
  });

  test("without lines of three letters the page is turned as its reading proposes", () => {
    const words = [word("Total", [60, 90, 100, 100], 5)];
    expect(printedPage(page([], words, { turn: 180 })).rows[0]?.cells[0]?.left).toBeCloseTo(200);
    const quarter = printedPage(page([], [word("Total", [140, 60, 150, 100], 5)], { turn: 90 }));
    expect(quarter).toMatchObject({ width: 200, height: 300 });
    expect(quarter.rows[0]?.cells[0]?.left).toBeCloseTo(100);
    expect(printedPage(page([line(140, 60, 140, 100)], [word("ab", [140, 60, 150, 100])])).rows).toEqual([]);
    expect(printedPage(page([line(140, 60, 140, 100)], [word("abc", [140, 60, 150, 100])])).rows).toHaveLength(1);
  });

  test("the direction of most letters counts, and very long words count as 80 letters", () => {
    const lines = [line(10, 50, 80, 50), line(10, 80, 80, 80), line(200, 20, 200, 120)];
    const words = [word("one", [10, 40, 40, 50], 0), word("two", [10, 70, 40, 80], 1)];
    const down = (text: string) => word(text, [200, 20, 210, 120], 2);
    expect(textsOf(page(lines, [...words, down("sides")]))).toEqual(["one", "two"]);
    expect(textsOf(page(lines, [...words, down("sideways")]))).toEqual(["sideways"]);
    const long = [word("a".repeat(79), [10, 40, 40, 50], 0), word("two", [10, 70, 40, 80], 1)];
    expect(textsOf(page(lines, [...long, down("b".repeat(90))]))).toEqual(["a".repeat(79), "two"]);
  });

  test.each([
    [22, 2],
    [-22, 2],
    [23, 1],
    [-23, 1],
    [180, 1],
  ])("a line askew by %i degrees beside a straight one: %i rows", (degrees, count) => {
    const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const lines = [line(10, 50, 80, 50), line(150, 120, 150 + 20 * x, 120 + 20 * y)];
    expect(
      printedPage(page(lines, [word("Total", [10, 40, 80, 50]), word("ab", [150, 110, 170, 120], 1)])).rows,
    ).toHaveLength(count);
  });

  test("words of a line that lies askew have their length, and stand in one row", () => {
    // Along (0.8, 0.6) from (70, 40): a word of 50, a gap of 5 and a word of 50, ten high.
    const at = (along: number, up: number): [number, number] => [
      70 + 0.8 * along + 0.6 * up,
      40 + 0.6 * along - 0.8 * up,
    ];
    const boxOf = (from: number, to: number): Box => {
      const corners = [at(from, 0), at(to, 0), at(from, 10), at(to, 10)];
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    };
    const lines = [line(...at(0, 0), ...at(50, 0)), line(...at(55, 0), ...at(105, 0))];
    const [row, ...more] = printedPage(page(lines, [word("Total", boxOf(0, 50)), word("due", boxOf(55, 105), 1)])).rows;
    expect(more).toEqual([]);
    expect(row?.text).toBe("Total due");
    const [cell] = row?.cells ?? [];
    expect(cell?.words.map(({ left, right }) => right - left)).toEqual([expect.closeTo(50), expect.closeTo(50)]);
    expect((cell?.words[1]?.left ?? 0) - (cell?.words[0]?.right ?? 0)).toBeCloseTo(5);
  });

  test("the skew is the mean of the lines, long ones counting more", () => {
    // Lines of 3 letters at 4 degrees and of 9 letters at 0: 1 degree.
    const slope = Math.tan((4 * Math.PI) / 180);
    const lines = [line(50, 100, 150, 100 + 100 * slope), line(150, 100, 150.001, 100)];
    const words = [word("abc", [50, 90, 150, 100]), word("abcdefghi", [250, 90, 250.5, 100], 1)];
    const rows = printedPage(page([lines[0] ?? line(0, 0, 1, 0), line(250, 100, 251, 100)], words)).rows;
    const expected = (x: number, y: number) =>
      -(x - 150) * Math.sin(Math.PI / 180) + (y - 100) * Math.cos(Math.PI / 180) + 100;
    const found = rows.map(({ baseline }) => baseline).toSorted((a, b) => a - b);
    expect(found).toEqual([
      expect.closeTo(expected(250.5, 100), 6),
      expect.closeTo(expected(100, 100 + 50 * slope), 6),
    ]);
  });
});

describe("places on a page", () => {
  const printed = printedPage(across(["Amount", 10, 60, 100], ["due", 65, 80, 100], ["2026", 200, 230, 100]));
  const row = printed.rows[0] as (typeof printed.rows)[number];

  test.each([
    [0, "Amount due"],
    [9, "Amount due"],
    [10, undefined],
    [11, "2026"],
    [14, "2026"],
    [15, undefined],
    [-1, undefined],
  ])("the cell at %i is %s", (at, text) => {
    expect(cellAt(row, at)?.text).toBe(text);
  });

  test.each([
    [0, 6, "Amount"],
    [5, 8, "Amount due"],
    [6, 7, ""],
    [7, 10, "due"],
    [8, 12, "due 2026"],
    [10, 11, ""],
    [0, 15, "Amount due 2026"],
  ])("the words from %i to %i are %j", (start, end, texts) => {
    const found = wordsAt(row, start, end).map(({ text }) => text);
    expect(found.join(" ")).toBe(texts);
  });

  test("boxes are joined to the smallest around them", () => {
    expect(unionOf([])).toEqual([0, 0, 0, 0]);
    expect(unionOf([[5, 6, 7, 8]])).toEqual([5, 6, 7, 8]);
    expect(
      unionOf([
        [5, 6, 7, 8],
        [1, 4, 3, 12],
        [4, 2, 9, 5],
      ]),
    ).toEqual([1, 2, 9, 12]);
  });

  const below = (...words: Parameters<typeof across>) => {
    const all = printedPage(across(["Total", 50, 90, 20], ...words));
    const [first] = all.rows;
    return (lines?: number) => first?.cells[0] && cellBelow(all, first, first.cells[0], lines)?.cell.text;
  };

  test.each<[string, Parameters<typeof across>[number], string | undefined]>([
    ["26 points below in letters of 10", ["12.00", 50, 90, 46], "12.00"],
    ["further below", ["12.00", 50, 90, 46.1], undefined],
    ["further below in larger letters", ["12.00", 50, 90, 46.1, 11], "12.00"],
    ["beside its right end", ["12.00", 90, 120, 40], undefined],
    ["partly below its right end", ["12.00", 89.9, 120, 40], "12.00"],
    ["beside its left end", ["12.00", 20, 50, 40], undefined],
    ["partly below its left end", ["12.00", 20, 50.1, 40], "12.00"],
  ])("the cell below is looked for %s", (_, placed, found) => {
    expect(below(placed)()).toBe(found);
  });

  test("no more than four rows are looked at for the cell below", () => {
    const aside = (count: number) =>
      Array.from({ length: count }, (_, at): Parameters<typeof across>[number] => ["x", 200, 210, 30 + 10 * at]);
    expect(below(...aside(3), ["12.00", 50, 90, 60])(9)).toBe("12.00");
    expect(below(...aside(4), ["12.00", 50, 90, 70])(9)).toBeUndefined();
    expect(below()(9)).toBeUndefined();
  });
});
