import { PDFContext } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { undoPredictor } from "./predictor.ts";

const undo = (data: number[], parameters: Record<string, number>) => [
  ...undoPredictor(Buffer.from(data), PDFContext.create().obj(parameters)),
];

test("data without a predictor is returned unchanged", () => {
  expect(undo([1, 2, 3], {})).toEqual([1, 2, 3]);
  expect(undo([1, 2, 3], { Predictor: 1, Columns: 3 })).toEqual([1, 2, 3]);
});

test("with the TIFF predictor each component adds up from the left, separately in each row", () => {
  const pixels = { Predictor: 2, Colors: 3, Columns: 2 };
  expect(undo([10, 20, 30, 1, 2, 3, 40, 50, 60, 250, 0, 255], pixels)).toEqual([
    10, 20, 30, 11, 22, 33, 40, 50, 60, 34, 50, 59,
  ]);
});

test("the TIFF predictor for other than 8 bits is left to the viewer", () => {
  expect(undo([1, 2, 3, 4], { Predictor: 2, Columns: 2, BitsPerComponent: 16 })).toEqual([1, 2, 3, 4]);
});

const first = [0, 10, 20, 30];
test.each([
  ["no filter", 0, [1, 2, 3], [1, 2, 3]],
  ["the left neighbour", 1, [1, 2, 3], [1, 3, 6]],
  ["the row above", 2, [1, 2, 3], [11, 22, 33]],
  ["the mean of both, rounded down", 3, [1, 2, 3], [6, 15, 25]],
  ["the neighbour nearest to left + above − above left", 4, [90, 1, 200], [100, 101, 45]],
])("each PNG row names its filter: %s", (_what, filter, row, expected) => {
  for (const predictor of [10, 15])
    expect(undo([...first, filter, ...row], { Predictor: predictor, Columns: 3 })).toEqual([10, 20, 30, ...expected]);
});

test("PNG filters use the same component of the pixel to the left", () => {
  const pixels = { Predictor: 15, Colors: 3, Columns: 2 };
  expect(undo([1, 1, 2, 3, 1, 1, 1], pixels)).toEqual([1, 2, 3, 2, 3, 4]);
});

test("pixels of less than a byte count as one byte, and their rows end at a whole byte", () => {
  const pixels = { Predictor: 15, BitsPerComponent: 1, Columns: 9 };
  expect(undo([0, 0b1010_1010, 0x80, 2, 1, 0], pixels)).toEqual([0b1010_1010, 0x80, 0b1010_1011, 0x80]);
});

test("the first PNG row has zeros above it, and the last one may be truncated", () => {
  expect(undo([2, 1, 2, 3, 2, 1], { Predictor: 12, Columns: 3 })).toEqual([1, 2, 3, 2]);
  expect(undo([], { Predictor: 12, Columns: 3 })).toEqual([]);
});
