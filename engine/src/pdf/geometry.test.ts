import { expect, test } from "vitest";
import { fitOnA4, printNumber, transformPoint } from "./geometry.ts";

const page = (width: number, height: number, rotate = 0, userUnit = 1) =>
  fitOnA4({ box: [0, 0, width, height], rotate, userUnit });

test("a page of A4 size is not moved", () => {
  const { sheet, matrix } = page(595.276, 841.89);
  expect(sheet).toEqual({ width: 595.276, height: 841.89 });
  expect(matrix.map((value) => Number(value.toFixed(6)))).toEqual([1, 0, 0, 1, 0, 0]);
});

test("a large page is shrunk to fit, and a wide one is placed on a landscape sheet", () => {
  const { sheet, matrix } = page(2384, 1684); // A1 landscape
  expect(sheet).toEqual({ width: 841.89, height: 595.276 });
  expect(matrix[0]).toBeCloseTo(841.89 / 2384, 3);
});

test("A5 is enlarged to fill the sheet, and a receipt by the same factor at most", () => {
  expect(page(419.53, 595.28).matrix[0]).toBeCloseTo(Math.SQRT2, 2);
  expect(page(200, 300).matrix[0]).toBeCloseTo(Math.SQRT2, 2);
});

test.each([
  [0, [0, 0]],
  [90, [200, 0]],
  [180, [200, 100]],
  [270, [0, 100]],
  [-90, [0, 100]],
  [85, [200, 0]],
])("rotated by %i degrees, the corner at %j is shown bottom left", (rotate, [x = 0, y = 0]) => {
  const { sheet, matrix } = page(200, 100, rotate);
  const [shownX, shownY] = transformPoint(matrix, x, y);
  expect(shownX).toBeLessThan(sheet.width / 2);
  expect(shownY).toBeLessThan(sheet.height / 2);
});

test("a page with a user unit is fitted by its real size", () => {
  expect(page(100, 140, 0, 10).matrix[0]).toBeCloseTo(595.276 / 100, 2);
});

test("numbers never have an exponent", () => {
  expect(printNumber(1e-7)).toBe("0.0000001");
  expect(printNumber(595.276)).toBe("595.276");
  expect(printNumber(-0)).toBe("0");
  expect(printNumber(Number.NaN)).toBe("0");
});
