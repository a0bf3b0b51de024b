import { expect, test } from "vitest";
import { asciiLines, isEmlStart } from "./eml-start.ts";

test.each([
  ["From: a\nTo: b\n\nwords", false, true],
  ["From: a\n\nTo: b", false, false],
  ["From: a\n\nTo: b", true, true],
  ["\n\nFrom: a\nTo: b", false, true],
  ["Total: 40\nDue: none\n", true, false],
  ["Total: 40\nFrom: a\nDue: none\nTo: b\n", false, true],
  ["From: a\n folded\n\tagain\nTo: b\n", false, true],
  ["Total: 40\n folded\nFrom: a\nTo: b\n", false, false],
  ["From: a\nno field\nTo: b\n", false, false],
  ["From anna Thu\nFrom: a\nTo: b\n", false, true],
  [">From anna Thu\nFrom: a\nTo: b\n", false, true],
  ["From: a\nFrom anna Thu\nTo: b\n", false, false],
  ["SUBJECT : a\nX-Mailer: b\n", false, true],
  ["Fröm: a\nFrom: a\nTo: b\n", false, false],
  ["", true, false],
])("whether %j is the start of an email, when one is expected (%s): %s", (text, isExpected, expected) => {
  expect(isEmlStart(Buffer.from(text), isExpected)).toBe(expected);
});

const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each([
  ["UTF-16", Buffer.from("\ufeffFrom: ä\n", "utf16le"), "From: ä\n"],
  ["UTF-16 with its bytes swapped", bigEndian("\ufeffFrom: ä\n"), "From: ä\n"],
  ["UTF-8 with a mark and empty lines", Buffer.from("\ufeff\r\n \tFrom: ä\n"), "From: ä\n"],
  ["carriage returns alone", Buffer.from("\rFrom: a\rTo: b\r\rwords\r"), "From: a\nTo: b\n\nwords\n"],
  ["both line ends", Buffer.from("From: a\r\nTo: b\rc\n"), "From: a\r\nTo: b\rc\n"],
  ["a first character that is seen", Buffer.from("!x\n"), "!x\n"],
  ["one byte", Buffer.from("x"), "x"],
  ["no text", Buffer.from(" \n "), " \n "],
])("an email in %s is read with line feeds and without what stands before its text", (_, bytes, text) => {
  expect(asciiLines(bytes).toString()).toBe(text);
});

test("an email without a line feed in its first 16 kB has carriage returns alone", () => {
  const withFeedAt = (at: number) => `${"a\r".padEnd(at, "x")}\nb\rc`;
  expect(asciiLines(Buffer.from(withFeedAt(16_383))).toString()).toBe(withFeedAt(16_383));
  expect(asciiLines(Buffer.from(withFeedAt(16_384))).toString()).toBe(withFeedAt(16_384).replaceAll("\r", "\n"));
});

test("empty lines are removed from the first 16 kB only, and the bytes that are given stay as they are", () => {
  const text = (spaces: number) => `${" ".repeat(spaces)}\nx`;
  expect(asciiLines(Buffer.from(text(16_382))).toString()).toBe("x");
  expect(asciiLines(Buffer.from(text(16_383))).toString()).toBe(text(16_383));
  const given = Buffer.from("From: a\rTo: b");
  asciiLines(given);
  expect(given.toString()).toBe("From: a\rTo: b");
});
