import { expect, test } from "vitest";
import { projected } from "./projection.ts";
import { skewOf } from "./skew.ts";
import { straightened } from "./straighten.ts";
import { drawnLines, someLines } from "./testing.ts";

test.each([-14, -8, -3, -1, 1, 3, 8, 14])("a page askew by %s degrees is measured", async (turned) => {
  const { degrees, isOnItsSide } = skewOf(await drawnLines(someLines, { turned }));
  expect(Math.abs(degrees - turned)).toBeLessThan(0.3);
  expect(isOnItsSide).toBe(false);
});

test("a page that lies straight, or has next to nothing on it, is left as it is", async () => {
  expect(skewOf(await drawnLines(someLines)).degrees).toBe(0);
  expect(skewOf(await drawnLines(["Hi"], { turned: 5 })).degrees).toBe(0);
  expect(skewOf(await drawnLines([])).degrees).toBe(0);
});

test("a page on its side is told, and how far it is askew as well", async () => {
  const { degrees, isOnItsSide } = skewOf(await drawnLines(someLines, { turned: 92 }));
  expect(isOnItsSide).toBe(true);
  expect(Math.abs(degrees - 2)).toBeLessThan(0.3);
});

test("places in the straightened picture are found in the picture as given", async () => {
  const page = await drawnLines(someLines, { turned: 6 });
  const { picture, toGiven, skew } = straightened(page, page);
  expect(skew).toBeCloseTo(6, 0);
  const [x, y] = projected(toGiven, [picture.width / 2, picture.height / 2]);
  expect(x).toBeCloseTo(page.width / 2, 0);
  expect(y).toBeCloseTo(page.height / 2, 0);
  const [alongX, alongY] = projected(toGiven, [picture.width / 2 + 100, picture.height / 2]);
  expect(Math.atan2(alongY - y, alongX - x)).toBeCloseTo((6 * Math.PI) / 180, 1);
});
