import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateSync } from "node:zlib";
import { degrees, PDFName, PDFRawStream, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { checkA4, isBlank } from "./check.ts";
import { addPage, aPdf, landscape, place, protectedBy, see, sizesOf, syntaxOf, upright } from "./testing.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test.each<[string, [number, number], string]>([
  ["Letter", [612, 792], upright],
  ["A4 landscape", [841.89, 595.276], landscape],
  ["till receipt", [160, 500], upright],
  ["A0", [2384, 3370], upright],
  ["banner", [14400, 200], landscape],
  ["postage stamp", [10, 10], upright],
])("a page of size %s becomes exact A4 and keeps its text", async (_, size, expected) => {
  const placed = await place(await aPdf(async (document) => void (await addPage(document, size))));
  expect(await sizesOf(placed.path)).toEqual([expected]);
  expect((await see(placed.path))[0]?.text).toContain("Invoice 42");
  await checkA4(placed.path, 1);
});

test("a page with /Rotate and CropBox is shown as a viewer shows it", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([600, 800]);
    page.drawRectangle({ x: 0, y: 0, width: 600, height: 800, color: rgb(1, 0, 0) }); // outside the crop
    page.drawRectangle({ x: 100, y: 100, width: 400, height: 200, color: rgb(0, 0, 1) }); // its lower half
    page.drawRectangle({ x: 100, y: 300, width: 400, height: 200, color: rgb(0, 1, 0) }); // its upper half
    page.setCropBox(100, 100, 400, 400);
    page.setRotation(degrees(90));
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(150, 420)).toEqual([0, 0, 255]); // turned clockwise, below goes left
  expect(page?.colourAt(450, 420)).toEqual([0, 255, 0]);
  expect(page?.colourAt(300, 60)).toEqual([255, 255, 255]);
});

test("UserUnit, negative corners and inverted boxes still give one whole page", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [300, 400]);
    page.node.set(PDFName.of("UserUnit"), document.context.obj(2.5));
    const inverted = await addPage(document, [300, 400]);
    inverted.node.set(PDFName.of("MediaBox"), document.context.obj([300, 400, 0, 0]));
    const empty = await addPage(document, [300, 400]);
    empty.node.set(PDFName.of("MediaBox"), document.context.obj([0, 0, 0, 0]));
  });
  const placed = await place(bytes);
  expect(await sizesOf(placed.path)).toEqual([upright, upright, upright]);
  for (const page of await see(placed.path)) expect(page.text).toContain("Invoice 42");
});

test("a blank page is kept and detected as blank", async () => {
  const placed = await place(await aPdf((document) => void document.addPage()));
  expect(placed).toMatchObject({ pages: 1, warnings: [] });
  expect(await isBlank(placed.path)).toBe(true);
});

test("a page with text is not blank", async () => {
  const placed = await place(await aPdf(async (document) => void (await addPage(document, [595, 842]))));
  expect(await isBlank(placed.path)).toBe(false);
});

test("a large file is not kept in memory when its pages are placed, and is checked without reading it", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [595, 842]);
    const size = { Width: 6000, Height: 6000, BitsPerComponent: 8, ColorSpace: "DeviceGray" };
    const picture = PDFRawStream.of(
      document.context.obj({ Type: "XObject", Subtype: "Image", ...size }),
      Buffer.alloc(36_000_000, 7),
    );
    page.node.Resources()?.set(PDFName.of("XObject"), document.context.obj({ I: document.context.register(picture) }));
  });
  collectGarbage(); // memory that is garbage already must not count
  const before = process.memoryUsage().arrayBuffers;
  const placed = await place(bytes);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(36_000_000);
  await checkA4(placed.path, 1);
  await expect(checkA4(placed.path, 2)).rejects.toThrow("has 1 pages instead of 2");
});

const usLetter = () => aPdf(async (document) => void (await addPage(document, [612, 792])));

test("a file that opens without a password is converted whatever its permissions", async () => {
  const placed = await place(await protectedBy(await usLetter(), "", 256));
  expect((await see(placed.path))[0]?.text).toContain("Invoice 42");
});

test.each([40, 128, 256] as const)("a file encrypted with %i bits is refused with reason password", async (bits) => {
  const locked = await protectedBy(await usLetter(), "secret", bits);
  await expect(place(locked)).rejects.toMatchObject({ reason: "password", detail: undefined });
});

test("a wrong password is refused with a message that says so", async () => {
  const locked = await protectedBy(await usLetter(), "secret", 256);
  await expect(place(locked, "guess")).rejects.toMatchObject({
    reason: "password",
    detail: expect.stringContaining("does not open it"),
  });
});

test("the correct password, also with umlauts, opens the file, and the new PDF needs none", async () => {
  const placed = await place(await protectedBy(await usLetter(), "Käse £", 256), "Käse £");
  expect(placed.warnings.map(({ code }) => code)).toEqual(["password-used"]);
  expect((await see(placed.path))[0]?.text).toContain("Invoice 42");
});

test("a PDF that LibreOffice wrote is placed on A4, and its scripts are removed, like those of uploads", async () => {
  const bytes = await aPdf(async (document) => {
    await addPage(document, [612, 792]);
    document.addJavaScript("open", "app.alert('active')");
  });
  const placed = await place(bytes, undefined, "own");
  expect(await sizesOf(placed.path)).toEqual([upright]);
  expect(syntaxOf(placed.path)).not.toContain("JavaScript");
});

test("an unnecessary password is ignored", async () => {
  expect(await place(await usLetter(), "secret")).toMatchObject({ pages: 1, warnings: [] });
});

test("a page tree that also lists a shared font leaves all pages intact", async () => {
  const bytes = await aPdf(async (document) => {
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const words of ["First", "Second"]) document.addPage([612, 792]).drawText(words, { x: 72, y: 400, font });
    const pages = document.catalog.Pages();
    pages.Kids().push(font.ref);
    pages.set(PDFName.of("Count"), document.context.obj(3));
  });
  const { path } = await place(bytes);
  expect((await see(path)).slice(0, 2).map(({ text }) => text.trim())).toEqual(["First", "Second"]);
  expect(syntaxOf(path)).toMatch(/\/Type ?\/Font/); // else most viewers show none of the text
});

test("a truncated file is refused", async () => {
  await expect(place((await usLetter()).subarray(0, 200))).rejects.toMatchObject({ reason: "damaged" });
});

test("a file without cross-reference table is repaired with a warning", async () => {
  const bytes = Buffer.from((await simplePdf()).toString("latin1").replace(/startxref\n\d+/, "startxref\n7"), "latin1");
  const placed = await place(bytes);
  expect(placed.warnings.map(({ code }) => code)).toContain("repaired");
  expect((await see(placed.path))[0]?.text).toContain("Hello");
});

test.each([
  ["a dictionary entry twice", "/Subtype /Type1", "/Subtype /Type1 /Subtype /Type1"],
  ["a page without its type", "/Type /Page /Parent", "/Parent"],
  ["a space before a stream", "stream\nBT", "stream \nBT"],
  ["a page twice", "[3 0 R] /Count 1", "[3 0 R 3 0 R] /Count 2"],
])("a file that has %s is not reported as damaged", async (_, usual, odd) => {
  const placed = await place(await simplePdf("BT /F1 24 Tf 72 700 Td (Hello) Tj ET", [usual, odd]));
  expect(placed.warnings).toEqual([]);
  expect((await see(placed.path))[0]?.text).toContain("Hello");
});

/** Makes a PDF of uncompressed objects and a classic cross-reference table, as many small programs write. */
async function simplePdf(content = "BT /F1 24 Tf 72 700 Td (Hello) Tj ET", [usual, odd] = ["", ""]): Promise<Buffer> {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body.replace(usual, odd)}\nendobj\n`;
    return `${offset.toString().padStart(10, "0")} 00000 n \n`;
  });
  text += `xref\n0 5\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

test.each([
  ["an empty file", ""],
  ["a web page", "<html><body>Not a PDF</body></html>"],
  ["random text after a PDF header", `%PDF-1.4\n${"x9".repeat(5000)}`],
])("%s is refused as damaged", async (_, content) => {
  await expect(place(Buffer.from(content))).rejects.toMatchObject({ reason: "damaged" });
});

test("a file of more than 2,000 pages is refused, and the message states the limit", async () => {
  const bytes = await aPdf((document) => {
    for (let page = 0; page < 2001; page++) document.addPage([100, 100]);
  });
  await expect(place(bytes)).rejects.toMatchObject({
    reason: "too-large",
    detail: expect.stringContaining("has 2,001 pages; the limit is 2,000"),
  });
});

test("unbalanced operators on one page affect neither its annotations nor other pages", async () => {
  const placed = await place(await simplePdf("Q Q 0.5 0 0 0.5 0 0 cm q q BT /F1 24 Tf 72 700 Td (Hello) Tj ET"));
  expect((await see(placed.path))[0]?.text).toContain("Hello");
});

test("resources shared by pages are written once", async () => {
  const bytes = await aPdf(async (document) => {
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (let page = 0; page < 30; page++) document.addPage([595, 842]).drawText("Invoice 42", { font });
  });
  const placed = await place(bytes);
  expect((await readFile(placed.path, "latin1")).match(/BaseFont/g)).toHaveLength(1);
});

test("pages whose content cannot be decompressed are counted in a warning", async () => {
  const bytes = await aPdf(async (document) => {
    await addPage(document, [595, 842], "Whole");
    const page = document.addPage([595, 842]);
    const packed = deflateSync(Buffer.from("BT (Broken) Tj ET ".repeat(500)));
    packed.fill(0x5a, packed.length >> 1);
    const stream = PDFRawStream.of(document.context.obj({ Filter: "FlateDecode", Length: packed.length }), packed);
    page.node.set(PDFName.of("Contents"), document.context.register(stream));
  });
  const placed = await place(bytes);
  expect(placed.warnings).toEqual([
    { code: "content-damaged", text: "The content of 1 of 2 pages is damaged and may be incomplete." },
  ]);
});

test.each([
  ["compressed twice", ["FlateDecode", "FlateDecode"], (bytes: Buffer) => deflateSync(deflateSync(bytes))],
  [
    "compressed and written in hexadecimal digits",
    ["ASCIIHexDecode", "FlateDecode"],
    (bytes: Buffer) => hexOf(deflateSync(bytes)),
  ],
])("a page that decompresses to more than 64 MB is also refused when it is %s", async (_, filters, pack) => {
  const bytes = await aPdf((document) => {
    const packed = pack(Buffer.alloc(70 << 20, 32));
    const stream = PDFRawStream.of(document.context.obj({ Filter: filters, Length: packed.length }), packed);
    document.addPage([595, 842]).node.set(PDFName.of("Contents"), document.context.register(stream));
  });
  await expect(place(bytes)).rejects.toMatchObject({ reason: "too-large", detail: expect.stringContaining("64 MB") });
});

const hexOf = (bytes: Buffer) => Buffer.from(`${bytes.toString("hex")}>`, "latin1");

test("a picture too large for memory is refused, and the message states its size", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [595, 842]);
    const size = { Width: 60_000, Height: 60_000, BitsPerComponent: 8, ColorSpace: "DeviceRGB" };
    const entries = document.context.obj({ Type: "XObject", Subtype: "Image", ...size, Filter: "FlateDecode" });
    const picture = document.context.register(PDFRawStream.of(entries, deflateSync(Buffer.alloc(99))));
    page.node.Resources()?.set(PDFName.of("XObject"), document.context.obj({ I: picture }));
  });
  await expect(place(bytes)).rejects.toMatchObject({ reason: "too-large", detail: /60,000 × 60,000 pixels/ });
});

test("a page that decompresses to more than 64 MB is refused, and the message states the limit", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595, 842]);
    const packed = deflateSync(Buffer.alloc(70 << 20, 32));
    const stream = PDFRawStream.of(document.context.obj({ Filter: "FlateDecode", Length: packed.length }), packed);
    page.node.set(PDFName.of("Contents"), document.context.register(stream));
  });
  await expect(place(bytes)).rejects.toMatchObject({ reason: "too-large", detail: expect.stringContaining("64 MB") });
});
