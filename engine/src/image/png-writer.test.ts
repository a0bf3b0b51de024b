import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pngAround } from "./png-writer.ts";

test.each([
  ["grey", 1, [10, 20, 30, 40], "b-w"],
  ["colour", 3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "srgb"],
] as const)("rows of %s become a PNG with the same pixels", async (_what, samples, pixels, space) => {
  const row = (from: number) => [0, ...pixels.slice(from, from + 2 * samples)];
  const rows = deflateSync(Buffer.from([...row(0), ...row(2 * samples)]));
  const png = pngAround(rows, { width: 2, height: 2, samples });
  const { data, info } = await sharp(png).toColourspace(space).raw().toBuffer({ resolveWithObject: true });
  expect([[...data], info.width, info.height, info.channels]).toEqual([pixels, 2, 2, samples]);
});

test("a PNG has a header, one chunk of data and an end, each with its length and checksum", () => {
  const png = pngAround(Buffer.from([1, 2]), { width: 258, height: 3, samples: 3 });
  const chunks = [
    ["0000000d", "49484452", "00000102000000030802000000", "f7069616"],
    ["00000002", "49444154", "0102", "8beeedd7"],
    ["00000000", "49454e44", "", "ae426082"],
  ];
  expect(png.toString("hex")).toBe(`89504e470d0a1a0a${chunks.flat().join("")}`);
});
