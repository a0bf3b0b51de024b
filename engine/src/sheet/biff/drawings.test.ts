import { expect, test } from "vitest";
import { drawingRanges, hasTurnedDrawing, hasUnplacedDrawing } from "./drawings.ts";
import { record, recordsFrom } from "./records.ts";
import { biff } from "./testing.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
/** A record of a drawing; a container is one of version 15 and holds what follows it. */
const part = (kind: number, data: Buffer, { version = 0, count = 0, size = data.length } = {}) =>
  Buffer.concat([shorts(version | (count << 4), kind), Buffer.from(new Uint32Array([size]).buffer), data]);
/** Flags, then column and row of each corner, with offsets within the cells. */
const anchor = (column: number, row: number, toColumn: number, toRow: number) =>
  part(0xf010, shorts(2, column, 100, row, 200, toColumn, 300, toRow, 400));
const container = (...parts: Buffer[]) => part(0xf004, Buffer.concat(parts), { version: 15 });
const drawing = (...parts: Buffer[]) => biff(record.drawing, ...parts);
const object = (kind: number, flags = 0) => biff(record.object, shorts(0x15, 18, kind, 1, flags, 0, 0, 0));

const picture = 8;
const rangesOf = (...records: Buffer[]) => {
  const stream = Buffer.concat(records);
  return drawingRanges(stream, [...recordsFrom(stream, 0)]).map(({ from, to }) => [
    from.row,
    from.column,
    to.row,
    to.column,
  ]);
};

test("a drawing covers the cells from its first to its last corner", () => {
  const first = drawing(part(0xf008, shorts(1, 2)), container(anchor(1, 2, 3, 4)));
  expect(rangesOf(first, object(picture), drawing(container(anchor(0, 9, 5, 9))), object(picture))).toEqual([
    [3, 2, 5, 4],
    [10, 1, 10, 6],
  ]);
});

test.each([
  ["a comment", 0x19, 0x10, 0],
  ["a filter button", 0x14, 0, 0],
  ["a list that is printed", 0x14, 0x10, 1],
  ["a picture", picture, 0, 1],
])("%s of kind %i with flags %i covers %i ranges, and the next drawing its own", (_what, kind, flags, ranges) => {
  const first = [drawing(anchor(1, 2, 3, 4)), object(kind, flags)];
  expect(rangesOf(...first, drawing(anchor(0, 0, 0, 0)), object(picture))).toHaveLength(ranges + 1);
});

test("drawings without an object, truncated anchors and other records are left out", () => {
  const short = part(0xf010, shorts(2, 1, 0, 1, 0, 1, 0, 1));
  const beyond = part(0xf010, shorts(2, 1, 0, 1, 0, 1, 0, 1), { size: 99 });
  expect(rangesOf(drawing(short, anchor(1, 1, 1, 1)), biff(record.row, shorts(0)), object(picture))).toHaveLength(1);
  expect(rangesOf(drawing(beyond), object(picture))).toEqual([]);
  expect(rangesOf(drawing(anchor(1, 1, 1, 1)))).toEqual([]);
  expect(rangesOf(drawing(anchor(1, 1, 1, 1).subarray(0, 7)), object(picture))).toEqual([]);
});

test.each([
  [26, 1],
  [25, 0],
])("an anchor of which %i bytes are left covers %i ranges", (bytes, ranges) => {
  expect(rangesOf(drawing(anchor(1, 2, 3, 4).subarray(0, bytes)), object(picture))).toHaveLength(ranges);
});

/** Properties of six bytes: number and value. */
const properties = (count: number, ...values: [property: number, value: number][]) =>
  part(0xf00b, Buffer.concat(values.map(([property, value]) => shorts(property, value & 0xffff, value >>> 16))), {
    count,
  });
const isTurned = (...parts: Buffer[]) => {
  const stream = drawing(...parts);
  return hasTurnedDrawing(stream, [...recordsFrom(stream, 0)]);
};

test.each<[string, boolean, Buffer]>([
  ["an angle", true, properties(1, [4, 0x5a0000])],
  ["an angle after another property", true, properties(2, [5, 1], [4, 1])],
  ["an angle of 0", false, properties(1, [4, 0])],
  ["another property", false, properties(1, [5, 1])],
  ["an angle beyond the stated properties", false, properties(1, [5, 1], [4, 1])],
  ["fewer properties than stated", false, properties(2, [5, 1])],
  ["an angle of another kind of record", false, part(0xf00c, shorts(4, 1, 0), { count: 1 })],
])("a shape with %s is rotated: %s", (_what, expected, one) => {
  expect(isTurned(one)).toBe(expected);
  expect(isTurned(container(part(0xf00a, shorts(1)), one))).toBe(expected);
});

test("a rotation in another record than a drawing does not count", () => {
  const stream = biff(record.object, properties(1, [4, 1]));
  expect(hasTurnedDrawing(stream, [...recordsFrom(stream, 0)])).toBe(false);
});

test("an object without an anchor, as before BIFF8, has no place; one with an anchor or in a group has", () => {
  const isUnplaced = (...records: Buffer[]) => {
    const stream = Buffer.concat(records);
    return hasUnplacedDrawing(stream, [...recordsFrom(stream, 0)]);
  };
  expect(isUnplaced(object(picture))).toBe(true);
  expect(isUnplaced(drawing(anchor(1, 2, 3, 4)), object(picture), object(picture))).toBe(true);
  expect(isUnplaced(drawing(anchor(1, 2, 3, 4)), object(picture))).toBe(false);
  expect(isUnplaced(drawing(container(part(0xf00f, shorts(0, 0, 0, 0)))), object(picture))).toBe(false);
  expect(isUnplaced(object(0x19), object(0x14))).toBe(false);
});
