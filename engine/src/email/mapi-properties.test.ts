import { expect, test } from "vitest";
import { codepageLabel, type PropertyName, propertiesOf, propertyIds, propertyTypes } from "./mapi-properties.ts";

type Entry = [name: PropertyName, type: keyof typeof propertyTypes, bytes: Buffer];

const properties = (entries: Entry[], stated?: number) =>
  propertiesOf(
    new Map(
      entries.map(([name, type, bytes]) => [propertyIds[name], { type: propertyTypes[type], bytes: () => bytes }]),
    ),
    stated,
  );
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

test.each([
  [undefined, ""],
  [0, ""],
  [1, "cp1"],
  [20127, ""],
  [20126, "cp20126"],
  [20128, "cp20128"],
  [65001, "utf-8"],
  [1200, "utf-16le"],
  [28590, "cp28590"],
  [28591, "iso-8859-1"],
  [28592, "iso-8859-2"],
  [28605, "iso-8859-15"],
  [28606, "cp28606"],
  [50219, "cp50219"],
  [50220, "iso-2022-jp"],
  [50221, "iso-2022-jp"],
  [50222, "iso-2022-jp"],
  [50223, "cp50223"],
  [20866, "koi8-r"],
  [21866, "koi8-u"],
  [51932, "euc-jp"],
  [51949, "euc-kr"],
  [10000, "macintosh"],
  [1252, "cp1252"],
])("the code page %s is the encoding %j", (codepage, label) => {
  expect(codepageLabel(codepage)).toBe(label);
});

test.each([
  ["four bytes", "integer32", [1, 2, 3, 4], 0x04030201],
  ["four bytes with the highest bit", "integer32", [0, 0, 0, 0x80], 0x80000000],
  ["three bytes, of which two count", "integer32", [1, 2, 3], 0x0201],
  ["two bytes", "integer16", [1, 2], 0x0201],
  ["two bytes of a truth value", "boolean", [1, 0], 1],
  ["one byte, which is too few", "integer32", [1], undefined],
  ["bytes of another type", "binary", [1, 2, 3, 4], undefined],
] as const)("a number is read from %s", (_, type, bytes, expected) => {
  expect(properties([["attachMethod", type, Buffer.from(bytes)]]).number("attachMethod")).toBe(expected);
});

test("a number that is missing is undefined", () => expect(properties([]).number("attachMethod")).toBe(undefined));

test("a moment counts from 1601 in units of 100 nanoseconds", () => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((11_644_473_600_000n + 1_795_680_300_123n) * 10_000n + 9_999n);
  const at = (value: Buffer) =>
    properties([["submitTime", "time", value]])
      .time("submitTime")
      ?.getTime();
  expect(at(bytes)).toBe(1_795_680_300_123);
  expect(at(Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(1_795_680_300_123);
  expect(at(bytes.subarray(0, 7))).toBe(undefined);
  expect(properties([]).time("submitTime")).toBe(undefined);
});

test("a text ends before its first zero", () => {
  const wide = (text: string) => properties([["subject", "string", Buffer.from(text, "utf16le")]]).text("subject");
  expect(wide("May\0rest")).toBe("May");
  expect(wide("Mäy")).toBe("Mäy");
  const narrow = (text: string) => properties([["subject", "string8", Buffer.from(text, "latin1")]]).text("subject");
  expect(narrow("May\0rest")).toBe("May");
  expect(narrow("May")).toBe("May");
  expect(narrow("\0rest")).toBe("");
  const leftOver = Buffer.concat([Buffer.from("Mäy\0"), Buffer.from([0xfe])]);
  expect(properties([["subject", "string8", leftOver]]).text("subject"), "what is left over has no say").toBe("Mäy");
  expect(properties([]).text("subject")).toBe("");
  expect(properties([["subject", "binary", Buffer.from("May")]]).text("subject")).toBe("");
});

test("a text in a code page is that of the message, else the one that is given, else that of the internet", () => {
  const subject: Entry = ["subject", "string8", Buffer.from([0xe4])];
  const message: Entry = ["messageCodepage", "integer32", uint32(1252)];
  const internet: Entry = ["internetCodepage", "integer32", uint32(1251)];
  expect(properties([subject, message, internet], 1253).text("subject")).toBe("ä");
  expect(properties([subject, internet], 1253).text("subject")).toBe("δ");
  expect(properties([subject, internet]).text("subject")).toBe("д");
});

test("bytes are found only as bytes", () => {
  expect(
    properties([["html", "binary", Buffer.from("x")]])
      .binary("html")
      ?.toString(),
  ).toBe("x");
  expect(properties([["html", "string", Buffer.from("x")]]).binary("html")).toBe(undefined);
});
