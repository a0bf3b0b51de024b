import { expect, test } from "vitest";
import { autoWidthColumns, columnStretch, columnWidths, digitPixels, type StatedWidths } from "./column-widths.ts";

test.each([
  [0.5, 1],
  [9, 6],
  [10, 6],
  [11, 7],
  [20, 13],
])("the widest digit of a font of %s points has %i pixels", (size, pixels) => expect(digitPixels(size)).toBe(pixels));

test.each([
  ["Calibri", 11, 1.0623],
  ["calibri", 11, 1.0623],
  ["Arial", 10, 1.2356],
  ["Times New Roman", 10, 1.1111],
  ["Cambria", 11, 1.1608],
  ["Another", 11, 1.1985],
  ["Times New Roman", 0.5, 1],
])("LibreOffice's columns in %s %s are wider", (font, size, factor) => {
  expect(columnStretch(font, size)).toBeCloseTo(factor, 4);
});

type Range = StatedWidths["ranges"][number];
const range = (from: number, to: number, others: Partial<Range> = {}): Range => ({
  from,
  to,
  digits: 10,
  hidden: false,
  isCustom: false,
  ...others,
});
const stated = (ranges: Range[], usualDigits?: number, baseDigits = 8): StatedWidths => ({
  fontSize: 11,
  baseDigits,
  usualDigits,
  ranges,
});

test("a column has the width of the first range that holds it, and a hidden one has none", () => {
  const width = columnWidths(stated([range(2, 3), range(3, 4, { digits: 20 }), range(6, 6, { hidden: true })]));
  // Ten digits of seven pixels are 70 pixels; the usual width is 61 pixels, rounded up to 64.
  expect([1, 2, 3, 4, 5, 6, 7].map(width)).toEqual([48, 52.5, 52.5, 105, 48, 0, 48]);
});

test.each([
  [undefined, 8, 48],
  [undefined, 9, 54],
  [undefined, 10, 60],
  [9.140625, 8, 48],
  [0, 8, 0],
])("the usual width of %s digits with padding, or %s without, is %s points", (usual, base, points) => {
  expect(columnWidths(stated([], usual, base))(1)).toBe(points);
});

test("the width of a column is automatic unless it was chosen or is hidden", () => {
  const isAutomatic = autoWidthColumns(
    stated([range(1, 2), range(3, 4, { isCustom: true }), range(6, 6, { hidden: true })]),
  );
  expect([1, 2, 3, 4, 5, 6, 7].map(isAutomatic)).toEqual([true, true, false, false, true, false, true]);
});
