import { expect, test } from "vitest";
import { endOf, headAt, octetParts } from "./asn1.ts";
import { memorySource } from "./byte-source.ts";

const source = (hex: string) => memorySource(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const damaged = expect.objectContaining({ reason: "damaged" });

test.each([
  ["a short length", "30 03 010203", 0, { tag: 0x30, start: 2, end: 5 }],
  ["a length of nothing", "04 00", 0, { tag: 0x04, start: 2, end: 2 }],
  ["the longest short length", `04 7f ${"00".repeat(127)}`, 0, { tag: 0x04, start: 2, end: 129 }],
  ["a length in one further byte", `04 81 80 ${"00".repeat(128)}`, 0, { tag: 0x04, start: 3, end: 131 }],
  ["a length in two further bytes", `04 82 0102 ${"00".repeat(258)}`, 0, { tag: 0x04, start: 4, end: 262 }],
  ["a length in five further bytes", "04 85 0000000001 ff", 0, { tag: 0x04, start: 7, end: 8 }],
  ["an open length", "30 80 0000", 0, { tag: 0x30, start: 2, end: undefined }],
  ["bytes before it", "ffff 30 01 05", 2, { tag: 0x30, start: 4, end: 5 }],
])("the head of a value with %s gives the place of its content", (_what, hex, at, head) => {
  const bytes = source(hex);
  expect(headAt(bytes, at, bytes.sizeBytes)).toEqual(head);
});

test.each([
  ["nothing", "", 10],
  ["a tag alone", "30", 10],
  ["a tag of several bytes", "1f 01 00", 10],
  ["a length of six bytes", "04 86 000000000001 ff", 20],
  ["a length that is cut short", "04 82 01", 1000],
  ["more content than its surroundings hold", "04 03 010203", 4],
])("%s is a damaged value", (_what, hex, limit) => {
  expect(() => headAt(source(hex), 0, limit)).toThrow(damaged);
});

const end = (hex: string): number => {
  const bytes = source(hex);
  return endOf(bytes, headAt(bytes, 0, bytes.sizeBytes), bytes.sizeBytes);
};

test.each([
  ["that states its length", "30 02 0500 ffff", 4],
  ["of an open length without content", "30 80 0000 ffff", 4],
  ["of an open length with two values", "30 80 0401aa 0500 0000 ffff", 9],
  ["of open lengths within each other", "30 80 30 80 0500 0000 0401aa 0000 ff", 13],
])("a value %s ends after its content", (_what, hex, after) => {
  expect(end(hex)).toBe(after);
});

test("values of an open length may be seventeen deep and no deeper", () => {
  const nested = (depth: number) => "3080".repeat(depth) + "0000".repeat(depth);
  expect(end(nested(17))).toBe(68);
  expect(() => end(nested(18))).toThrow(damaged);
});

test("a plain value has no open length, and an open one needs its end", () => {
  expect(() => end("04 80 0000")).toThrow(damaged);
  expect(() => end("30 80 0500")).toThrow(damaged);
});

/** The parts as they are written, and the offset after the last one. */
function parts(hex: string): [parts: string[], after: number] {
  const bytes = source(hex);
  const found: string[] = [];
  const walk = octetParts(bytes, headAt(bytes, 0, bytes.sizeBytes), bytes.sizeBytes);
  for (;;) {
    const step = walk.next();
    if (step.done) return [found, step.value];
    found.push(bytes.read(step.value.at, step.value.length).toString("hex"));
  }
}

test.each([
  ["one piece", "04 02 aabb ff", ["aabb"], 4],
  ["no content", "04 00", [], 2],
  ["two pieces", "24 07 0402aabb 0401cc ff", ["aabb", "cc"], 9],
  ["pieces of an open length", "24 80 0402aabb 0401cc 0000 ff", ["aabb", "cc"], 11],
  ["pieces within pieces", "24 80 24 04 0402aabb 24 80 0401cc 0000 0000", ["aabb", "cc"], 17],
  ["an empty piece between others", "24 08 0401aa 0400 0401bb", ["aa", "bb"], 10],
])("octets of %s are found in their order", (_what, hex, found, after) => {
  expect(parts(hex)).toEqual([found, after]);
});

test.each([
  ["another type", "30 03 0401aa"],
  ["another type within", "24 03 0201aa"],
  ["an end although the length is stated", "24 05 0401aa 0000"],
  ["a piece that is longer than the whole", "24 03 0402aa bb"],
  ["a piece that is longer than what is around its surroundings", "24 05 2480 0402aa bb 0000"],
  ["plain octets of an open length", "04 80 aa 0000"],
])("octets of %s are damaged", (_what, hex) => {
  expect(() => parts(hex)).toThrow(damaged);
});

test("octets may be divided seventeen times and no more", () => {
  const nested = (depth: number) => `${"2480".repeat(depth)}0401aa${"0000".repeat(depth)}`;
  expect(parts(nested(17))).toEqual([["aa"], 71]);
  expect(() => parts(nested(18))).toThrow(damaged);
});
