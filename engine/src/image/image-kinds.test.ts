import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { imageConverter } from "./image.ts";
import { tiffAround } from "./testing.ts";

/** Converts a picture, and returns the text of the PDF's objects. */
async function convert(bytes: Buffer) {
  const workDir = await workFolder();
  const path = join(workDir, "picture");
  await writeFile(path, bytes);
  const input = { path, name: "picture", sizeBytes: bytes.length };
  const { warnings, origin } = await imageConverter.toPdf(input, { workDir, outPath: join(workDir, "out.pdf") });
  const pdf = await readFile(join(workDir, "out.pdf"), "latin1");
  return { warnings, origin, pdf };
}

const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * at * 7) % 256));
const picture = () => sharp(noise, { raw: { width: 40, height: 30, channels: 3 } });
const refusalOf = (bytes: Buffer) =>
  convert(bytes).then(
    () => undefined,
    (error: { reason?: string }) => error.reason,
  );

/** A bitmap around a whole picture, as some printer drivers make it. */
function wrapped(content: Buffer, method: number): Buffer {
  const header = Buffer.alloc(54);
  header.write("BM", "latin1");
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(40, 18);
  header.writeInt32LE(30, 22);
  header.writeUInt16LE(24, 28);
  header.writeUInt32LE(method, 30);
  return Buffer.concat([header, content]);
}

test.each<[string, number, () => Promise<Buffer>, string]>([
  ["JPEG", 4, () => picture().jpeg().toBuffer(), "/DCTDecode"],
  ["PNG", 5, () => picture().png().toBuffer(), "/FlateDecode"],
])("a %s inside a bitmap is shown", async (_kind, method, make, filter) => {
  const { pdf } = await convert(wrapped(await make(), method));
  expect(pdf).toContain(filter);
  expect(pdf).toContain("/Width 40");
});

test("anything else inside a bitmap is damage", async () => {
  for (const content of [await picture().gif().toBuffer(), Buffer.from("no picture")]) {
    expect(await refusalOf(wrapped(content, 5))).toBe("damaged");
  }
});

test("a file that is no picture is unsupported", async () => {
  expect(await refusalOf(Buffer.from("no picture"))).toBe("unsupported");
  expect(await refusalOf(Buffer.alloc(0))).toBe("unsupported");
});

test.each<[string, () => Promise<Buffer>, string]>([
  ["a WebP with loss", () => picture().webp().toBuffer(), "/DCTDecode"],
  ["a WebP without loss", () => picture().webp({ lossless: true }).toBuffer(), "/FlateDecode"],
  ["a GIF", () => picture().gif().toBuffer(), "/FlateDecode"],
  ["an interlaced PNG", () => picture().png({ progressive: true }).toBuffer(), "/FlateDecode"],
])("%s is stored with a filter that fits", async (_kind, make, filter) => {
  const { pdf, warnings, origin } = await convert(await make());
  expect(pdf).toContain(filter);
  expect({ warnings, origin }).toEqual({ warnings: [], origin: "a4" });
});

test("a PNG that is decoded keeps its density and orientation", async () => {
  const matrixOf = async (isInterlaced: boolean) => {
    const png = await picture()
      .png({ progressive: isInterlaced })
      .withMetadata({ density: 300, orientation: 6 })
      .toBuffer();
    // Twice as many pixels across as down, which only a density in the file can say.
    const at = png.indexOf("pHYs", 0, "latin1");
    png.writeUInt32BE(png.readUInt32BE(at + 4) * 2, at + 4);
    return (await convert(png)).pdf.match(/q .* cm/)?.[0];
  };
  expect(await matrixOf(true)).toBe(await matrixOf(false));
  expect(await matrixOf(true)).toMatch(/^q 0 -30 45 0 /);
});

/** Adds the chunk that says how many frames follow. */
async function animated(frames: number): Promise<Buffer> {
  const png = await picture().png().toBuffer();
  const chunk = Buffer.from("\0\0\0\x08acTL\0\0\0\0\0\0\0\0\0\0\0\0", "latin1");
  chunk.writeUInt32BE(frames, 8);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

test.each([
  [1, []],
  [2, [{ code: "first-frame-only", text: "Only the first of 2 pictures in the file is shown." }]],
])("a PNG of %i frames is converted with a warning where it has several", async (frames, warnings) => {
  expect((await convert(await animated(frames))).warnings).toEqual(warnings);
});

test("a TIFF of one page that leads nowhere is converted, with a warning", async () => {
  const tags = { 258: [1], 259: [4], 262: [0], 277: [1] };
  const eightWhiteRows = Buffer.from([0xff, 0x00, 0x10, 0x01]);
  const tiff = tiffAround(eightWhiteRows, { width: 8, height: 8, tags });
  const directory = tiff.readUInt32LE(4);
  tiff.writeUInt32LE(0xcdcdcdcd, directory + 2 + tiff.readUInt16LE(directory) * 12);
  const text = "The TIFF does not say where it ends; 1 page was found. Check it.";
  expect((await convert(tiff)).warnings).toEqual([{ code: "pages-recovered", text }]);
});

/** A JPEG that states a size in its header, and lacks its coded data. */
async function withoutData(width: number, height: number, isProgressive: boolean): Promise<Buffer> {
  const photo = await picture().toColourspace("b-w").jpeg({ progressive: isProgressive }).toBuffer();
  const frame = photo.indexOf(Buffer.from([0xff, isProgressive ? 0xc2 : 0xc0]));
  photo.writeUInt16BE(height, frame + 5);
  photo.writeUInt16BE(width, frame + 7);
  const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
  const start = scan + 2 + photo.readUInt16BE(scan + 2);
  return Buffer.concat([photo.subarray(0, start + 4), Buffer.from([0xff, 0xd9])]);
}

test("a progressive JPEG is decoded to find damage, unless that needs too much memory", async () => {
  expect(await refusalOf(await withoutData(400, 300, true))).toBe("damaged");
  expect(await refusalOf(await withoutData(10_000, 8_001, true))).toBeUndefined();
});

test("any other JPEG is decoded to find damage, whatever its size", async () => {
  expect(await refusalOf(await withoutData(400, 300, false))).toBe("damaged");
  expect(await refusalOf(await withoutData(10_000, 8_001, false))).toBe("damaged");
});
