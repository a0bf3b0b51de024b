import zlib from "node:zlib";
import { expect, test } from "vitest";
import { asSeen, convert, expectColours, quarters, quartersOf, type TestTags, tiffAround } from "./testing.ts";

/** Not multiples of a block, so that the last blocks extend beyond the picture. */
const [width, height] = [201, 163];

interface Video {
  across: number;
  down: number;
  /** Whether black is 16 and white 235, as in video. */
  isNarrow?: boolean;
  tags?: TestTags;
}

function video({ across, down, isNarrow = false, tags }: Video): Buffer {
  const pixels = quarters(width, height);
  const [black, range, most] = isNarrow ? [16, 219 / 255, 112 / 127] : [0, 1, 1];
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(
      (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 3,
    );
    const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    return [
      black + brightness * range,
      128 + (most * (blue - brightness)) / 1.772,
      128 + (most * (red - brightness)) / 1.402,
    ];
  };
  const blocks: number[] = [];
  for (let y = 0; y < height; y += down) {
    for (let x = 0; x < width; x += across) {
      for (let inside = 0; inside < across * down; inside++)
        blocks.push(at(x + (inside % across), y + Math.floor(inside / across))[0] ?? 0);
      blocks.push(...at(x, y).slice(1));
    }
  }
  const bytes = new Uint8ClampedArray(blocks.map(Math.round));
  const isPacked = tags?.[259]?.[0] === 8;
  const own: TestTags = { 258: [8, 8, 8], 259: [1], 262: [6], 277: [3], 530: [across, down] };
  const levels: TestTags = isNarrow ? { 532: [16, 235, 128, 240, 128, 240] } : {};
  const strip = isPacked ? zlib.deflateSync(bytes) : Buffer.from(bytes);
  return tiffAround(strip, { width, height, tags: { ...own, ...levels, ...tags } });
}

test.each<[string, Video]>([
  ["chrominance for each pixel", { across: 1, down: 1 }],
  ["chrominance for every two pixels", { across: 2, down: 1 }],
  ["chrominance for every four pixels, compressed", { across: 2, down: 2, tags: { 259: [8] } }],
  ["chrominance for every four pixels in a row", { across: 4, down: 1 }],
  ["video levels", { across: 2, down: 2, isNarrow: true }],
])("YCbCr without JPEG compression, with %s, is shown", async (_, given) => {
  expectColours(quartersOf((await convert(video(given))).pages[0]), asSeen);
});

test.each<[string, TestTags]>([
  ["blocks of three", { 530: [3, 1] }],
  ["separate planes", { 284: [2] }],
  ["strips that cut through blocks", { 278: [81] }],
])("YCbCr in %s is refused as unsupported", async (_, tags) => {
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(video({ across: 2, down: 2, tags }))).rejects.toMatchObject(refused);
});
