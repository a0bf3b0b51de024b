import fc from "fast-check";
import { expect, test } from "vitest";
import { a4, fitOnA4, type PageView, printNumbers, transformPoint, transformRect } from "./geometry.ts";

/** Any page that a file may describe: every size from 1 to 200,000 units, every position, rotation and user unit. */
const pages: fc.Arbitrary<PageView> = fc
  .record({
    left: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
    bottom: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
    width: fc.double({ min: 1, max: 200_000, noNaN: true }),
    height: fc.double({ min: 1, max: 200_000, noNaN: true }),
    rotate: fc.oneof(fc.constantFrom(0, 90, 180, 270, -90), fc.integer({ min: -2000, max: 2000 })),
    userUnit: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 100, noNaN: true })),
  })
  .map(({ left, bottom, width, height, rotate, userUnit }) => {
    return { box: [left, bottom, left + width, bottom + height], rotate, userUnit };
  });

const quarterTurns = ({ rotate }: PageView) => (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;

test("every page is whole and centred on exact A4 in the page's orientation", () => {
  fc.assert(
    fc.property(pages, (page) => {
      const { sheet, matrix } = fitOnA4(page);
      const [left, bottom, right, top] = transformRect(matrix, page.box);
      expect([sheet.width, sheet.height].sort((one, other) => one - other)).toEqual([a4.width, a4.height]);
      expect(left).toBeGreaterThan(-0.01);
      expect(bottom).toBeGreaterThan(-0.01);
      expect(left + right).toBeCloseTo(sheet.width, 1);
      expect(bottom + top).toBeCloseTo(sheet.height, 1);
      if (Math.abs((right - left) / (top - bottom) - 1) > 0.001) {
        expect(sheet.width > sheet.height).toBe(right - left > top - bottom);
      }
    }),
    { numRuns: 2000 },
  );
});

test("no page is stretched, mirrored, or enlarged by more than √2", () => {
  fc.assert(
    fc.property(pages, (page) => {
      const [a, b, c, d] = fitOnA4(page).matrix;
      const scale = Math.hypot(a, b);
      expect(Math.hypot(c, d)).toBeCloseTo(scale, 6);
      expect((a * d - b * c) / scale ** 2).toBeCloseTo(1, 6); // mirroring would make it negative
      expect(scale).toBeLessThanOrEqual(Math.SQRT2 * 1.001 * page.userUnit);
    }),
    { numRuns: 2000 },
  );
});

test("/Rotate decides which corner of the page is shown bottom left", () => {
  fc.assert(
    fc.property(pages, (page) => {
      const [left, bottom, right, top] = page.box;
      const corner = { 0: [left, bottom], 1: [right, bottom], 2: [right, top], 3: [left, top] }[quarterTurns(page)];
      const { sheet, matrix } = fitOnA4(page);
      const [x, y] = transformPoint(matrix, corner[0] ?? 0, corner[1] ?? 0);
      expect(x).toBeLessThan(sheet.width / 2 + 0.01);
      expect(y).toBeLessThan(sheet.height / 2 + 0.01);
    }),
    { numRuns: 2000 },
  );
});

test("the rounded numbers written into the PDF place the page as exactly as the full ones", () => {
  fc.assert(
    fc.property(pages, (page) => {
      const { matrix } = fitOnA4(page);
      const printed = printNumbers(matrix);
      expect(printed).not.toMatch(/e|NaN|Infinity/);
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = printed.split(" ").map(Number);
      const exact = transformRect(matrix, page.box);
      const shown = transformRect([a, b, c, d, e, f], page.box);
      // Half of the last printed digit, times the farthest coordinate.
      const farthest = Math.max(...page.box.map(Math.abs));
      const tolerance = 0.01 + farthest * (Math.hypot(matrix[0], matrix[1]) < 0.01 ? 1e-9 : 1e-5);
      for (const [index, value] of shown.entries())
        expect(Math.abs(value - (exact[index] ?? 0))).toBeLessThan(tolerance);
    }),
    { numRuns: 2000 },
  );
});
