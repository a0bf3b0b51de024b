import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { addPage, aPdf, workFolder } from "../pdf/testing.ts";
import { packPictures, unpackPictures } from "./pack.ts";
import { renderThumbnails } from "./render.ts";
import { type RequestThumbnails, writeThumbnails } from "./thumbnails.ts";

async function pdfOf(pages: number): Promise<string> {
  const folder = await workFolder();
  const path = join(folder, "pages.pdf");
  const bytes = await aPdf(async (document) => {
    for (let page = 0; page < pages; page++) {
      await addPage(document, page % 2 === 0 ? [595.276, 841.89] : [841.89, 595.276]);
    }
  });
  await writeFile(path, bytes);
  return path;
}

/** Renders thumbnails in this process instead of a sandboxed one. */
const askFor = (path: string): RequestThumbnails => {
  return async (request, _limits, outPath) => {
    if (request.do !== "thumbnails") return null;
    const { first, end, pageMs } = request;
    return renderThumbnails({ path, first, end, pageMs, outPath });
  };
};

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-thumbs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("each page becomes a WebP 200 pixels wide in the page's orientation", async () => {
  const outDir = await emptyFolder();
  expect(await writeThumbnails(askFor(await pdfOf(3)), "pages.pdf", outDir)).toBe(3);
  expect((await readdir(outDir)).sort()).toEqual(["1.webp", "2.webp", "3.webp"]);
  expect(await sharp(join(outDir, "1.webp")).metadata()).toMatchObject({ format: "webp", width: 200, height: 283 });
  expect(await sharp(join(outDir, "2.webp")).metadata()).toMatchObject({ format: "webp", width: 200, height: 141 });
  const { channels } = await sharp(await readFile(join(outDir, "1.webp"))).stats();
  expect(channels[0]?.max).toBe(255);
  expect(channels[0]?.min).toBeLessThan(200); // the page has text
});

test("the thumbnail of a PDF with one page takes one request", async () => {
  const ask = vi.fn(askFor(await pdfOf(1)));
  expect(await writeThumbnails(ask, "pages.pdf", await emptyFolder())).toBe(1);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("only the first fifty pages get a thumbnail", async () => {
  const outDir = await emptyFolder();
  expect(await writeThumbnails(askFor(await pdfOf(53)), "pages.pdf", outDir)).toBe(50);
});

test("thumbnails of earlier batches are kept when a sandboxed process crashes", async () => {
  const outDir = await emptyFolder();
  const ask = askFor(await pdfOf(20));
  let asked = 0;
  const crashing: RequestThumbnails = async (...request) => (++asked > 1 ? null : ask(...request));
  expect(await writeThumbnails(crashing, "pages.pdf", outDir)).toBe(1);
  expect(await readdir(outDir)).toEqual(["1.webp"]);
});

test("only complete WebP pictures of limited size are accepted from a sandboxed process", async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .webp()
    .toBuffer();
  expect(unpackPictures(packPictures([picture, picture]), 50)).toEqual([picture, picture]);
  expect(unpackPictures(packPictures([picture, picture]), 1)).toEqual([picture]);
  expect(unpackPictures(packPictures([picture, Buffer.from("<script>alert(1)</script>"), picture]), 50)).toEqual([
    picture,
  ]);
  expect(unpackPictures(packPictures([picture]).subarray(0, -1), 50)).toEqual([]);
  expect(unpackPictures(Buffer.from([255, 255, 255, 255, 1]), 50)).toEqual([]);
});
