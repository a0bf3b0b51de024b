import { expect, test } from "vitest";
import { columnsOf, layoutFor, pagesOfLines } from "./layout.ts";

test("form feeds begin pages, and the last one of a printed report adds none", () => {
  expect(pagesOfLines("one\r\ntwo\fthree\n\f")).toEqual([["one", "two"], ["three"]]);
});

test("tabs reach every eighth column", () => {
  expect(pagesOfLines("ab\tc\n12345678\tx")).toEqual([["ab      c", "12345678        x"]]);
});

test.each([
  [80, false],
  [100, false],
  [132, true],
  [500, false],
])("a text of %i columns lies on its side: %s", (columns, landscape) => {
  const layout = layoutFor(columns);
  expect(layout.landscape).toBe(landscape);
  if (columns < 200) expect(layout.columns).toBeGreaterThanOrEqual(columns);
});

test("ideographs take two columns and combining marks none", () => {
  expect(columnsOf("a名e\u0301")).toBe(4);
});
