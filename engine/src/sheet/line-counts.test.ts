import { expect, test } from "vitest";
import { countLines, fittingLength, splitRow } from "./text-lines.ts";

/** Room for 100 points, in which 16 digits or 40 letters of 2.22 points fit with the allowance for words. */
const narrow = { width: 108, fontSize: 10 };
const digits = (count: number) => "0".repeat(count);
const thin = (count: number) => "i".repeat(count);

test.each([
  ["nothing", "", 1],
  ["16 digits", digits(16), 1],
  ["21 wide letters, which are not measured", "W".repeat(21), 1],
  ["22 wide letters", "W".repeat(22), 3],
  ["22 narrow letters", "i".repeat(22), 1],
  ["33 digits", digits(33), 3],
  ["a line end", "a\nb", 2],
  ["only a line end", "\n", 2],
  ["long and short lines", `${digits(17)}\n\n${digits(16)}`, 4],
])("a text of %s takes %s lines", (_what, text, lines) => expect(countLines(text, narrow)).toBe(lines));

test("padding of 8 points is no room for letters", () => {
  expect(countLines(thin(40), { width: 105.7, fontSize: 10 })).toBe(1);
  expect(countLines(thin(40), { width: 105.6, fontSize: 10 })).toBe(2);
});

test("a line has room for one letter at least", () => {
  expect(countLines("aaaa", { width: 10, fontSize: 10 })).toBe(3);
  expect(countLines("aaaa", { width: 23, fontSize: 10 })).toBe(1);
});

test.each([
  ["all of a text that fits", thin(40), 1, 40],
  ["as many characters as fit", thin(99), 1, 40],
  ["twice as many on two lines", thin(99), 2, 81],
  ["a line up to its last space", `${thin(21)} ${thin(60)}`, 1, 22],
  ["all that fits where the space is in the first half", `${thin(20)} ${thin(60)}`, 1, 40],
  ["a line up to its end", `${thin(25)}\n${thin(60)}`, 1, 26],
  ["two full lines of the narrowest characters", `${"'".repeat(47)}\n${"'".repeat(47)}`, 2, 95],
])("%s are taken at once", (_what, text, lines, length) => expect(fittingLength(text, narrow, lines)).toBe(length));

test("a pair of surrogates is not divided, unless not even one fits", () => {
  expect(fittingLength(`${thin(30)}${"😀".repeat(9)}`, { width: 111, fontSize: 10 }, 1)).toBe(34);
  expect(fittingLength("😀😀", { width: 10, fontSize: 10 }, 1)).toBe(1);
});

test("a cell without a box, and one that ends early, stay in the first row", () => {
  const long = `${thin(30)} ${thin(30)} ${thin(30)}`;
  expect([...splitRow(["a", long, thin(99)], [narrow, narrow], 1)]).toEqual([
    ["a", `${thin(30)} `, thin(99)],
    ["", `${thin(30)} `, ""],
    ["", thin(30), ""],
  ]);
});
