import { expect, test } from "vitest";
import { packLayout, unpackLayout } from "./layout.ts";

const line = { baseline: [0, 0, 100, 0] as [number, number, number, number], size: 10 };
const word = (text: string, box: [number, number, number, number], at = 0) => ({ text, box, confidence: 90, line: at });

test("a page has its words, joins and boxes in whole points after it was packed", () => {
  const packed = packLayout({
    width: 595.28,
    height: 841.89,
    words: [word("Kes", [10.4, 20.6, 30, 30]), word("trel\nInn", [30.5, 20, 60.2, 30]), word("owes", [70, 20, 90, 30])],
    lines: [line],
  });
  expect(unpackLayout(packed)).toEqual({
    width: 595,
    height: 842,
    words: [
      { text: "Kes", joinsNext: true, box: [10, 21, 30, 30] },
      { text: "trel Inn", joinsNext: false, box: [31, 20, 60, 30] },
      { text: "owes", joinsNext: false, box: [70, 20, 90, 30] },
    ],
  });
});

test("a page without words has none after it was packed", () => {
  const packed = packLayout({ width: 100, height: 200, words: [], lines: [] });
  expect(unpackLayout(packed)).toEqual({ width: 100, height: 200, words: [] });
});

test("a page of three megabytes is unpacked, and one that would fill the memory is refused", () => {
  const ofMegabytes = (count: number) =>
    packLayout({ width: 1, height: 1, words: [word("a".repeat(count * 2 ** 20), [0, 0, 1, 1])], lines: [line] });
  expect(unpackLayout(ofMegabytes(3)).words).toHaveLength(1);
  expect(() => unpackLayout(ofMegabytes(5))).toThrow();
});
