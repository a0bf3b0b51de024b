import { expect, test } from "vitest";
import { record, recordsFrom, recordsOfPart, shortsAt } from "./records.ts";
import { biff } from "./testing.ts";

const { begin, end, viewBegins, viewEnds, row, number } = record;
const typesFrom = (stream: Buffer, from = 0) => [...recordsFrom(stream, from)].map(({ type }) => type);
const partTypes = (...types: number[]) => {
  const stream = Buffer.concat(types.map((type) => biff(type, Buffer.from([1, 2]))));
  return [...recordsOfPart(stream, 0)].map(({ type }) => type);
};

test("records have their type, the place of their data and its size", () => {
  const stream = Buffer.concat([Buffer.alloc(3), biff(row, Buffer.alloc(5)), biff(number), biff(end, Buffer.alloc(1))]);
  expect([...recordsFrom(stream, 3)]).toEqual([
    { type: row, at: 7, size: 5 },
    { type: number, at: 16, size: 0 },
    { type: end, at: 20, size: 1 },
  ]);
});

test("a record whose data is cut off is an error, and a piece of a head at the end is none", () => {
  const one = biff(row, Buffer.alloc(5));
  expect(() => typesFrom(one.subarray(0, -1))).toThrow(RangeError);
  expect(typesFrom(Buffer.concat([one, Buffer.alloc(3)]))).toEqual([row]);
  expect(typesFrom(Buffer.concat([one, Buffer.alloc(4)]))).toEqual([row, 0]);
  expect(typesFrom(one, one.length)).toEqual([]);
});

test.each([
  ["to its end, which counts", [begin, row, number, end, row, end], [row, number, end]],
  ["without embedded charts", [begin, row, begin, number, begin, number, end, end, row, end], [row, row, end]],
  ["without custom views", [begin, row, viewBegins, number, viewEnds, row, end], [row, row, end]],
  ["that is empty", [begin, end, row], [end]],
])("a part of a workbook is read %s", (_how, types, read) => expect(partTypes(...types)).toEqual(read));

test("a part without an end is an error, and one without a begin has its first record alone", () => {
  expect(() => partTypes(begin, row)).toThrow(RangeError);
  expect(() => partTypes(begin, begin, end, row)).toThrow(RangeError);
  expect(partTypes(row, begin, number, end)).toEqual([row]);
});

test("numbers of two bytes are read one after the other", () => {
  expect(shortsAt(Buffer.from([9, 1, 0, 2, 1, 255, 255, 9]), 1, 3)).toEqual([1, 258, 0xffff]);
  expect(shortsAt(Buffer.alloc(0), 0, 0)).toEqual([]);
});
