import { expect, test } from "vitest";
import { recordsFrom } from "./records.ts";
import { sharedStrings, textAt } from "./strings.ts";
import { biff } from "./testing.ts";

const header = (count: number) => Buffer.from([count, 0, 0, 0, count, 0, 0, 0]);
const text = (length: number, flags: number, ...bytes: number[]) => Buffer.from([length, 0, flags, ...bytes]);
const ascii = (length: string) => [...Buffer.from(length)];

function read(...pieces: Buffer[]) {
  const stream = Buffer.concat(pieces);
  return sharedStrings(stream, [...recordsFrom(stream, 0)]);
}

test("a shared text may continue in the next record with a different number of bytes for each character", () => {
  const first = biff(0xfc, header(2), text(6, 0, ...ascii("Haw")));
  const second = biff(0x3c, Buffer.from([1, ...Buffer.from("kŵ.", "utf16le")]), text(3, 0, ...ascii("Ivy")));
  expect(read(first, second)).toEqual(["Hawkŵ.", "Ivy"]);
});

test("formatting runs and phonetic data are skipped, also across records", () => {
  const rich = text(3, 8 | 4, 2, 0, 3, 0, 0, 0, ...ascii("Elm"), 1, 1, 1);
  expect(
    read(biff(0xfc, header(2), rich), biff(0x3c, Buffer.alloc(8)), biff(0x3c, text(3, 0, ...ascii("Ash")))),
  ).toEqual(["Elm", "Ash"]);
});

test("texts that are cut off are an error, not a shorter list", () => {
  expect(() => read(biff(0xfc, header(2), text(3, 0, ...ascii("Elm"))))).toThrow(RangeError);
});

test.each([
  ["one byte for each character", Buffer.from("..\0Elm tree"), "Elm"],
  ["two bytes for each character", Buffer.from("..\x01E\0l\0m\0x\0"), "Elm"],
  ["flags that say nothing of its bytes", Buffer.from("..\x0cElm tree"), "Elm"],
])("a text with %s is read", (_what, bytes, expected) => expect(textAt(bytes, 2, 3)).toBe(expected));

test.each([
  ["formatting runs", text(3, 8, 2, 0, ...ascii("Elm"), 1, 1, 1, 1, 2, 2, 2, 2)],
  ["phonetic data", text(3, 4, 3, 0, 0, 0, ...ascii("Elm"), 1, 1, 1)],
  ["both", text(3, 12, 1, 0, 2, 0, 0, 0, ...ascii("Elm"), 1, 1, 1, 1, 2, 2)],
  ["neither", text(3, 0, ...ascii("Elm"))],
  ["two bytes for each character", text(3, 1, ...Buffer.from("Elm", "utf16le"))],
])("a text with %s is followed by the next one, in its record or another", (_what, one) => {
  const next = text(3, 0, ...ascii("Ash"));
  expect(read(biff(0xfc, header(3), one, one, next))).toEqual(["Elm", "Elm", "Ash"]);
  expect(read(biff(0xfc, header(2), one), biff(0x3c, next))).toEqual(["Elm", "Ash"]);
});

test("formatting runs over three records are skipped to the byte", () => {
  const rich = text(3, 8, 2, 0, ...ascii("Elm"), 1, 1);
  const pieces = [biff(0x3c, Buffer.alloc(1, 9)), biff(0x3c, Buffer.alloc(5, 9), text(3, 0, ...ascii("Ash")))];
  expect(read(biff(0xfc, header(2), rich), ...pieces)).toEqual(["Elm", "Ash"]);
});

test("a continued text of two bytes may go on in two bytes, or in one", () => {
  const first = biff(0xfc, header(2), text(5, 1, ...Buffer.from("Haw", "utf16le")));
  const next = text(3, 0, ...ascii("Ivy"));
  expect(read(first, biff(0x3c, Buffer.from([1, ...Buffer.from("ks", "utf16le")]), next))).toEqual(["Hawks", "Ivy"]);
  expect(read(first, biff(0x3c, Buffer.from([0, ...ascii("ks")]), next))).toEqual(["Hawks", "Ivy"]);
});

test("empty texts and no texts are read", () => {
  expect(read(biff(0xfc, header(0)))).toEqual([]);
  expect(read(biff(0xfc, header(2), text(0, 0), text(0, 0)))).toEqual(["", ""]);
});

test("a text that ends within a character is an error", () => {
  const odd = Buffer.from([3, 0, 1, ...Buffer.from("El", "utf16le"), 0x6d]);
  expect(() => read(biff(0xfc, header(1), odd), biff(0x3c, Buffer.from([1, 0])))).toThrow("within a character");
});
