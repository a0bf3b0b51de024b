import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageConverter } from "../image/image.ts";
import { assemble } from "./assemble.ts";
import { expectSameLook, onSheet, pageWith, pixelsIn, raster, shrunk } from "./shrink-testing.ts";
import { see, workFolder } from "./testing.ts";

test("a photo of 400 dpi is reduced to 200 dpi, and the page keeps its text and look", async () => {
  const original = await pageWith();

  const smaller = await shrunk(original);

  expect(pixelsIn(original)).toEqual(["800 × 600"]);
  expect(pixelsIn(smaller)).toEqual(["400 × 300"]);
  expect((await stat(smaller)).size).toBeLessThan((await stat(original)).size / 3);
  await expectSameLook(smaller, original);
  expect((await see(smaller))[0]?.text).toContain("Receipt 7");
});

test("a PDF that is small enough is copied byte for byte", async () => {
  const original = await pageWith();
  const { size } = await stat(original);

  expect((await readFile(await shrunk(original, size))).equals(await readFile(original))).toBe(true);
  expect(pixelsIn(await shrunk(original, size - 1))).toEqual(["400 × 300"]);
});

test("a PDF whose pictures cannot be reduced is copied byte for byte", async () => {
  const original = await pageWith({ content: "q 800 0 0 600 0 72 cm /I Do Q" });
  expect((await readFile(await shrunk(original))).equals(await readFile(original))).toBe(true);
});

test("a reduced PDF can be assembled like any other", async () => {
  const outPath = join(await workFolder(), "whole.pdf");
  const path = await shrunk(await pageWith());

  const sources = [path, path].map((each) => ({ path: each, title: "Receipt" }));
  expect(await assemble({ sources, title: "Receipts", outPath })).toEqual({ pages: 2 });
  expect((await see(outPath)).map(({ text }) => text.includes("Receipt 7"))).toEqual([true, true]);
});

test("an uploaded photo fills its page at 200 dpi", async () => {
  const workDir = await workFolder();
  const [path, outPath] = [join(workDir, "photo.jpg"), join(workDir, "out.pdf")];
  const bytes = await raster().resize(3000, 4000, { fit: "fill" }).jpeg({ quality: 92 }).toBuffer();
  await writeFile(path, bytes);
  await imageConverter.toPdf({ path, name: "photo.jpg", sizeBytes: bytes.length }, { workDir, outPath });

  // 559.276 points between margins of 18.
  expect(pixelsIn(await shrunk(outPath))).toEqual(["1554 × 2072"]);
});

test("a picture drawn several times is reduced to the largest of its sizes", async () => {
  const content = `${onSheet} q 96 0 0 72 300 72 cm /I Do Q q 0 192 -144 0 400 400 cm /I Do Q`;

  expect(pixelsIn(await shrunk(await pageWith({ content })))).toEqual(["534 × 400"]);
});
