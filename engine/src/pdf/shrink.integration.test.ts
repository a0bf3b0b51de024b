import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sharedEngine } from "../testing/shared-engine.ts";
import { aPdf } from "./testing.ts";

const practice = { practiceId: "anna" };
const { engine, dir } = await sharedEngine({ children: 1, ahead: false });

/** Makes a scan of blank paper, 12 megapixels with a scanner's noise. */
async function scan(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 225, sigma: 5 } as const;
  return sharp({ create: { width: 3000, height: 4000, channels: 3, background: "#fff", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

test("a scan of several pages of 12 megapixels is reduced to fit into an email, within the default limits", async () => {
  const pages = 6; // one picture at a time is unpacked, so more pages only take longer
  const page = await scan();
  const bytes = await aPdf(async (document) => {
    for (let number = 0; number < pages; number++) {
      const image = await document.embedJpg(page); // a separate picture for each page
      document.addPage([595.276, 841.89]).drawImage(image, { x: 0, y: 0, width: 595.276, height: 841.89 });
    }
  });
  const [path, pagesPath, outPath] = ["scan.pdf", "pages.pdf", "smaller.pdf"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(path, bytes);
  expect(await engine.convertFile({ path, name: "scan.pdf" }, pagesPath, practice)).toMatchObject({ pages });

  const targetBytes = 3.6 * MB;
  const result = await engine.shrink(pagesPath, outPath, { ...practice, targetBytes });

  expect((await stat(pagesPath)).size).toBeGreaterThan(2 * targetBytes);
  expect(result).toEqual({ sizeBytes: (await stat(outPath)).size, pages, reachedTarget: true });
  const sources = [{ path: outPath, title: "scan.pdf" }];
  const whole = await engine.assemble(sources, join(dir, "whole.pdf"), { ...practice, title: "Scan" });
  expect(whole.pages).toBe(pages);
});

test("a result that is still too large is returned, and a file that this engine did not write throws", async () => {
  const path = join(dir, "page.pdf");
  await writeFile(path, await aPdf((document) => void document.addPage([595.276, 841.89])));
  const pagesPath = join(dir, "page-pages.pdf");
  await engine.convertFile({ path, name: "page.pdf" }, pagesPath, practice);

  const options = { ...practice, targetBytes: 10 };
  expect(await engine.shrink(pagesPath, join(dir, "same.pdf"), options)).toMatchObject({
    reachedTarget: false,
    pages: 1,
  });

  await writeFile(path, "not a PDF");
  await expect(engine.shrink(path, join(dir, "none.pdf"), options)).rejects.toThrow("could not be reduced");
});
