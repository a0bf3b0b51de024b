import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("leaves out properties that are undefined, and keeps null, false, 0 and an empty string", () => {
  const properties = { a: undefined, b: null, c: false, d: 0, e: "" };
  expect(Object.entries(defined(properties))).toEqual([
    ["b", null],
    ["c", false],
    ["d", 0],
    ["e", ""],
  ]);
});
