import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { type PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { writePictures } from "./image-pdf.ts";
import type { Picture } from "./picture.ts";

const grey: Picture = {
  width: 96,
  height: 192,
  orientation: 1,
  resolution: undefined,
  encoding: { filter: "FlateDecode", bitsPerComponent: 8, colours: { kind: "grey" } },
  data: [Buffer.from([1, 2]), Buffer.from([3])],
};

async function written(...pictures: Picture[]): Promise<PDFDocument> {
  const path = join(await workFolder(), "out.pdf");
  writePictures(pictures, path);
  return PDFDocument.load(await readFile(path));
}

/** Returns the image of each page. */
const imagesOf = (document: PDFDocument) =>
  document.getPages().map(({ node }) => {
    const objects = node.Resources()?.lookup(PDFName.of("XObject"), PDFDict);
    return objects?.lookup(PDFName.of("I")) as PDFRawStream;
  });
const entriesOf = (image: PDFRawStream | undefined) =>
  Object.fromEntries([...(image?.dict.entries() ?? [])].map(([key, value]) => [String(key), String(value)]));

test("a picture becomes the only image of a page of A4", async () => {
  const document = await written(grey);
  const [page] = document.getPages();
  expect(page?.getMediaBox()).toEqual({ x: 0, y: 0, width: 595.276, height: 841.89 });
  const content = page?.node.Contents() as unknown as PDFRawStream;
  expect(Buffer.from(content.contents).toString()).toBe("q 72 0 0 144 261.638 348.945 cm /I Do Q");
  const [image] = imagesOf(document);
  expect(entriesOf(image)).toEqual({
    "/Type": "/XObject",
    "/Subtype": "/Image",
    "/Width": "96",
    "/Height": "192",
    "/BitsPerComponent": "8",
    "/Filter": "/FlateDecode",
    "/ColorSpace": "/DeviceGray",
    "/Length": "3",
  });
  expect([...(image?.contents ?? [])]).toEqual([1, 2, 3]);
});

test("each picture has a page of its own, in order", async () => {
  const document = await written(grey, { ...grey, width: 500, height: 100 }, { ...grey, data: [Buffer.from([7])] });
  expect(document.getPageCount()).toBe(3);
  expect(document.getPages().map((page) => page.getWidth() > page.getHeight())).toEqual([false, true, false]);
  expect(imagesOf(document).map((image) => [...image.contents])).toEqual([[1, 2, 3], [1, 2, 3], [7]]);
});

test("what the encoding states is written", async () => {
  const encoding: Picture["encoding"] = {
    filter: "CCITTFaxDecode",
    decodeParameters: { K: -1, Columns: 96, BlackIs1: true },
    bitsPerComponent: 1,
    colours: { kind: "grey" },
    decode: [1, 0],
    transparent: [1, 1],
  };
  expect(entriesOf(imagesOf(await written({ ...grey, encoding }))[0])).toMatchObject({
    "/Filter": "/CCITTFaxDecode",
    "/DecodeParms": "<<\n/K -1\n/Columns 96\n/BlackIs1 true\n>>",
    "/BitsPerComponent": "1",
    "/Decode": "[ 1 0 ]",
    "/Mask": "[ 1 1 ]",
  });
});

const withColours = (colours: Picture["encoding"]["colours"]): Picture => ({
  ...grey,
  encoding: { ...grey.encoding, colours },
});
const spaceOf = async (colours: Picture["encoding"]["colours"]) =>
  imagesOf(await written(withColours(colours)))[0]?.dict.lookup(PDFName.of("ColorSpace"));

test.each([
  ["grey", "/DeviceGray", "1"],
  ["rgb", "/DeviceRGB", "3"],
  ["cmyk", "/DeviceCMYK", "4"],
] as const)("colours of kind %s are %s, or those of their profile", async (kind, device, components) => {
  expect(String(await spaceOf({ kind }))).toBe(device);
  const space = (await spaceOf({ kind, profile: Buffer.from("profile") })) as PDFArray;
  expect(String(space.get(0))).toBe("/ICCBased");
  const profile = space.lookup(1) as PDFRawStream;
  expect(entriesOf(profile)).toMatchObject({ "/N": components, "/Alternate": device, "/Filter": "/FlateDecode" });
  expect(inflateSync(profile.contents).toString()).toBe("profile");
});

test("a palette states the index of its last colour, and may have a profile", async () => {
  const palette = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const space = (await spaceOf({ kind: "palette", palette })) as PDFArray;
  expect(space.asArray().slice(0, 3).map(String)).toEqual(["/Indexed", "/DeviceRGB", "2"]);
  expect([...(space.lookup(3) as PDFRawStream).contents]).toEqual([...palette]);
  const profiled = (await spaceOf({ kind: "palette", palette, profile: Buffer.from("profile") })) as PDFArray;
  const base = profiled.lookup(1) as PDFArray;
  expect(String(base.get(0))).toBe("/ICCBased");
  expect(entriesOf(base.lookup(1) as PDFRawStream)).toMatchObject({ "/N": "3", "/Alternate": "/DeviceRGB" });
});
