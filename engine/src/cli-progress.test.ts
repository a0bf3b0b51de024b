import { expect, test } from "vitest";
import type { Converted } from "./cli-converted.ts";
import { fileLine, fileWords, pagesInWords, progressOn } from "./cli-progress.ts";

/** A stream that keeps what is written to it. */
function terminal(columns: number, isTTY = true) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { stream, written };
}
const clearLine = "\r\u001b[2K";

test("the line of progress counts files, and names those that are being converted", () => {
  const { stream, written } = terminal(80);
  const progress = progressOn(stream, 2);
  progress.began("a.zip");
  progress.began("b.pdf");
  progress.add(3);
  progress.ended("a.zip");
  progress.clear();
  expect(written).toEqual([
    `${clearLine}0 of 2 converted  a.zip`,
    `${clearLine}0 of 2 converted  a.zip, b.pdf`,
    `${clearLine}0 of 5 converted  a.zip, b.pdf`,
    `${clearLine}1 of 5 converted  b.pdf`,
    clearLine,
  ]);
});

test.each([
  [31, 30],
  [22, 21],
  [21, 20],
  [20, 20],
  [5, 20],
])("on a terminal of %i columns the line has %i characters", (columns, length) => {
  const { stream, written } = terminal(columns);
  progressOn(stream, 1).began("a long name of a document.pdf");
  expect(written[0]?.slice(clearLine.length)).toHaveLength(length);
});

test("nothing is written where standard error is no terminal", () => {
  const { stream, written } = terminal(80, false);
  const progress = progressOn(stream, 1);
  progress.began("a.pdf");
  progress.add(1);
  progress.ended("a.pdf");
  progress.clear();
  expect(written).toEqual([]);
});

const converted = (result: Converted["result"]): Converted => ({
  file: "in/more.zip › b/a.pdf",
  name: "a.pdf",
  title: "more.zip › b/a.pdf",
  pagesPath: "/pages",
  result,
});
const warning = (text: string) => ({ code: "repaired", text }) as const;
const ms = 5;

test.each([
  [{ outcome: "converted", pages: 2, warnings: [], ms }, null],
  [
    { outcome: "converted", pages: 2, warnings: [warning("One."), warning("Two.")], ms },
    "in/more.zip › b/a.pdf: One. Two.",
  ],
  [{ outcome: "container", items: [], ms }, null],
  [{ outcome: "rejected", reason: "empty", text: "a.pdf is empty.", ms }, "more.zip › b/a.pdf is empty."],
  [{ outcome: "set-aside", text: "a.pdf is a logo.", ms }, "more.zip › b/a.pdf is a logo."],
  [
    { outcome: "failed", text: "no sandbox", ms },
    "in/more.zip › b/a.pdf could not be converted because of an error in Sheaf: no sandbox",
  ],
] as [Converted["result"], string | null][])("the message for the result %j is %j", (result, words) => {
  expect(fileWords(converted(result))).toBe(words);
});

test("the line of a file in JSON has its pages and warnings, or the reason and words of its refusal", () => {
  const line = (result: Converted["result"]) => JSON.parse(fileLine(converted(result)));
  const file = "in/more.zip › b/a.pdf";
  const warnings = [warning("One.")];
  const none = { file, reason: null, text: null, pages: null, ms, warnings: [] };
  expect(line({ outcome: "converted", pages: 2, warnings, ms })).toEqual({
    ...none,
    outcome: "converted",
    pages: 2,
    warnings,
  });
  expect(line({ outcome: "rejected", reason: "empty", text: "a.pdf is empty.", ms })).toEqual({
    ...none,
    outcome: "rejected",
    reason: "empty",
    text: "more.zip › b/a.pdf is empty.",
  });
  expect(line({ outcome: "container", items: [], ms })).toEqual({ ...none, outcome: "container" });
});

test.each([
  [0, "0 pages"],
  [1, "1 page"],
  [2, "2 pages"],
])("%i in words: %s", (pages, words) => expect(pagesInWords(pages)).toBe(words));
