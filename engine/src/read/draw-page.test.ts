import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { aPdf, workFolder } from "../pdf/testing.ts";
import { drawPage } from "./draw-page.ts";

async function twoPages(): Promise<{ path: string; outPath: string }> {
  const dir = await workFolder();
  const path = join(dir, "pages.pdf");
  await writeFile(path, await aPdf((document) => [400, 200].forEach((height) => void document.addPage([200, height]))));
  return { path, outPath: join(dir, "page.webp") };
}

test("a page is drawn in its proportions", async () => {
  const { path, outPath } = await twoPages();
  await drawPage(path, 1, outPath);
  const { format, width = 0, height = 0 } = await sharp(await readFile(outPath)).metadata();
  expect([format, width]).toEqual(["webp", height]);
});

test("a page that does not exist is named as a reader counts", async () => {
  const { path, outPath } = await twoPages();
  await expect(drawPage(path, 2, outPath)).rejects.toThrow("Page 3 could not be drawn");
});
