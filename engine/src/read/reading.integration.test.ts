import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFName, type PDFPage, type PDFRef } from "@cantoo/pdf-lib";
import { type PageReading, readingLimits } from "@sheaf/contracts/reading.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { installedLanguages } from "../installed/languages.ts";
import { aPdf } from "../pdf/testing.ts";
import { a4, addScan, aLetter, letter, pictureOf, writeLines } from "./testing.ts";

const hasTesseract = installedLanguages().length > 0;
const patienceMs = 180_000;
const anna = { practiceId: "anna" };

describe.each(["bubblewrap", "landlock"] as const)("pages are read in %s", (sandbox) => {
  let dir: string;
  let engine: Engine;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "sheaf-reading-"));
    await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
    const cacheDir = inject("engineCacheDir");
    const place = { scratchDir: join(dir, "scratch"), cacheDir, sandbox };
    engine = await openEngine({ ...place, children: 1, readers: 2, ahead: false, isNice: false });
  }, patienceMs);
  afterAll(async () => {
    await engine?.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function read(pdf: Buffer, options: { deadlineMs?: number; first?: number } = {}): Promise<PageReading[]> {
    const path = join(dir, "read.pdf");
    await writeFile(path, pdf);
    const readings: PageReading[] = [];
    for await (const reading of engine.read(path, { deadlineMs: 120_000, ...anna, ...options })) readings.push(reading);
    return readings;
  }
  const textsOf = (reading: PageReading | undefined) => reading?.words.map(({ text }) => text).join(" ");

  test("text layers are read as they are, empty pages are blank", async () => {
    const pdf = await aPdf(async (document) => {
      await writeLines(document.addPage(a4), letter);
      document.addPage(a4);
    });
    const [first, second, ...others] = await read(pdf);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      page: 1,
      source: "text",
      confidence: 100,
      readability: null,
      turn: 0,
      language: "en",
    });
    expect(textsOf(first)).toBe(letter.join(" "));
    expect(second).toMatchObject({ page: 2, source: "blank", words: [] });
    expect(await readdir(join(dir, "scratch"))).not.toContainEqual(expect.stringContaining("readings"));
  });

  test.skipIf(!hasTesseract)("the picture of a page without text is recognised", { timeout: patienceMs }, async () => {
    const picture = await pictureOf(await aLetter());
    const [reading] = await read(await aPdf(async (document) => void (await addScan(document, picture))));
    expect(reading).toMatchObject({ source: "ocr", width: expect.closeTo(a4[0], 1), turn: 0 });
    expect(textsOf(reading)).toContain("three garden benches");
    expect(reading?.readability).toMatchObject({ coverage: 1, problem: null });
    const word = reading?.words.find(({ text }) => text === "Kestrel");
    expect(word?.box.map(Math.round)).toEqual([72, 61, 108, 70].map((value) => expect.closeTo(value, -0.7)));
  });

  test.skipIf(!hasTesseract)("a scan with a stamp of text is still a scan", { timeout: patienceMs }, async () => {
    const picture = await pictureOf(await aLetter());
    const pdf = await aPdf(async (document) => {
      const page = await addScan(document, picture);
      page.drawText("Received 14 October 2026", { x: 300, y: 40, size: 12 });
    });
    const [reading] = await read(pdf);
    expect(reading?.source).toBe("ocr");
    expect(textsOf(reading)).toMatch(/Northampton.*Received/);
  });

  test("a page that ends its reader is unread, and the next one is read", { timeout: patienceMs }, async () => {
    const pdf = await aPdf(async (document) => {
      await writeLines(document.addPage(a4), letter);
      addExplodingForms(document.addPage(a4));
      await writeLines(document.addPage(a4), letter);
    });
    const readings = await read(pdf);
    expect(readings.map(({ page, source }) => `${page} ${source}`)).toEqual(["1 text", "2 unread", "3 text"]);
  });

  test("hostile pages are read within limits", { timeout: patienceMs }, async () => {
    const pdf = await aPdf(async (document) => {
      addContent(document.addPage(a4), `BT /F 1 Tf 1 0 0 1 50 50 Tm ${"(every word again ) Tj ".repeat(40_000)} ET`);
      const looping = document.addPage(a4);
      const form = document.context.nextRef();
      const inside = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 9, 9], Resources: { XObject: { X: form } } };
      document.context.assign(form, document.context.stream("/X Do", inside));
      addContent(looping, "/X Do", { XObject: { X: form } });
      const image = { Type: "XObject", Subtype: "Image", Width: 60_000, Height: 60_000, BitsPerComponent: 8 };
      const entries = { ...image, ColorSpace: "DeviceRGB", Filter: "JBIG2Decode" };
      const picture = document.context.register(document.context.stream("nothing of the kind", entries));
      addContent(document.addPage(a4), "500 0 0 500 0 0 cm /X Do", { XObject: { X: picture } });
      addContent(document.addPage(a4), "q ".repeat(200_000));
      addContent(document.addPage(a4), "BT /F 1e30 Tf 1e30 0 0 1e-30 1e30 nan Tm (far away) Tj ET");
      await writeLines(document.addPage(a4), letter);
    });
    const readings = await read(pdf);
    expect(readings.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(readings[0]?.words.length).toBeLessThanOrEqual(readingLimits.wordsPerPage);
    expect(readings[5]?.source).toBe("text");
  });

  test("pages that are left at the deadline are unread", async () => {
    const pdf = await aPdf(async (document) => {
      for (let page = 0; page < 3; page++) await writeLines(document.addPage(a4), letter);
    });
    const readings = await read(pdf, { deadlineMs: 1 });
    expect(readings.map(({ page, source }) => `${page} ${source}`)).toEqual(["1 unread", "2 unread", "3 unread"]);
    expect((await read(pdf, { first: 3 })).map(({ page }) => page)).toEqual([3]);
  });

  test("a page is drawn as WebP, 1000 pixels wide", async () => {
    const path = join(dir, "drawn.pdf");
    await writeFile(path, await aLetter());
    const outPath = join(dir, "page.webp");
    await engine.drawPage(path, 1, outPath, anna);
    expect(await sharp(await readFile(outPath)).metadata()).toMatchObject({
      format: "webp",
      width: 1000,
      height: 1414,
    });
    await expect(engine.drawPage(path, 2, join(dir, "none.webp"), anna)).rejects.toThrow("could not be drawn");
  });
});

function addContent(page: PDFPage, content: string, resources: { XObject?: Record<string, PDFRef> } = {}): void {
  const { context } = page.doc;
  const font = { Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" };
  page.node.set(PDFName.of("Resources"), context.obj({ Font: { F: font }, ...resources }));
  page.node.set(PDFName.of("Contents"), context.register(context.stream(content)));
}

/** Each of twelve forms draws the next one ten times. */
function addExplodingForms(page: PDFPage): void {
  const { context } = page.doc;
  let form = context.register(
    context.stream("0 0 m 9 9 l S", { Type: "XObject", Subtype: "Form", BBox: [0, 0, 9, 9] }),
  );
  for (let depth = 0; depth < 12; depth++) {
    const entries = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 9, 9], Resources: { XObject: { X: form } } };
    form = context.register(context.stream("/X Do ".repeat(10), entries));
  }
  addContent(page, "/X Do", { XObject: { X: form } });
}
