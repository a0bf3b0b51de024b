import { describe, expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { datesIn } from "./dates-in.ts";
import { factsOf } from "./facts.ts";

const datesOf = (...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter(({ kind }) => kind === "date")
    .map(({ value }) => value);

test.each([
  ["1/1/1900", "1900-01-01"],
  ["31/12/2099", "2099-12-31"],
  ["1/1/1899", null],
  ["1/1/2100", null],
  ["1/1/49", "2049-01-01"],
  ["1/1/50", null],
  ["1/1/79", null],
  ["1/1/80", "1980-01-01"],
  ["1/1/00", "2000-01-01"],
  ["0/1/2026", null],
  ["1/0/2026", null],
  ["1/12/2026", "2026-12-01"],
  ["1/13/2026", null],
  ["28/2/2026", "2026-02-28"],
  ["29/2/2026", null],
  ["30/4/2026", "2026-04-30"],
  ["31/4/2026", null],
  ["31/1/2026", "2026-01-31"],
  ["32/1/2026", null],
  ["1.12.26", null],
  ["11.2.26", null],
  ["11.12.26", "2026-12-11"],
  ["1.2.2026", "2026-02-01"],
  ["1 Jan 2026", "2026-01-01"],
  ["1 Dec 2026", "2026-12-01"],
])("%s is the date %s", (text, value) => {
  expect(datesIn(text).dates.map((date) => date.value)).toEqual(value === null ? [] : [value]);
});

test.each([
  ["12/11/2026", true],
  ["13/11/2026", false],
  ["11/11/2026", false],
  ["12 November 2026", false],
  ["2026-11-12", false],
])("the order of %s is assumed: %s", (text, isOrderAssumed) => {
  expect(datesIn(text).dates[0]).toMatchObject({ isOrderAssumed, start: 0, end: text.length });
});

test.each([
  ["10/31/2026", true],
  ["10/31/26", true],
  ["10-31-2026", true],
  ["10-31-26", false],
  ["31/10/2026", false],
  ["40/50/2026", false],
  ["2026-31-10", false],
])("%s shows that months stand first: %s", (text, hasMonthFirst) => {
  expect(datesIn(text).hasMonthFirst).toBe(hasMonthFirst);
});

test("dates come in the order of the text", () => {
  expect(
    datesIn("on 2026-10-14, 1/2/2026 and 3 Mar 2026").dates.map(({ value, start }) => `${value} ${start}`),
  ).toEqual(["2026-10-14 3", "2026-02-01 15", "2026-03-03 28"]);
});

describe("the order of a page's dates", () => {
  test.each<[string, string[], string[]]>([
    ["a page in dollars", ["$12.00", "4/5/2026"], []],
    ["a page in dollars and pounds", ["$12.00 £9.00", "4/5/2026"], ["2026-05-04"]],
    ["a page with a state of America", ["Austin, TX 78701", "£9.00   4/5/2026"], []],
    ["a page with a state without its number", ["Austin, TX", "4/5/2026"], ["2026-05-04"]],
  ])("of %s", (_, lines, dates) => {
    expect(datesOf(...lines)).toEqual(dates);
  });
});

describe("the label of a date", () => {
  test.each<[string, string[], string]>([
    ["in its cell", ["10/11/2026", "Invoice date 14/10/2026"], "2026-10-14"],
    ["in the cell to its left", ["10/11/2026", "Invoice date     14/10/2026"], "2026-10-14"],
    ["not in a cell with a number to its left", ["10/11/2026", "Invoice date 7     14/10/2026"], "2026-11-10"],
    ["above it", ["10/11/2026", "Due      Invoice date", "1/1/2026      14/10/2026"], "2026-10-14"],
    ["above another date above it", ["10/11/2026", "Invoice date", "13/10/2026", "14/10/2026"], "2026-10-13"],
    ["not above a number", ["10/11/2026", "Invoice date", "4711", "14/10/2026"], "2026-11-10"],
    ["not in a long line above it", ["10/11/2026", `Invoice date ${"x".repeat(28)}`, "14/10/2026"], "2026-11-10"],
    [
      "in a line of forty letters above it",
      ["10/11/2026", `Invoice date ${"x".repeat(27)}`, "14/10/2026"],
      "2026-10-14",
    ],
    ["of an order", ["Order date 10/11/2026", "14/10/2026"], "2026-10-14"],
    ["of a birth", ["Born 10/11/1980", "Due 14/10/2026"], "2026-10-14"],
    ["of a birth alone", ["Born 10/11/1980"], "1980-11-10"],
    ["beside a time", ["Hello 10/11/2026 there", "Till 14/10/2026 12:33"], "2026-10-14"],
    [
      "in the lower part of the page",
      ["We met on 10/11/2026 there", ...Array.from({ length: 27 }, () => ""), "14/10/2026"],
      "2026-10-14",
    ],
    [
      "too low on the page to stand alone",
      ["We met on 10/11/2026 there", ...Array.from({ length: 28 }, () => ""), "14/10/2026"],
      "2026-11-10",
    ],
  ])("stands %s", (_, lines, own) => {
    expect(datesOf(...lines)[0]).toBe(own);
  });

  test("of a sort code is that in the sixty letters before it", () => {
    expect(datesOf(`Sort code ${"x".repeat(40)} 10-11-26`)).toEqual([]);
    expect(datesOf("10-11-26 a/c 12345678")).toEqual([]);
    expect(datesOf("10-11-26 for 12345678")).toEqual(["2026-11-10"]);
    expect(datesOf("10-11-2026 12345678")).toEqual(["2026-11-10"]);
  });

  test("of a birth with two digits of its year leaves the date out", () => {
    expect(datesOf("Date of birth 10/11/45")).toEqual([]);
    expect(datesOf("Date of birth 10/11/1945")).toEqual(["1945-11-10"]);
  });
});
