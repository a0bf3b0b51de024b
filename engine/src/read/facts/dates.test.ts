import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const datesOf = (...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter(({ kind }) => kind === "date")
    .map(({ value }) => value);

test.each([
  ["14/10/2026", "2026-10-14"],
  ["14/10/26", "2026-10-14"],
  ["4/1/2026", "2026-01-04"],
  ["04-01-26", "2026-01-04"],
  ["14.10.26", "2026-10-14"],
  ["14.10.2026", "2026-10-14"],
  ["14 / 10 / 2026", "2026-10-14"],
  ["14 Oct 2026", "2026-10-14"],
  ["14 October 2026", "2026-10-14"],
  ["14th October 2026", "2026-10-14"],
  ["14th of October, 2026", "2026-10-14"],
  ["1st Sept 2026", "2026-09-01"],
  ["14-OCT-26", "2026-10-14"],
  ["14Oct2026", "2026-10-14"],
  ["14 Oct '26", "2026-10-14"],
  ["Wednesday 14 October 2026", "2026-10-14"],
  ["October 14, 2026", "2026-10-14"],
  ["OCT 3, 2016", "2016-10-03"],
  ["2026-10-14", "2026-10-14"],
  ["2026/10/14", "2026-10-14"],
  ["2026-10-14T09:30:00Z", "2026-10-14"],
  ["14/10/2026 09:30", "2026-10-14"],
  ["29 February 2024", "2024-02-29"],
  ["14/10/99", "1999-10-14"],
  ["Date:14/10/2026.", "2026-10-14"],
  ["(14/10/2026)", "2026-10-14"],
])("%s is a date", (printed, value) => {
  expect(datesOf(printed)).toEqual([value]);
});

test.each([
  ["a month above 12 and a day above 31", "32/13/2026"],
  ["the month first", "10/31/2026"],
  ["a day that the month lacks", "31/06/2026"],
  ["29 February of a common year", "29 Feb 2026"],
  ["two digits of either century", "14/10/62"],
  ["a version", "Version 1.2.26"],
  ["a number of an article", "Part 114/10/2026/7"],
  ["a sort code", "Sort code 20-10-26"],
  ["a sort code before its account", "20-10-26 12345678"],
  ["a telephone number", "Tel 020 7946 0123"],
  ["a day without a year", "14 October"],
  ["a month without a day", "October 2026"],
  ["a price", "12.10.2 26.10"],
  ["a year of another millennium", "14/10/1026"],
  ["a date of birth with two digits", "Date of birth 14/10/45"],
])("%s is no date", (_, printed) => {
  expect(datesOf(printed)).toEqual([]);
});

test("where months stand first, only dates that no order changes are left", () => {
  expect(datesOf("Shipped 04/05/2026", "Invoiced 10/31/2026", "Paid 7 November 2026", "Seen 06/06/2026")).toEqual([
    "2026-11-07",
    "2026-06-06",
  ]);
});

test("a sort code does not show that months stand first", () => {
  expect(datesOf("Invoice date 01/07/2026", "Sort code 10-28-82 Account 12345678")).toEqual(["2026-07-01"]);
});

test.each([
  ["a labelled date before a due date", ["Payment due   13/11/2026", "Invoice date   14/10/2026"]],
  ["a label above its date", ["Due date     Invoice date", "13/11/2026   14/10/2026"]],
  ["a letter's date before those of its text", ["14 October 2026", "Our letter of 1 October 2026 is answered."]],
  ["a receipt's date beside its time", ["Use by 20/10/2026", "TILL 4   14/10/2026 12:33"]],
  ["the statement's end, not its beginning", ["1 October 2026 to 31 October 2026", "Statement date 14 October 2026"]],
  ["a plain date before an order's", ["Order date: 01/10/2026", "Date: 14/10/2026"]],
])("the paper's own date comes first: %s", (_, lines) => {
  expect(datesOf(...lines)[0]).toBe("2026-10-14");
});

test("a date that is printed twice is one fact, in the box of its words", () => {
  const facts = factsOf(typedPage({ lines: ["Date: 14 Oct 2026", "on 14/10/2026"] }));
  expect(facts).toEqual([{ kind: "date", value: "2026-10-14", box: [70, 40, 125, 50] }]);
});

test.each([0, 90, 180, 270] as const)("a page that lies turned by %i degrees has the same dates", (lies) => {
  const [fact] = factsOf(typedPage({ lies, lines: ["Due date     Invoice date", "13/11/2026   14/10/2026"] }));
  expect(fact?.value).toBe("2026-10-14");
});

test("a page in another language has no facts", () => {
  expect(factsOf(typedPage({ language: "de", lines: ["Datum 14.10.2026"] }))).toEqual([]);
  expect(factsOf(typedPage({ language: "en", lines: ["Date 14.10.2026"] }))).toHaveLength(1);
});
