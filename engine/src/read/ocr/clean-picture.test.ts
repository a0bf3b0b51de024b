import { expect, test } from "vitest";
import { cleanPicture } from "./clean-picture.ts";
import { changed, drawnLines, someLines } from "./testing.ts";

test("a shadow over half the page disappears", async () => {
  const page = await drawnLines(someLines);
  const shaded = changed(page, (level, x) => level * (0.35 + (0.6 * x) / page.width));
  const { pixels, width } = cleanPicture(shaded);
  expect(pixels[1100 * width + 30]).toBeGreaterThan(240);
  expect(pixels[1100 * width + 1170]).toBeGreaterThan(240);
});

test("faint print becomes black, and its contrast is told", async () => {
  const page = await drawnLines(someLines);
  const clean = cleanPicture(changed(page, (level) => 200 + (level / 255) * 40));
  expect(clean.pixels.toSorted()[0]).toBeLessThan(10);
  expect(clean.contrast).toBeGreaterThan(0.1);
  expect(clean.contrast).toBeLessThan(0.25);
  expect(cleanPicture(page).contrast).toBeGreaterThan(0.9);
});

test("an empty page stays empty", async () => {
  const { pixels, inkTiles } = cleanPicture(await drawnLines([]));
  expect(pixels.toSorted()[0]).toBeGreaterThan(200);
  expect(inkTiles).toBe(0);
});

test("a picture in black and white dots is told from letters", async () => {
  const page = await drawnLines(someLines);
  const dotted = changed(page, (level, x, y) => (level < 128 && x % 4 === 0 && y % 4 === 0 ? 0 : 255));
  expect(cleanPicture(dotted).grain).toBeGreaterThan(0.2);
  expect(cleanPicture(page).grain).toBeLessThan(0.05);
});
