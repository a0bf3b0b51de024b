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

const columns = (Columns: number, others: object = {}) => ({ Predictor: 15, Columns, ...others });
test.each<[string, number[], number[], Record<string, number>]>([
  ["two colours of 8 bits", [1, 1, 2, 1, 1, 1, 1], [1, 2, 2, 3, 3, 4], columns(3, { Colors: 2 })],
  ["16 bits", [1, 1, 2, 1, 1, 1, 1], [1, 2, 2, 3, 3, 4], columns(3, { BitsPerComponent: 16 })],
  ["two colours of 4 bits", [1, 1, 2, 3], [1, 3, 6], columns(3, { Colors: 2, BitsPerComponent: 4 })],
  ["3 colours of 4 bits", [1, 1, 2, 3, 4, 5, 6], [1, 2, 4, 6, 9, 12], columns(4, { Colors: 3, BitsPerComponent: 4 })],
  ["one bit in 16 columns", [1, 1, 2, 1, 3, 4], [1, 3, 3, 7], columns(16, { BitsPerComponent: 1 })],
  ["one bit in 17 columns", [1, 1, 2, 3, 1, 3, 4, 5], [1, 3, 6, 3, 7, 12], columns(17, { BitsPerComponent: 1 })],
  ["no stated columns", [0, 7, 2, 1, 2, 1], [7, 8, 9], { Predictor: 12 }],
  ["an unknown filter of a row", [5, 1, 2, 9, 3, 4], [1, 2, 3, 4], columns(2)],
])("PNG rows of pixels with %s", (_what, data, plain, parameters) => expect(undo(data, parameters)).toEqual(plain));

test.each([
  [0, [1, 2, 3]],
  [1, [1, 2, 3]],
  [2, [1, 3, 6]],
  [3, [2, 3]],
])("the predictor %i is none, TIFF's, or PNG's", (Predictor, plain) => {
  const data = Predictor > 2 ? [0, 2, 3] : [1, 2, 3];
  expect(undo(data, { Predictor, Columns: 3 })).toEqual(plain);
});

test("rows and pixels have a byte at least, also where none is stated", () => {
  expect(undo([0, 7, 2, 1], { Predictor: 12, Columns: 0 })).toEqual([7, 8]);
  expect(undo([1, 7, 1, 1], { Predictor: 12, Columns: 0, Colors: 0 })).toEqual([7, 1]);
});

test("rows of the TIFF predictor add up from their own beginning, with bytes that wrap", () => {
  expect(undo([1, 2, 3, 4, 5], { Predictor: 2, Columns: 2 })).toEqual([1, 3, 3, 7, 5]);
  expect(undo([200, 100, 1, 1], { Predictor: 2, Columns: 4 })).toEqual([200, 44, 45, 46]);
  expect(undo([1, 1, 1, 1], { Predictor: 2, Columns: 2, Colors: 2 })).toEqual([1, 1, 2, 2]);
  expect(undo([], { Predictor: 2 })).toEqual([]);
});

/** The second of two rows of two pixels, each of one byte: above left, above, and left are known. */
const paeth = (aboveLeft: number, above: number, left: number) =>
  undo([0, aboveLeft, above, 4, (left - aboveLeft) & 255, 0], columns(2)).slice(2);
test.each([
  ["left, of three that are equal", 9, 9, 9, 9],
  ["left, where above and above left are equal", 50, 50, 90, 90],
  ["above, where left and above left are equal", 50, 90, 50, 90],
  ["above left, between the two", 50, 55, 45, 50],
  ["left, where it is as near as above", 50, 60, 60, 60],
  ["left, where it is nearer than above", 50, 52, 60, 60],
  ["above, where it is nearer than left", 50, 60, 52, 60],
  ["above, where it is as near as above left", 50, 56, 47, 56],
  ["left, where it is as near as above left", 50, 47, 56, 56],
  ["above left, where left is a little farther", 50, 46, 55, 50],
])("the predicted neighbour is %s", (_what, aboveLeft, above, left, predicted) => {
  expect(paeth(aboveLeft, above, left)).toEqual([left, predicted]);
});

test("the first pixel of a row has zeros to its left, also for the mean and the nearest", () => {
  expect(undo([3, 10, 10], columns(2))).toEqual([10, 15]);
  expect(undo([0, 10, 20, 3, 1, 1], columns(2))).toEqual([10, 20, 6, 14]);
  expect(undo([4, 10, 1], columns(2))).toEqual([10, 11]);
  expect(undo([0, 10, 20, 4, 1, 1], columns(2))).toEqual([10, 20, 11, 21]);
  expect(undo([0, 4, 4, 3, 255, 0], columns(2))).toEqual([4, 4, 1, 2]);
});

test("a last row of its filter alone has no pixels, and rows after three are like the first", () => {
  expect(undo([0, 1, 2, 2], columns(2))).toEqual([1, 2]);
  expect(undo([2, 1, 2, 2, 1, 2, 2, 1, 2], columns(2))).toEqual([1, 2, 2, 4, 3, 6]);
  expect(undo([1, 1, 1, 1, 1, 1, 1, 1, 1], columns(2))).toEqual([1, 2, 1, 2, 1, 2]);
});
