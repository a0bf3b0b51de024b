import { expect, test } from "vitest";
import { median, ratioSideBySide } from "./measure.ts";

test.each([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])("the median of %j is %d", (numbers, expected) => expect(median(numbers)).toBe(expected));

test("a ratio compares runs made directly after each other, so that a busy minute affects neither side", () => {
  expect(ratioSideBySide([100, 300, 110], [200, 600, 200])).toBe(0.5);
});

test("without runs there is no ratio", () => {
  expect(ratioSideBySide([], [200])).toBeNaN();
});
