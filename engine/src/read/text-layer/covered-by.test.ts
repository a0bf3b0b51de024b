import type { Box } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { coveredBy } from "./existing-text.ts";

const word: Box = [100, 50, 200, 60];

test.each<[string, Box[], boolean]>([
  ["by nothing", [], false],
  ["on four tenths of its length", [[100, 50, 140, 60]], true],
  ["on less", [[100, 50, 139, 60]], false],
  [
    "on four tenths by several letters",
    [
      [100, 50, 115, 60],
      [150, 50, 165, 60],
      [190, 50, 200, 60],
    ],
    true,
  ],
  ["by letters of the line above", [[100, 40, 200, 50]], false],
  ["by letters of the line below", [[100, 60, 200, 70]], false],
  ["by letters that are a little higher", [[100, 41, 200, 51]], true],
  ["by letters before it", [[0, 50, 100, 60]], false],
  ["by letters behind it", [[200, 50, 300, 60]], false],
  ["by letters that reach beyond it", [[160, 50, 400, 60]], true],
  ["by letters that reach less far into it", [[161, 50, 400, 60]], false],
  ["by one letter around it", [[0, 0, 400, 400]], true],
])("a word is covered %s: %s", (_, visible, isCovered) => {
  expect(coveredBy(visible)(word)).toBe(isCovered);
});

test("of a word that runs down the page its height counts", () => {
  const down: Box = [50, 100, 60, 200];
  expect(coveredBy([[50, 100, 60, 140]])(down)).toBe(true);
  expect(coveredBy([[50, 100, 60, 139]])(down)).toBe(false);
  const square: Box = [0, 0, 10, 10];
  expect(coveredBy([[0, 0, 4, 1]])(square)).toBe(true);
  expect(coveredBy([[0, 0, 1, 4]])(square)).toBe(false);
});

test("a letter counts once, however many squares of the page it touches", () => {
  expect(coveredBy([[100, 50, 130, 80]])(word)).toBe(false);
  expect(coveredBy([[-30, -30, 30, 30]])([-100, -5, 100, 5])).toBe(false);
  expect(coveredBy([[-45, -30, 35, 30]])([-100, -5, 100, 5])).toBe(true);
});

test("a box as large as a hostile file makes it does no harm", () => {
  const endless: Box = [-1e9, -1e9, 1e9, 1e9];
  expect(coveredBy([endless])(word)).toBe(false);
  expect(coveredBy([[100, 50, 110, 60]])(endless)).toBe(false);
});
