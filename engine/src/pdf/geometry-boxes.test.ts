import { expect, test } from "vitest";
import {
  fitOnA4,
  identity,
  intersection,
  type Matrix,
  multiply,
  normalRect,
  printNumber,
  printNumbers,
  type Rect,
  transformPoint,
  transformRect,
} from "./geometry.ts";

const one: Matrix = [2, 3, 5, 7, 11, 13];
const other: Matrix = [17, 19, 23, 29, 31, 37];

test("two matrices are multiplied so that the first is applied first", () => {
  expect(multiply(one, other)).toEqual([103, 125, 246, 298, 517, 623]);
  expect(multiply(other, one)).toEqual([129, 184, 191, 272, 258, 365]);
  expect(multiply(identity, one)).toEqual(one);
  expect(multiply(one, identity)).toEqual(one);
});

test("a point is transformed by both coordinates and moved", () => {
  expect(transformPoint(one, 100, 10)).toEqual([261, 383]);
  expect(transformPoint(identity, 100, 10)).toEqual([100, 10]);
  expect(transformPoint(multiply(one, other), 4, 6)).toEqual(transformPoint(other, ...transformPoint(one, 4, 6)));
});

test.each<[string, Matrix, Rect]>([
  ["as it is", identity, [1, 2, 30, 40]],
  ["moved and enlarged", [2, 0, 0, 3, 100, 200], [102, 206, 160, 320]],
  ["turned by a quarter", [0, 1, -1, 0, 0, 0], [-40, 1, -2, 30]],
  ["mirrored", [-1, 0, 0, -1, 0, 0], [-30, -40, -1, -2]],
  ["slanted", [1, 1, -1, 1, 0, 0], [-39, 3, 28, 70]],
])("the box around a rectangle %s", (_how, matrix, box) => expect(transformRect(matrix, [1, 2, 30, 40])).toEqual(box));

test.each<[string, number[] | undefined, Rect | undefined]>([
  ["in order", [1, 2, 3, 4], [1, 2, 3, 4]],
  ["from the upper right", [3, 4, 1, 2], [1, 2, 3, 4]],
  ["from the lower right", [3, 2, 1, 4], [1, 2, 3, 4]],
  ["from the upper left", [1, 4, 3, 2], [1, 2, 3, 4]],
  ["at zero", [0, 0, 0, 0], [0, 0, 0, 0]],
  ["and a fifth number", [1, 2, 3, 4, 5], [1, 2, 3, 4]],
  ["of which one number is missing", [1, 2, 3], undefined],
  ["of which there is one number", [1], undefined],
  ["that are empty", [], undefined],
  ["that are missing", undefined, undefined],
])("corners %s make a rectangle or none", (_how, numbers, rect) => expect(normalRect(numbers)).toEqual(rect));

const box: Rect = [10, 20, 50, 80];
test.each<[string, Rect, Rect | undefined]>([
  ["the same", box, box],
  ["one within it", [20, 30, 40, 60], [20, 30, 40, 60]],
  ["one around it", [0, 0, 100, 100], box],
  ["one to the lower left", [0, 0, 15, 27], [10, 20, 15, 27]],
  ["one to the upper right", [45, 70, 90, 99], [45, 70, 50, 80]],
  ["one that touches its left", [0, 20, 10, 80], undefined],
  ["one that touches its right", [50, 20, 60, 80], undefined],
  ["one that touches its bottom", [10, 0, 50, 20], undefined],
  ["one that touches its top", [10, 80, 50, 90], undefined],
  ["one beside it", [60, 20, 90, 80], undefined],
  ["one above it", [10, 90, 50, 99], undefined],
  ["one just over its edges", [49, 79, 90, 90], [49, 79, 50, 80]],
])("a box and %s have the common part", (_what, rect, common) => {
  expect(intersection(box, rect)).toEqual(common);
  expect(intersection(rect, box)).toEqual(common);
});

const rounded = (matrix: Matrix) => matrix.map((value) => Number(value.toFixed(4)) + 0);
test.each<[number, number[]]>([
  [0, [1, 0, 0, 1, -10, -20]],
  [90, [0, -1, 1, 0, -20, 851.89]],
  [180, [-1, 0, 0, -1, 605.276, 861.89]],
  [270, [0, 1, -1, 0, 615.276, -10]],
  [360, [1, 0, 0, 1, -10, -20]],
  [450, [0, -1, 1, 0, -20, 851.89]],
  [-90, [0, 1, -1, 0, 615.276, -10]],
  [-360, [1, 0, 0, 1, -10, -20]],
  [44, [1, 0, 0, 1, -10, -20]],
  [46, [0, -1, 1, 0, -20, 851.89]],
])("a page of A4 that is turned by %i degrees is moved to the sheet's corner, upright", (rotate, matrix) => {
  const [width, height] =
    rotate % 180 === 90 || rotate % 180 === -90 || rotate === 46 ? [841.89, 595.276] : [595.276, 841.89];
  const placement = fitOnA4({ box: [10, 20, 10 + width, 20 + height], rotate, userUnit: 1 });
  expect(placement.sheet).toEqual({ width: 595.276, height: 841.89 });
  expect(rounded(placement.matrix)).toEqual(matrix);
});

test("a page is centred in the direction in which it does not fill the sheet", () => {
  const narrow = fitOnA4({ box: [0, 0, 100, 1683.78], rotate: 0, userUnit: 1 });
  expect(rounded(narrow.matrix)).toEqual([0.5, 0, 0, 0.5, 272.638, 0]);
  const low = fitOnA4({ box: [0, 0, 1683.78, 100], rotate: 0, userUnit: 1 });
  expect(low.sheet).toEqual({ width: 841.89, height: 595.276 });
  expect(rounded(low.matrix)).toEqual([0.5, 0, 0, 0.5, 0, 272.638]);
});

test("a square page is on an upright sheet, and so is one that is wider by a rounding error only", () => {
  const sheetOf = (width: number, height: number) =>
    fitOnA4({ box: [0, 0, width, height], rotate: 0, userUnit: 1 }).sheet;
  expect(sheetOf(500, 500).width).toBe(595.276);
  expect(sheetOf(500.04, 500).width).toBe(595.276);
  expect(sheetOf(500.06, 500).width).toBe(841.89);
});

test("a page that is high and has a user unit is fitted by its real height", () => {
  const { matrix } = fitOnA4({ box: [0, 0, 100, 200], rotate: 0, userUnit: 10 });
  expect(matrix[0]).toBeCloseTo(841.89 / 200, 6);
});

test("a user unit enlarges a page by no more than √2 of its real size", () => {
  const { matrix } = fitOnA4({ box: [0, 0, 50, 70], rotate: 0, userUnit: 2 });
  expect(matrix[0]).toBeCloseTo(2 * Math.SQRT2, 2);
  expect(fitOnA4({ box: [0, 0, 50, 70], rotate: 0, userUnit: 1 }).matrix[0]).toBeCloseTo(Math.SQRT2, 2);
});

test.each([
  [0, "0"],
  [1, "1"],
  [100, "100"],
  [-20, "-20"],
  [0.5, "0.5"],
  [1.10001, "1.10001"],
  [1.000004, "1"],
  [0.01, "0.01"],
  [0.0123456, "0.01235"],
  [0.0099999, "0.0099999"],
  [-0.0099999, "-0.0099999"],
  [0.0012345678, "0.001234568"],
  [-0.0123456, "-0.01235"],
  [1e-9, "0.000000001"],
  [4e-10, "0"],
  [-4e-10, "0"],
  [1e20, "100000000000000000000"],
  [1e21, "0"],
  [Number.POSITIVE_INFINITY, "0"],
  [Number.NEGATIVE_INFINITY, "0"],
])("the number %d is written as %s", (value, text) => expect(printNumber(value)).toBe(text));

test("numbers are written with spaces between them", () => {
  expect(printNumbers([1, 0.25, -3])).toBe("1 0.25 -3");
  expect(printNumbers([])).toBe("");
});
