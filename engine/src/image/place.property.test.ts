import fc from "fast-check";
import { expect, test } from "vitest";
import { a4, transformRect } from "../pdf/geometry.ts";
import type { Orientation } from "./picture.ts";
import { placePicture } from "./place.ts";

const dpi = fc.oneof(fc.constantFrom(72, 96, 200, 300, 600), fc.double({ min: 0, max: 100_000, noNaN: true }));
const shapes = fc.record({
  width: fc.integer({ min: 1, max: 60_000 }),
  height: fc.integer({ min: 1, max: 60_000 }),
  orientation: fc.constantFrom<Orientation>(1, 2, 3, 4, 5, 6, 7, 8),
  resolution: fc.oneof(fc.constant(undefined), fc.record({ x: dpi, y: dpi })),
});

test("every picture is whole and centred on exact A4", () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const { sheet, matrix } = placePicture(shape);
      const [left, bottom, right, top] = transformRect(matrix, [0, 0, 1, 1]);
      expect([sheet.width, sheet.height].sort((one, other) => one - other)).toEqual([a4.width, a4.height]);
      // A scan that is only nearly A4 covers the sheet without exceeding it.
      expect(left).toBeGreaterThan(-0.01);
      expect(bottom).toBeGreaterThan(-0.01);
      expect(left + right).toBeCloseTo(sheet.width, 2);
      expect(bottom + top).toBeCloseTo(sheet.height, 2);
    }),
    { numRuns: 2000 },
  );
});

test("a picture keeps its proportions and is mirrored only when its orientation requires it", () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const { matrix } = placePicture({ ...shape, resolution: undefined });
      const [a, b, c, d] = matrix;
      const pixelAcross = Math.hypot(a, b) / shape.width;
      const pixelUp = Math.hypot(c, d) / shape.height;
      expect(pixelAcross / pixelUp).toBeCloseTo(1, 6);
      expect(Math.sign(a * d - b * c)).toBe([2, 4, 5, 7].includes(shape.orientation) ? -1 : 1);
      expect(pixelAcross).toBeLessThanOrEqual(72 / 96 + 1e-9);
    }),
    { numRuns: 2000 },
  );
});
