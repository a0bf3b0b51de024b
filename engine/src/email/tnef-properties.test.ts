import { expect, test } from "vitest";
import { readPropertyList, readPropertyRows } from "./tnef-properties.ts";

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const list = (count: number, ...rest: Buffer[]) => Buffer.concat([uint32(count), ...rest]);
const property = (id: number, type: number, ...value: Buffer[]) => Buffer.concat([uint16(type, id), ...value]);
/** A property of two bytes with its padding. */
const short = (id: number, value: number) => property(id, 2, uint16(value, 0xffff));

const read = (data: Buffer) => [...readPropertyList(data)].map(([id, { type, bytes }]) => [id, type, [...bytes()]]);
const damaged = expect.objectContaining({ reason: "damaged" });

test.each([
  [2, 2],
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 8],
  [7, 8],
  [10, 4],
  [11, 2],
  [20, 8],
  [64, 8],
  [72, 16],
])("a value of the type %i has %i bytes and is followed by the next property at a multiple of 4", (type, size) => {
  const value = Buffer.from(Array.from({ length: size }, (_, index) => index + 1));
  const padding = Buffer.alloc((4 - (size % 4)) % 4, 0xee);
  expect(read(list(2, property(0x37, type, value, padding), short(0x38, 7)))).toEqual([
    [0x37, type, [...value]],
    [0x38, 2, [7, 0]],
  ]);
});

test.each([0x1e, 0x1f, 0x0d, 0x102])("a value of the type %i states how many there are and its length", (type) => {
  const value = Buffer.concat([uint32(1, 5), Buffer.from("words\0\0\0")]);
  expect(read(list(2, property(0x37, type, value), short(0x38, 7)))).toEqual([
    [0x37, type, [...Buffer.from("words")]],
    [0x38, 2, [7, 0]],
  ]);
});

test("of several values the first one is kept, and none when there are none", () => {
  const several = property(0x37, 0x1003, uint32(2, 11, 12));
  const texts = property(0x39, 0x101e, uint32(2, 1), Buffer.from("a\0\0\0"), uint32(1), Buffer.from("b\0\0\0"));
  const nothing = property(0x3a, 0x1002, uint32(0));
  expect(read(list(4, several, texts, nothing, short(0x38, 7)))).toEqual([
    [0x37, 3, [11, 0, 0, 0]],
    [0x39, 0x1e, [97]],
    [0x38, 2, [7, 0]],
  ]);
});

test("of two properties with one number the first one is kept", () => {
  expect(read(list(2, short(0x37, 1), short(0x37, 2)))).toEqual([[0x37, 2, [1, 0]]]);
});

test("properties with a name or a number of their own are passed over", () => {
  const set = Buffer.alloc(16, 0xab);
  const numbered = property(0x8000, 2, set, uint32(0, 0x1234), uint16(1, 0));
  const named = property(0x8001, 2, set, uint32(1, 6), uint16(0x41, 0x42, 0, 0), uint16(1, 0));
  expect(read(list(3, numbered, named, short(0x7fff, 7)))).toEqual([[0x7fff, 2, [7, 0]]]);
});

test("the last value may lack its padding, but no byte of its own", () => {
  const whole = list(1, property(0x37, 0x102, uint32(1, 5), Buffer.from("words")));
  expect(read(whole)).toEqual([[0x37, 0x102, [...Buffer.from("words")]]]);
  for (let length = 0; length < whole.length; length++)
    expect(() => readPropertyList(whole.subarray(0, length)), `${length} bytes`).toThrow(damaged);
});

test("a type that is not known is damaged, because its size is not known either", () => {
  expect(() => readPropertyList(list(1, property(0x37, 1, uint32(0))))).toThrow(damaged);
});

test("10,000 properties are read, and the count of one more is damaged", () => {
  const many = (count: number) => list(count, ...Array<Buffer>(count).fill(short(0x37, 1)));
  expect(readPropertyList(many(10_000)).size).toBe(1);
  expect(() => readPropertyList(many(10_001))).toThrow(damaged);
});

test("recipients are lists one behind the other, at most 2000", () => {
  const one = list(1, short(0x37, 1));
  const rows = (count: number) => Buffer.concat([uint32(count), ...Array<Buffer>(count).fill(one)]);
  expect(readPropertyRows(rows(0))).toEqual([]);
  expect(readPropertyRows(rows(2)).map((row) => [...row.keys()])).toEqual([[0x37], [0x37]]);
  expect(readPropertyRows(rows(2000))).toHaveLength(2000);
  expect(() => readPropertyRows(rows(2001))).toThrow(damaged);
});
