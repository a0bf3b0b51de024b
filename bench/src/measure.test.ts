import { expect, test } from "vitest";
import { median, ratioSideBySide } from "./measure.ts";

test.each([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])("the median of %j is %d", (numbers, expected) => expect(median(numbers)).toBe(expected));

test("a ratio compares runs that stood side by side, so that a busy minute counts for neither", () => {
  expect(ratioSideBySide([100, 300, 110], [200, 600, 200])).toBe(0.5);
});

test("nobody is compared with runs that never were", () => {
  expect(ratioSideBySide([], [200])).toBeNaN();
});
