import { expect, test } from "vitest";
import { findDelimiter } from "./delimiter.ts";

const times = (count: number, row: string) => new Array<string>(count).fill(row);
const found = (...rows: string[]) => findDelimiter(rows.join("\n"));

test("a text without any delimiter counts as separated by commas", () => {
  expect(findDelimiter("")).toBe(",");
  expect(found("one", "two")).toBe(",");
});

test("tabs precede commas, and commas precede semicolons and bars, where they divide alike", () => {
  expect(found("a\tb,c")).toBe("\t");
  expect(found("a,b;c|d")).toBe(",");
  expect(found("a;b|c")).toBe(";");
});

test("exactly the first 200 rows count", () => {
  expect(found("a;b,c", ...times(99, "a;b"), ...times(100, "a,b"), ...times(50, "a;b"))).toBe(",");
  expect(found("a;b,c", ...times(99, "a,b"), ...times(100, "a;b"), ...times(50, "a,b"))).toBe(";");
});

test("only whole rows of the first 128 K characters count", () => {
  const beyond = times(9, `a,b,${"z".repeat(600)}`);
  expect(found("a;b,c", `${"x".repeat(127.5 * 1024)};y`, ...beyond)).toBe(";");
  expect(found("a;b,c", `${"x".repeat(128 * 1024)};y`)).toBe(",");
});

test("of two frequent numbers of fields the larger one counts, wherever it comes", () => {
  expect(found("a;b,c", "a;b,c", "a;b;c", "a;b;c")).toBe(";");
  expect(found("a;b;c,d", "a;b;c,d", "a;b", "a;b")).toBe(";");
});

test("a delimiter in most rows loses to one in the first row, unless it is in nearly all", () => {
  expect(found(...times(2, "x,y"), ...times(3, "a;b"))).toBe(",");
  expect(found(...times(1, "x,y"), ...times(3, "a;b"))).toBe(";");
});

test("more fields count for more, up to 20", () => {
  const fields = (count: number, delimiter: string) => times(count, "a").join(delimiter);
  expect(found(`${fields(19, ",")};${fields(19, ";")}`)).toBe(";");
  expect(found(`${fields(20, ",")};${fields(20, ";")}`)).toBe(",");
  expect(found("a;b,c,d", "a;b")).toBe(";");
});

test("a delimiter that leaves quotes within fields is wrong", () => {
  expect(found(...times(3, 'id;"a,b,c"'))).toBe(";");
  expect(found(...times(5, "a;b,c"), ...times(4, "a;b"), 'a;b"c"')).toBe(";");
});

test("delimiters, line ends and escaped quotes in quoted fields divide nothing", () => {
  expect(found(...times(3, '"a,b";c'))).toBe(";");
  expect(found(...times(3, ' "a,b,c";d'))).toBe(";");
  expect(found('"a\n,\n,\n,";b', "c;d")).toBe(";");
  expect(found(...times(3, '"a "",b,c"";d;e"|f'))).toBe("|");
});

test("blank rows before the first one do not count", () => {
  expect(found("", "", ...times(2, "x,y"), ...times(3, "a;b"))).toBe(",");
});

test("blank rows do not count", () => {
  const both = `a;b;c${",".repeat(19)}`;
  const rows = [...times(8, both), "a;b;c", "a;b;c"];
  expect(findDelimiter(rows.join("\n"))).toBe(";");
  expect(findDelimiter(rows.join("\n\n\n"))).toBe(";");
});

test("decimal commas are no delimiters where another one divides most rows", () => {
  expect(found(...times(3, "1,50;x"))).toBe(";");
  expect(found(...times(2, "1,5;x"), ...times(3, "1,5"))).toBe(",");
  expect(found(...times(3, "1,5000;x"))).toBe(",");
  expect(found(...times(9, "1,500;x"), "a,b;x")).toBe(";");
  expect(found(...times(8, "1,500;x"), "a,b;x", "a,b;x")).toBe(",");
});
