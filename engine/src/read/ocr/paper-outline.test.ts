import { expect, test } from "vitest";
import type { GreyPicture } from "./grey-picture.ts";
import { paperIn } from "./paper-outline.ts";
import { drawnThrough, type Point, projected, reversed, toCorners } from "./projection.ts";
import { straightened } from "./straighten.ts";
import { changed, drawnLines, someLines } from "./testing.ts";

const corners: readonly [Point, Point, Point, Point] = [
  [180, 120],
  [1010, 170],
  [1060, 1090],
  [110, 1050],
];

/** A page with lines, as it looks on a table when it is seen from a slant. */
async function onTable(tableLevel = 90): Promise<GreyPicture> {
  const page = changed(await drawnLines(someLines, { width: 900, height: 900 }), (level) => level * 0.9);
  const table: GreyPicture = { pixels: new Uint8Array(1200 * 1200).fill(tableLevel), width: 1200, height: 1200 };
  const [one, two, three, four] = corners;
  const inside = ([x, y]: Point) =>
    [one, two, three, four].every(([u, v], at, all) => {
      const [s, t] = all[(at + 1) % 4] ?? one;
      return (s - u) * (y - v) - (t - v) * (x - u) > 0;
    });
  return changed(table, (level, x, y) => (inside([x, y]) ? sampled(page, x, y) : level));
}

function sampled(page: GreyPicture, x: number, y: number): number {
  const [u, v] = projected(reversed(toCorners(page.width, page.height, corners)), [x, y]);
  return page.pixels[Math.min(899, Math.round(v)) * page.width + Math.min(899, Math.round(u))] ?? 230;
}

test("a page photographed on a table is found by its corners", async () => {
  const found = paperIn(await onTable());
  for (const [at, [x, y]] of corners.entries()) {
    expect(Math.abs((found?.[at]?.[0] ?? 0) - x)).toBeLessThan(8);
    expect(Math.abs((found?.[at]?.[1] ?? 0) - y)).toBeLessThan(8);
  }
});

test("nothing is cut from a page without a background, with a dark band, or on a table as light as itself", async () => {
  const page = await drawnLines(someLines);
  expect(paperIn(page)).toBeNull();
  expect(paperIn(changed(page, (level, _, y) => (y < 300 ? 80 : level * 0.95)))).toBeNull();
  expect(paperIn(await onTable(225))).toBeNull();
  expect(paperIn(changed(page, () => 120))).toBeNull();
});

test("places on the page seen from above are found in the photo", async () => {
  const photo = await onTable();
  const { picture, toGiven } = straightened(photo, photo);
  const [x, y] = projected(toGiven, [picture.width, picture.height]);
  expect(Math.abs(x - 1060)).toBeLessThan(8);
  expect(Math.abs(y - 1090)).toBeLessThan(8);
  expect(drawnThrough(photo, toGiven, picture).pixels).toHaveLength(picture.pixels.length);
});
