import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { asSeen, convert, expectColours, quarters, quartersOf, rawQuarters, white } from "./testing.ts";

/** Pictures that other programs show although they are incomplete or use rare features. */

test("a JPEG that lacks only its end marker is accepted and gets one", async () => {
  const photo = await rawQuarters().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
  const { pages, pdfPath } = await convert(photo.subarray(0, -2));
  expectColours(quartersOf(pages[0]), asSeen);
  expect((await readFile(pdfPath)).includes(Buffer.from("\xff\xd9\nendstream", "latin1"))).toBe(true);
});

test.each([
  ["lossless", 0xc3, 8],
  ["hierarchical", 0xc5, 8],
  ["of 12 bits per colour", 0xc1, 12],
  ["JPEG-LS", 0xf7, 8],
])("a JPEG that is %s is refused as unsupported, not as damaged", async (_, marker, bits) => {
  const photo = await rawQuarters().jpeg().toBuffer();
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
  photo[frame + 1] = marker;
  photo[frame + 4] = bits;
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(photo)).rejects.toMatchObject(refused);
});

test("a PNG that lacks only its last chunk is accepted", async () => {
  const png = await rawQuarters().png().toBuffer();
  expectColours(quartersOf((await convert(png.subarray(0, -12))).pages[0]), asSeen);
});

test("a JPEG that declares RGB by component ids gets an Adobe marker, which PDF viewers understand", async () => {
  const photo = await rawQuarters().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
  const [jfif, frame, scan] = [0xe0, 0xc0, 0xda].map((marker) => photo.indexOf(Buffer.from([0xff, marker])));
  for (const [at, first] of [
    [frame, 10],
    [scan, 5],
  ] as const) {
    for (const [index, channel] of [..."RGB"].entries()) {
      photo.write(channel, (at ?? 0) + first + index * (first === 10 ? 3 : 2), "latin1");
    }
  }
  const bare = Buffer.concat([photo.subarray(0, jfif), photo.subarray((jfif ?? 0) + 18)]);
  const { pdfPath } = await convert(bare);
  const kept = await readFile(pdfPath, "latin1");
  expect(kept).toContain("\xff\xd8\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0");
});

test.each([
  ["its colours", () => rawQuarters().withIccProfile("p3").png().toBuffer()],
  ["a palette", () => rawQuarters().withIccProfile("p3").png({ palette: true, colours: 4 }).toBuffer()],
])("a PNG that has %s in another colour space looks unchanged", async (_, make) => {
  expectColours(quartersOf((await convert(await make())).pages[0]), asSeen);
});

test("a PNG's transparent colour matches by only as many bits as its samples have", async () => {
  const png = await sharp(quarters(40, 40), { raw: { width: 40, height: 40, channels: 3 } })
    .png()
    .toBuffer();
  const chunk = Buffer.from("tRNS\x01\xff\x01\x00\x01\x00", "latin1"); // red, with bits above those of its samples
  const length = Buffer.from([0, 0, 0, 6]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunk));
  const before = png.indexOf("IDAT") - 4;
  const { pages } = await convert(Buffer.concat([png.subarray(0, before), length, chunk, sum, png.subarray(before)]));
  const [x, y] = [(pages[0]?.width ?? 0) / 2, (pages[0]?.height ?? 0) / 2];
  expect(pages[0]?.colourAt(x - 8, y + 8)).toEqual(white);
});

test.each([
  ["whose Group 4 strip has the stated length 0", 0],
  ["whose Group 4 strip has no stated length", undefined],
])("a fax page %s is shown", async (_, length) => {
  const fax = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#000" } })
    .extend({ right: 400, background: "#fff" })
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, tileHeight: 400 })
    .toBuffer();
  const lengths = entryOf(fax, 279);
  if (length === undefined) fax.writeUInt16LE(65_000, lengths);
  else fax.writeUInt32LE(length, lengths + 8);
  const [page] = (await convert(fax)).pages;
  const [x, y] = [(page?.width ?? 0) / 2, (page?.height ?? 0) / 2];
  expect([page?.colourAt(x - 20, y), page?.colourAt(x + 20, y)]).toEqual([[0, 0, 0], white]);
});

/** Makes a fax of three pages. Returns it with the offsets of their directories. */
async function threeFaxes(): Promise<{ fax: Buffer; directories: number[] }> {
  const [width, height] = [400, 400];
  const fax = await sharp(Buffer.alloc(width * height * 3), {
    raw: { width, height: height * 3, channels: 1, pageHeight: height },
  })
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, tileHeight: height })
    .toBuffer();
  const directories = [fax.readUInt32LE(4)];
  for (const at of directories) {
    const next = fax.readUInt32LE(linkOf(fax, at));
    if (next !== 0) directories.push(next);
  }
  return { fax, directories };
}

/** Returns the offset of a directory's link to the next one. */
const linkOf = (fax: Buffer, directory: number) => directory + 2 + fax.readUInt16LE(directory) * 12;

test.each([
  ["before its third page", 0],
  ["within the directory of its third page", 40],
])("a fax truncated %s is refused as damaged, not accepted as a shorter one", async (_, left) => {
  const { fax, directories } = await threeFaxes();
  expect((await convert(fax)).pages).toHaveLength(3);
  const cut = fax.subarray(0, (directories[2] ?? 0) + left);
  await expect(convert(Buffer.from(cut))).rejects.toMatchObject({ reason: "damaged" });
});

test("a fax whose last directory links to nowhere is converted with the pages found and a warning", async () => {
  const { fax, directories } = await threeFaxes();
  fax.writeUInt32LE(0xcdcdcdcd, linkOf(fax, directories[2] ?? 0));
  const { pages, warnings } = await convert(fax);
  expect(pages).toHaveLength(3);
  const text = "The TIFF does not say where it ends; 3 pages were found. Check them.";
  expect(warnings).toEqual([{ code: "pages-recovered", text }]);
});

/** Returns the offset of an entry in a TIFF's first directory. */
function entryOf(tiff: Buffer, number: number): number {
  const directory = tiff.readUInt32LE(4);
  const entries = Array.from({ length: tiff.readUInt16LE(directory) }, (_, index) => directory + 2 + index * 12);
  return entries.find((entry) => tiff.readUInt16LE(entry) === number) ?? 0;
}

test("a TIFF of measurements without a defined white is refused as unsupported", async () => {
  const tiff = await rawQuarters().tiff({ compression: "none", predictor: "none" }).toBuffer();
  const at = (number: number) => entryOf(tiff, number);
  const bits = tiff.readUInt32LE(at(258) + 8);
  for (const sample of [0, 1, 2]) tiff.writeUInt16LE(32, bits + sample * 2);
  tiff.writeUInt32LE(75, at(257) + 8); // as many rows as there is data for
  tiff.writeUInt32LE(75, at(278) + 8);
  await expect(convert(tiff)).rejects.toMatchObject({ reason: "unsupported" });
});

/** Makes a GIF with a red picture of 100 × 100 pixels in the middle of a canvas of 200 × 200. */
async function smallFrame(control: Buffer): Promise<Buffer> {
  const small = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#f00" } })
    .gif()
    .toBuffer();
  const at = small.indexOf(0x2c, 13 + (3 << (((small[10] ?? 0) & 7) + 1)));
  const header = Buffer.from(small.subarray(0, at));
  for (const place of [6, 8]) header.writeUInt16LE(200, place);
  const withoutExtensions = header.subarray(0, 13 + tableBytes(header));
  const frame = Buffer.from(small.subarray(at));
  for (const place of [1, 3]) frame.writeUInt16LE(50, place);
  return Buffer.concat([withoutExtensions, control, frame]);
}

const tableBytes = (gif: Buffer) => (((gif[10] ?? 0) & 0x80) === 0 ? 0 : 3 << (((gif[10] ?? 0) & 7) + 1));

test.each([
  ["without extensions", Buffer.alloc(0)],
  ["after a comment and a delay", Buffer.from("21fe0361626300" + "21f904000a00ff00", "hex")],
])("the canvas around a small GIF frame %s is white", async (_, before) => {
  const { pages } = await convert(await smallFrame(before));
  const [x, y] = [(pages[0]?.width ?? 0) / 2, (pages[0]?.height ?? 0) / 2];
  expect(pages[0]?.colourAt(x, y)).toEqual([255, 0, 0]);
  expect(pages[0]?.colourAt(x - 60, y + 60)).toEqual(white);
});
