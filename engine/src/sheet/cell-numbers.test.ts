import { expect, test } from "vitest";
import { parseNumber } from "./cell-numbers.ts";

test.each<[string, string, number | undefined]>([
  ["", "12.5", 12.5],
  ["", "0", 0],
  ['r="A1" t="n"', "-3", -3],
  ["", "", undefined],
  ["", " ", undefined],
  ["", "damson", undefined],
  ['t="s"', "5", undefined],
  ['t="str"', "5", undefined],
  ['t="b"', "1", undefined],
  ['t="d"', "1899-12-30", 0],
  ['t="d"', "1900-01-01", 2],
  ['t="d"', "2024-01-01", 45_292],
  ['t="d"', "2024-01-01T18:00:00Z", 45_292.75],
  ['t="d"', "T12:00:00", 0.5],
  ['t="d"', "06:00:00Z", 0.25],
  ['t="d"', "soon", undefined],
])("a cell with the attributes %j and the value %j holds the number %s", (attributes, text, number) => {
  expect(parseNumber(attributes, text)).toBe(number);
});
