import { expect, test } from "vitest";
import { chooseLayout, displayWidth, isTable, splitPages } from "./layout.ts";

test("a form feed begins a page, and one at the end of a report adds none", () => {
  expect(splitPages("one\r\ntwo\fthree\n\f")).toEqual([["one", "two"], ["three"]]);
});

test("a report that begins with a form feed gets no empty page before its first", () => {
  expect(splitPages("\fone\n\ftwo")).toEqual([["one", ""], ["two"]]);
  expect(splitPages("\r\n\f\fone")).toEqual([[""], ["one"]]);
});

test("two carriage returns and a line feed are one line end", () => {
  expect(splitPages("one\r\r\ntwo\r\r\n\r\r\nthree\rfour")).toEqual([["one", "two", "", "three", "four"]]);
});

test("tabs reach every eighth column", () => {
  expect(splitPages("ab\tc\n12345678\tx")).toEqual([["ab      c", "12345678        x"]]);
});

test.each([
  [80, false],
  [100, false],
  [132, true],
  [500, false],
])("a text of %i columns is in landscape: %s", (columns, landscape) => {
  const layout = chooseLayout(columns);
  expect(layout.landscape).toBe(landscape);
  if (columns < 200) expect(layout.columns).toBeGreaterThanOrEqual(columns);
});

test.each([
  [140, 8],
  [170, 7],
  [200, 6],
])("a table of %i columns is laid out without wrapped lines", (columns, fontSize) => {
  const layout = chooseLayout(columns, true);
  expect(layout).toMatchObject({ landscape: true, fontSize });
  expect(layout.columns).toBeGreaterThanOrEqual(columns);
});

test("a text is a table when most of its wide lines have columns", () => {
  const row = `Smith & Co${" ".repeat(80)}1,200.00${" ".repeat(80)}END`;
  expect(isTable(["A heading", row, "-".repeat(180), row])).toBe(true);
  expect(isTable([`| ${"Smith ".repeat(30)}| 12 |`])).toBe(true);
  expect(isTable([row, ..."abc".split("").map((letter) => `${letter} word`.repeat(60))])).toBe(false);
  expect(isTable(["Short   columns"])).toBe(false);
});

test("ideographs take two columns and combining marks none", () => {
  expect(displayWidth("a名e\u0301")).toBe(4);
});
