import fc from "fast-check";
import { expect, test } from "vitest";
import { bandCount, fitOnA4 } from "./page-fit.ts";

test.each([
  ["narrow", 400, { landscape: false, how: "fit", percent: 100 }],
  ["a little too wide", 600, { landscape: false, how: "fit" }],
  ["below 80 % upright", 700, { landscape: true, how: "fit", percent: 100 }],
  ["small but readable", 1200, { landscape: true, how: "fit" }],
  ["readable but for the part of a percent that is lost", 2406, { landscape: true, how: "bands" }, 19],
  ["unreadable on one page", 2000, { landscape: true, how: "bands", percent: 70 }],
])("a sheet that is %s", (_, width, expected, fontSize = 10) => {
  expect(fitOnA4(width, fontSize, 72)).toMatchObject(expected);
});

test("small print is not enlarged", () => {
  expect(fitOnA4(300, 5, 72)).toMatchObject({ how: "fit", percent: 100 });
});

test("the text of any sheet is at least 6 pt or as large as stated, and no column is lost", () => {
  const widths = fc.array(fc.double({ min: 5, max: 900, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(widths, fc.integer({ min: 4, max: 24 }), (columns, fontSize) => {
      const width = columns.reduce((sum, one) => sum + one, 0);
      const fit = fitOnA4(width, fontSize, 72);
      const effective = (fit.percent / 100) * fontSize;
      expect(effective >= 6 || fit.percent === 100).toBe(true);
      const pages = fit.how === "fit" ? 1 : bandCount(columns, fit.pageWidth);
      expect(pages * fit.pageWidth).toBeGreaterThanOrEqual(width - 0.001);
    }),
  );
});

test("columns that fill pages exactly take one band for each page", () => {
  expect(bandCount([100, 100, 100, 100], 200)).toBe(2);
  expect(bandCount([100, 100, 100, 100, 1], 200)).toBe(3);
});
