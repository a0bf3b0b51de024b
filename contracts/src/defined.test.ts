import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("a property without a value is missing, and null, false, 0 and an empty text are values", () => {
  const properties = { a: undefined, b: null, c: false, d: 0, e: "" };
  expect(Object.entries(defined(properties))).toEqual([
    ["b", null],
    ["c", false],
    ["d", 0],
    ["e", ""],
  ]);
});
