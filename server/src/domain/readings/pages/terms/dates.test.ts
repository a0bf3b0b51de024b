import { expect, test } from "vitest";
import { datesIn } from "./dates.ts";

/** Takes a text apart: parts of one word are divided by "/". */
function found(text: string) {
  const parts = text.split(/[ /]/);
  const ends = [...text.matchAll(/[ /]/g)].map(([divider]) => divider === "/");
  return datesIn(parts, (index) => ends[index] ?? false);
}

test.each([
  ["14/10/2026", "2026-10-14"],
  ["1/1/2026", "2026-01-01"],
  ["31/12/1999", "1999-12-31"],
  ["10/14/2026", "2026-10-14"],
  ["12/31/2026", "2026-12-31"],
  ["1/oct/2026", "2026-10-01"],
  ["2026/10/14", "2026-10-14"],
  ["2026/jan/1st", "2026-01-01"],
  ["29/2/2024", "2024-02-29"],
  ["30/4/26", "2026-04-30"],
  ["1/2/69", "2069-02-01"],
  ["1/2/70", "1970-02-01"],
  ["1/2/00", "2000-02-01"],
  ["14 october 2026", "2026-10-14"],
  ["1st january 2026", "2026-01-01"],
  ["2nd jan 26", "2026-01-02"],
  ["3rd sept 2026", "2026-09-03"],
  ["14th dec 2026", "2026-12-14"],
  ["oct 14 2026", "2026-10-14"],
  ["january 1st 2026", "2026-01-01"],
])("%s is the date %s", (text, date) => {
  expect(found(text)).toEqual([{ date, start: 0, end: 3 }]);
});

test.each([
  ["oct 2026", "2026-10"],
  ["january 2026", "2026-01"],
  ["10/2026", "2026-10"],
  ["1/2026", "2026-01"],
  ["12/2026", "2026-12"],
  ["2026/10", "2026-10"],
  ["2026/12", "2026-12"],
  ["2026/01", "2026-01"],
])("%s is the month %s", (text, date) => {
  expect(found(text)).toEqual([{ date, start: 0, end: 2 }]);
});

test.each([
  "",
  "2026",
  "oc 2026",
  "octo 1899",
  "octobre 2026",
  "13/2026",
  "0/2026",
  "10 2026",
  "2026/13",
  "2026/00",
  "2026/1",
  "2026 10",
  "2026 10 14",
  "14 10 2026",
  "14/10 2026",
  "14 10/26",
  "2026/14/10",
  "32/1/26",
  "0/1/26",
  "30/2/24",
  "29/2/23",
  "31/4/26",
  "13/13/26",
  "1/0/26",
  "14/10/226",
  "14/10/2126",
  "oct 14 26",
  "foo 14 2026",
  "may 5",
  "1/2",
])("“%s” is no date", (text) => {
  expect(found(text)).toEqual([]);
});

test.each([
  ["14x oct 2026", { date: "2026-10", start: 1, end: 3 }],
  ["32 oct 2026", { date: "2026-10", start: 1, end: 3 }],
  ["31/2/2026", { date: "2026-02", start: 1, end: 3 }],
  ["paid on 1/2/26", { date: "2026-02-01", start: 2, end: 5 }],
])("in %s the date begins after the first part", (text, date) => {
  expect(found(text)).toEqual([date]);
});

test("dates that follow each other share no part", () => {
  expect(found("1/2/2026 3/4/2026 oct 2026 5 nov 2026")).toEqual([
    { date: "2026-02-01", start: 0, end: 3 },
    { date: "2026-04-03", start: 3, end: 6 },
    { date: "2026-10", start: 6, end: 8 },
    { date: "2026-11-05", start: 8, end: 11 },
  ]);
});
