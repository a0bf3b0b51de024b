import sharp from "sharp";
import { expect, test } from "vitest";
import { tiffAround } from "./testing.ts";
import { tiffPictures } from "./tiff.ts";

const [width, height] = [24, 16];
const photo = await sharp(Buffer.alloc(width * height * 3, 120), { raw: { width, height, channels: 3 } })
  .jpeg()
  .toBuffer();
const strip = Buffer.concat([photo, Buffer.from("after it")]);
const start = 8;
/** The tags of a picture with the older JPEG compression; a JPEG begins where tag 513 says. */
const tags = { 258: [8], 259: [6], 262: [6], 274: [6], 277: [3], 513: [start] };

test.each([
  ["whose length is stated", { 514: [photo.length] }],
  ["whose length is stated as 0", { 514: [0] }],
  ["whose length is not stated", {}],
])("a whole JPEG %s is shown, placed as the TIFF says", async (_what, more) => {
  const { pictures } = await tiffPictures(tiffAround(strip, { width, height, tags: { ...tags, ...more } }));
  expect(pictures).toMatchObject([{ width, height, orientation: 6, encoding: { filter: "DCTDecode" } }]);
  const [picture] = pictures;
  expect(Buffer.concat(picture?.data ?? [])).toEqual(photo);
});

test.each<[string, Buffer]>([
  ["that is cut", tiffAround(strip, { width, height, tags: { ...tags, 514: [photo.length - 30] } })],
  ["of another width", tiffAround(strip, { width: width + 1, height, tags })],
  ["that begins elsewhere", tiffAround(strip, { width, height, tags: { ...tags, 513: [start + 1] } })],
  ["that begins beyond the file", tiffAround(strip, { width, height, tags: { ...tags, 513: [100_000] } })],
  ["of one byte", tiffAround(strip, { width, height, tags: { ...tags, 514: [1] } })],
  ["without a place", tiffAround(strip, { width, height, tags: { 258: [8], 259: [6], 262: [6], 277: [3] } })],
  [
    "whose data is coded arithmetically",
    tiffAround(Buffer.from(strip).fill(0xc9, strip.indexOf(0xc0), strip.indexOf(0xc0) + 1), { width, height, tags }),
  ],
])("a JPEG %s is unsupported, with advice", async (_what, file) => {
  await expect(tiffPictures(file)).rejects.toMatchObject({
    reason: "unsupported",
    detail: "is a TIFF with an outdated kind of JPEG compression that cannot be read. Save it as PDF and replace it.",
  });
});
