import { expect, test } from "vitest";
import { printedOn } from "./printed-on.ts";

type Given = [text: string, left: number, top: number, right: number, bottom: number, line?: number];

/** Returns for each word whether it may go on in the next one. */
const joins = (words: Given[], size = 10) =>
  printedOn({
    words: words.map(([text, left, top, right, bottom, line = 0]) => ({
      text,
      box: [left, top, right, bottom],
      confidence: 95,
      line,
    })),
    lines: [{ baseline: [0, 10, 500, 10], size }],
  } as never).map(({ joinsNext }) => joinsNext ?? null);

test.each([
  [1.3, true],
  [1.5, false],
  [-1, true],
  [5, false],
])("after a space of %d in a font of size 10, a word goes on in the next one: %s", (space, isJoined) => {
  expect(
    joins([
      ["Kes", 20, 0, 40, 10],
      ["trel", 40 + space, 0, 60, 10],
    ]),
  ).toEqual([isJoined, null]);
});

test.each([
  ["beginning at the foot of the first", 10, 20],
  ["ending at the head of the first", -10, 0],
])("a word %s does not continue it", (_, top, bottom) => {
  expect(
    joins([
      ["Kes", 20, 0, 40, 10],
      ["trel", 40, top, 60, bottom],
    ]),
  ).toEqual([false, null]);
});

test.each([
  [9, 20],
  [-10, 1],
])("a word from %d to %d overlaps one from 0 to 10 and continues it", (top, bottom) => {
  expect(
    joins([
      ["Kes", 20, 0, 40, 10],
      ["trel", 40, top, 60, bottom],
    ]),
  ).toEqual([true, null]);
});

test("without a font size no words of a line are joined", () => {
  expect(
    joins(
      [
        ["Kes", 20, 0, 40, 10],
        ["trel", 30, 0, 60, 10],
      ],
      0,
    ),
  ).toEqual([false, null]);
  expect(
    joins([
      ["Kes", 20, 0, 40, 10, 3],
      ["trel", 30, 0, 60, 10, 3],
    ]),
  ).toEqual([false, null]);
});

test.each([
  ["gut-", true],
  ["gut‐", true],
  ["gut", false],
  ["20-", false],
])("%s at the end of a line goes on in the next one: %s", (text, isJoined) => {
  expect(
    joins([
      [text, 20, 0, 40, 10, 0],
      ["tering", 20, 20, 40, 30, 1],
    ]),
  ).toEqual([isJoined, null]);
});

test("a page without words has none", () => {
  expect(joins([])).toEqual([]);
});
