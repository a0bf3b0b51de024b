import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readingLimits } from "@sheaf/contracts/reading.ts";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { openEngine } from "../../engine.ts";
import { installedLanguages } from "../../installed/languages.ts";
import { hasSecondReader } from "../../installed/second-reader.ts";
import { aPdf } from "../../pdf/testing.ts";
import { a4 } from "../testing.ts";
import { paleReceipt, receipt } from "./testing.ts";

const canRead = installedLanguages().length > 0 && hasSecondReader();
/** The receipt is scanned with 150 dots per inch. */
const pointsPerPixel = 72 / 150;
const printed = receipt.map((line) => line.split(" "));
const title = "a page that is hard to read (skipped without Tesseract or the second reader)";

describe.skipIf(!canRead)(title, () => {
  test.each(["bubblewrap", "landlock"] as const)(
    "Tesseract finds no word on it, and it is read again in %s",
    { timeout: 180_000 },
    async (sandbox) => {
      const dir = await mkdtemp(join(tmpdir(), "sheaf-second-reader-"));
      await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
      const place = { scratchDir: join(dir, "scratch"), cacheDir: inject("engineCacheDir"), sandbox };
      const engine = await openEngine({ ...place, children: 1, readers: 1, ahead: false, isNice: false });
      try {
        const { pixels, width, height } = await paleReceipt();
        const picture = await sharp(pixels, { raw: { width, height, channels: 1 } })
          .png()
          .toBuffer();
        const path = join(dir, "receipt.pdf");
        const pdf = await aPdf(async (document) => {
          const [wide, high] = [width * pointsPerPixel, height * pointsPerPixel];
          document
            .addPage(a4)
            .drawImage(await document.embedPng(picture), { x: 100, y: 400, width: wide, height: high });
        });
        await writeFile(path, pdf);

        expect(engine.health().hasSecondReader).toBe(true);
        for await (const { lines, words, confidence } of engine.read(path, {
          practiceId: "anna",
          deadlineMs: 120_000,
        })) {
          const found = lines.map((_, line) => words.filter((word) => word.line === line).map(({ text }) => text));
          expect(found.map(({ length }) => length)).toEqual(printed.map(({ length }) => length));
          // Processors differ in how they round the networks' numbers: one may take a letter for a similar one.
          const misread = found.flat().filter((text, word) => text !== printed.flat()[word]);
          expect(misread.length).toBeLessThanOrEqual(1);
          expect(confidence).toBeGreaterThan(readingLimits.hardConfidence);
        }
      } finally {
        await engine.close();
        await rm(dir, { recursive: true, force: true });
      }
    },
  );
});
