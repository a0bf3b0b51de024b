import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { aPdf } from "../pdf/testing.ts";
import { sharedEngine } from "../testing/shared-engine.ts";

const fixtures = join(import.meta.dirname, "..", "..", "..", "fixtures", "files");
const practice = { practiceId: "anna" };
const { engine, dir } = await sharedEngine({ children: 1, ahead: false });

async function picturesOf(path: string, name: string): Promise<{ count: number; files: string[] }> {
  const outDir = join(dir, name);
  await mkdir(outDir);
  const count = await engine.thumbnails(path, outDir, practice);
  return { count, files: (await readdir(outDir)).sort() };
}

test("thumbnails of a converted file are drawn in a sandbox", async () => {
  const outPath = join(dir, "statement.pdf");
  const input = { path: join(fixtures, "statement.pdf"), name: "statement.pdf" };
  const result = await engine.convertFile(input, outPath, practice);
  if (result.outcome !== "converted") throw new Error(JSON.stringify(result));
  const { count, files } = await picturesOf(outPath, "statement");
  expect(count).toBe(result.pages);
  expect(files).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}.webp`).sort());
});

test("a decompression bomb and a file that is not a PDF give no thumbnails and do no harm", async () => {
  const side = 30_000;
  const bomb = await aPdf((document) => {
    const entries = { Type: "XObject", Subtype: "Image", Width: side, Height: side, BitsPerComponent: 8 };
    const image = document.context.obj({ ...entries, ColorSpace: "DeviceRGB", Filter: "FlateDecode" });
    // Flate compresses at most about a thousand to one. The data is a tenth of the size that the header states.
    const stream = document.context.register(PDFRawStream.of(image, deflateSync(Buffer.alloc((side * side * 3) / 10))));
    const page = document.addPage([595.276, 841.89]);
    page.node.set(PDFName.of("Resources"), document.context.obj({ XObject: { I: stream } }));
    page.node.set(
      PDFName.of("Contents"),
      document.context.register(document.context.stream("500 0 0 500 0 0 cm /I Do")),
    );
  });
  const bombPath = join(dir, "bomb.pdf");
  await writeFile(bombPath, bomb);
  expect((await picturesOf(bombPath, "bomb")).count).toBeLessThanOrEqual(1);

  const noPdf = join(dir, "words.pdf");
  await writeFile(noPdf, "not a PDF");
  expect(await picturesOf(noPdf, "words")).toEqual({ count: 0, files: [] });

  const input = { path: join(fixtures, "us-letter.pdf"), name: "us-letter.pdf" };
  expect(await engine.convertFile(input, join(dir, "after.pdf"), practice)).toMatchObject({ outcome: "converted" });
});
