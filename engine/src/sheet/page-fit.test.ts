import fc from "fast-check";
import { expect, test } from "vitest";
import { a4, bandCount, bandsWarning, fitOnA4, pagesWarning } from "./page-fit.ts";

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

const portrait = 523.276;
const landscape = 769.89;
test.each<[string, Parameters<typeof fitOnA4>, object]>([
  ["narrow", [400, 10, 72], { landscape: false, how: "fit", percent: 100, pageWidth: portrait }],
  ["too wide by a tenth", [575, 10, 72], { landscape: false, how: "fit", percent: 91, pageWidth: 575 }],
  ["at exactly 80 % upright", [(a4.short - 72) / 0.8, 10, 72], { landscape: false, how: "fit" }],
  ["just not turned", [654.09, 10, 72], { landscape: false, how: "fit", percent: 80, pageWidth: 654.09 }],
  ["just turned", [654.1, 10, 72], { landscape: true, how: "fit", percent: 100, pageWidth: landscape }],
  ["kept upright", [700, 10, 72, false], { landscape: false, how: "fit", percent: 74, pageWidth: 700 }],
  ["kept in landscape", [400, 10, 72, true], { landscape: true, how: "fit", percent: 100, pageWidth: landscape }],
  ["readable at 60 %", [1283, 10, 72], { landscape: true, how: "fit", percent: 60, pageWidth: 1283 }],
  ["unreadable at 59 %", [1284, 10, 72], { landscape: true, how: "bands", percent: 70, pageWidth: landscape / 0.7 }],
  ["turned for its bands", [999, 10, 72, false], { landscape: true, how: "bands", percent: 70 }],
  ["of small print", [1284, 6.5, 72], { landscape: true, how: "bands", percent: 100, pageWidth: landscape }],
  ["of large print", [9000, 40, 72], { landscape: true, how: "bands", percent: 18 }],
  ["of print so large that it is still readable at a tenth", [9000, 60, 72], { how: "fit", percent: 10 }],
])("a sheet that is %s has this fit", (_what, args, { pageWidth, ...others }: { pageWidth?: number }) => {
  const fit = fitOnA4(...args);
  expect(fit).toMatchObject(others);
  if (pageWidth !== undefined) expect(fit.pageWidth).toBeCloseTo(pageWidth, 6);
});

test.each<[string, Parameters<typeof bandCount>, number]>([
  ["no columns", [[], 200], 1],
  ["columns of one page", [[50, 50], 200], 1],
  ["a column wider than two pages", [[450], 200], 3],
  ["a column of exactly two pages", [[400], 200], 2],
  ["a column before a wide one", [[100, 450], 200], 4],
  ["a column behind a wide one", [[450, 100], 200], 4],
  ["hidden columns", [[100, 0, 100, 0], 100], 2],
  ["hidden columns only", [[0, 0], 100], 1],
  ["repeated columns of half a page", [[100, 100, 100], 200, 100], 3],
  ["repeated columns of a page, which are not repeated", [[100, 100, 100], 200, 200], 2],
  ["repeated columns that leave next to nothing", [[4, 3], 200, 199.5], 7],
  ["something in the last column only", [[100, 100, 100, 100], 100, 0, (index) => index === 3], 1],
  ["something in the first and last columns", [[100, 100, 100, 100], 100, 0, (index) => index % 3 === 0], 2],
  ["something in two columns of a page", [[50, 50, 50, 50], 100, 0, (index) => index > 1], 1],
])("a sheet with %s takes this many pages across", (_what, args, bands) => expect(bandCount(...args)).toBe(bands));

test("the warnings about pages say what was changed and over how many pages columns go", () => {
  const warned = (bands: number, isRefitted: boolean) => pagesWarning("Sheet “A”", { bands, isRefitted });
  expect(warned(1, false)).toEqual([]);
  expect(warned(2, false)).toEqual([bandsWarning("Sheet “A”", 2)]);
  expect(bandsWarning("The table", 3)).toEqual({
    code: "columns-in-bands",
    text: "The table is too wide to be read on one page: its columns follow each other over 3 pages across.",
  });
  const reason = "Sheet “A” would be too small to be read as its author fitted it to the page";
  expect(warned(1, true)).toEqual([
    { code: "fit-overridden", text: `${reason}: it takes the width of the page, and as many pages as it needs.` },
  ]);
  expect(warned(2, true)).toEqual([
    { code: "columns-in-bands", text: `${reason}: its columns follow each other over 2 pages across.` },
  ]);
});
