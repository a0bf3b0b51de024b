import { expect, test } from "vitest";
import type { BmpHeader } from "./bmp-header.ts";
import { runLengthRows } from "./bmp-runs.ts";

/** Decodes rows of four pixels. The pixels begin after two other bytes. */
const rows = (bits: 4 | 8, height: number, ...data: number[]) =>
  [...runLengthRows(Buffer.from([9, 9, ...data]), { width: 4, height, bits, pixels: 2 } as BmpHeader)].map((row) => [
    ...row,
  ]);
const [endOfRow, endOfPicture, move] = [
  [0, 0],
  [0, 1],
  [0, 2],
];

test.each<[string, number[], number[][]]>([
  ["runs", [3, 7, 1, 8], [[7, 7, 7, 8]]],
  ["a run beyond the end of the row", [6, 7], [[7, 7, 7, 7]]],
  ["single pixels, padded to an even number", [0, 3, 1, 2, 3, 0, 1, 9], [[1, 2, 3, 9]]],
  ["an even number of single pixels", [0, 4, 1, 2, 3, 4], [[1, 2, 3, 4]]],
  ["no data", [], [[0, 0, 0, 0]]],
  ["half a code", [5], [[0, 0, 0, 0]]],
  ["single pixels that end early", [0, 4, 1], [[1, 0, 0, 0]]],
])("a row of bytes with %s is decoded", (_what, data, decoded) => expect(rows(8, 1, ...data)).toEqual(decoded));

test.each<[string, number[], number[][]]>([
  ["runs of two colours", [4, 0x12], [[1, 2, 1, 2]]],
  ["an odd run", [3, 0x12, 1, 0x30], [[1, 2, 1, 3]]],
  ["single pixels, padded to an even number of bytes", [0, 3, 0x12, 0x30, 1, 0x90], [[1, 2, 3, 9]]],
  ["five single pixels in four bytes", [0, 5, 0x12, 0x34, 0x50, 0, 1, 0x90], [[1, 2, 3, 4]]],
])("a row of half bytes with %s is decoded", (_what, data, decoded) => expect(rows(4, 1, ...data)).toEqual(decoded));

test("rows end by their mark, and the picture by its own", () => {
  expect(rows(8, 3, 1, 7, ...endOfRow, 2, 8, ...endOfPicture, 3, 9)).toEqual([
    [7, 0, 0, 0],
    [8, 8, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test("a move skips pixels to the right and rows", () => {
  expect(rows(8, 4, 1, 7, ...move, 1, 2, 1, 8, ...move, 1, 0, 1, 9, ...endOfRow, 1, 6)).toEqual([
    [7, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 8, 0],
    [6, 0, 0, 0],
  ]);
});

test("there are never more rows than stated", () => {
  expect(rows(8, 1, 4, 7, ...endOfRow, 4, 8)).toEqual([[7, 7, 7, 7]]);
  expect(rows(8, 2, ...move, 0, 255, 4, 8)).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});
