import { expect, test } from "vitest";
import { recordsFrom } from "./records.ts";
import { sharedStrings } from "./strings.ts";
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
