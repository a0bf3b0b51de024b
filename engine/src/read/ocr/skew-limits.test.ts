import { describe, expect, test } from "vitest";
import type { GreyPicture } from "./grey-picture.ts";
import { projected } from "./projection.ts";
import { skewOf } from "./skew.ts";
import { straightened } from "./straighten.ts";

/** White paper with rows of ink, eight pixels of each forty, that fall by an angle. */
function rows(degrees: number, { width = 300, height = 300, count = 1e9, isOnItsSide = false } = {}): GreyPicture {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [along, across] = isOnItsSide ? [height - y, x] : [x, y];
      const place = across - slope * along + 4_000;
      const row = Math.floor(place / 40);
      if (place % 40 < 8 && row - 100 < count && x > 10 && y > 10 && x < width - 10 && y < height - 10)
        pixels[y * width + x] = 0;
    }
  }
  return { pixels, width, height };
}

describe("the angle of a page", () => {
  test.each([-14, -9.5, -2, 2, 9.5, 14])("of lines that fall by %d degrees is found", (degrees) => {
    const found = skewOf(rows(degrees));
    expect(found.isOnItsSide).toBe(false);
    expect(Math.abs(found.degrees - degrees)).toBeLessThan(0.25);
  });

  test.each([-9, -2, 2, 9])("of lines on their side that are askew by %d degrees is found", (degrees) => {
    const found = skewOf(rows(degrees, { isOnItsSide: true }));
    expect(found.isOnItsSide).toBe(true);
    expect(Math.abs(found.degrees - degrees)).toBeLessThan(0.25);
  });

  test("is 0 when it is too small to matter", () => {
    expect(skewOf(rows(0)).degrees).toBe(0);
    expect(skewOf(rows(0.1)).degrees).toBe(0);
  });

  test("is told by at least three hundred edges of letters", () => {
    // A row of 280 pixels has 140 edges.
    expect(skewOf(rows(2, { count: 2 })).degrees).toBe(0);
    expect(Math.abs(skewOf(rows(2, { count: 3 })).degrees - 2)).toBeLessThanOrEqual(0.3);
  });

  test("is found in wide and high pictures", () => {
    for (const size of [
      { width: 700, height: 200 },
      { width: 200, height: 700 },
    ]) {
      expect(Math.abs(skewOf(rows(3, size)).degrees - 3)).toBeLessThan(0.45);
      expect(Math.abs(skewOf(rows(-3, size)).degrees + 3)).toBeLessThan(0.45);
    }
  });
});

describe("a straightened page", () => {
  test.each([5, -5])("that lay askew by %d degrees holds the whole page, with its lines across", (degrees) => {
    const page = rows(degrees, { width: 400, height: 240 });
    const { picture, toGiven, skew } = straightened(page, page);
    expect(Math.abs(skew - degrees)).toBeLessThan(0.25);
    const angle = (Math.abs(skew) * Math.PI) / 180;
    expect(picture.width).toBe(Math.ceil(400 * Math.cos(angle) + 240 * Math.sin(angle)));
    expect(picture.height).toBe(Math.ceil(240 * Math.cos(angle) + 400 * Math.sin(angle)));
    const [x, y] = projected(toGiven, [picture.width / 2, picture.height / 2]);
    expect([x, y]).toEqual([expect.closeTo(200), expect.closeTo(120)]);
    const [u, v] = projected(toGiven, [picture.width / 2 + 10, picture.height / 2]);
    expect((Math.atan2(v - y, u - x) * 180) / Math.PI).toBeCloseTo(skew);
    expect(Math.hypot(u - x, v - y)).toBeCloseTo(10);
    expect(Math.abs(skewOf(picture).degrees)).toBeLessThanOrEqual(0.3);
  });

  test("that lay straight is the same picture", () => {
    const page = rows(0);
    expect(straightened(page, page)).toMatchObject({ picture: page, toGiven: [1, 0, 0, 0, 1, 0, 0, 0, 1], skew: 0 });
  });
});
