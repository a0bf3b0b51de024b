import { PDFName } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { withPdfium } from "../pdf/pdfium.ts";
import { aPdf } from "../pdf/testing.ts";
import { withPage } from "./open-page.ts";
import { type PagePictures, picturesOf } from "./page-pictures.ts";
import { aLetter } from "./testing.ts";

const page: [number, number] = [600, 800];

const jpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();

const measured = (pdf: Buffer): Promise<PagePictures | null> =>
  withPdfium(pdf, "", (opened) => withPage(opened, 0, picturesOf));

test("a scan covers its page, at the dots per inch of its pixels", async () => {
  const picture = await jpeg(1_000, 1_333);
  const pdf = await aPdf(async (document) => {
    document.addPage(page).drawImage(await document.embedJpg(picture), { x: 0, y: 0, width: 600, height: 800 });
  });
  const found = await measured(pdf);
  expect(found?.coverage).toBe(1);
  expect(found?.dpi).toBeCloseTo(120, 0);
});

test("pictures that overlap are covered once, and a small fine one does not count for the resolution", async () => {
  const [coarse, fine] = [await jpeg(500, 500), await jpeg(500, 500)];
  const pdf = await aPdf(async (document) => {
    const added = document.addPage(page);
    const image = await document.embedJpg(coarse);
    added.drawImage(image, { x: 0, y: 0, width: 600, height: 400 });
    added.drawImage(image, { x: 0, y: 0, width: 600, height: 400 });
    added.drawImage(await document.embedJpg(fine), { x: 10, y: 10, width: 30, height: 30 });
  });
  const found = await measured(pdf);
  expect(found?.coverage).toBeCloseTo(0.5, 1);
  expect(found?.dpi).toBeCloseTo(60, 0);
});

test("a picture inside a form is measured where the form is drawn, as far as it is on the page", async () => {
  const picture = await jpeg(200, 200);
  const pdf = await aPdf(async (document) => {
    const { context } = document;
    const image = await document.embedJpg(picture);
    await image.embed();
    const inside = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 1, 1], Resources: { XObject: { I: image.ref } } };
    const form = context.register(context.stream("/I Do", inside));
    const added = document.addPage(page);
    added.node.set(PDFName.of("Resources"), context.obj({ XObject: { X: form } }));
    // Twice as wide as the page and as high as half of it.
    added.node.set(PDFName.of("Contents"), context.register(context.stream("1200 0 0 400 0 0 cm /X Do")));
  });
  const found = await measured(pdf);
  expect(found?.coverage).toBeCloseTo(0.5, 1);
  expect(found?.dpi).toBeCloseTo(12, 0);
});

test("a page of text has no pictures", async () => {
  expect(await measured(await aLetter())).toEqual({ coverage: 0, dpi: null });
});
