import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Picture } from "./picture.ts";
import { embedPng } from "./png.ts";
import { checkRows } from "./png-rows.ts";

/** Makes a PNG of noise: 2 MB in chunks of a few kilobytes. */
async function noise(): Promise<Picture> {
  const [width, height] = [900, 800];
  const png = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { picture } = embedPng(png);
  if (!picture || picture.data.length < 100) throw new Error("The PNG does not have many chunks");
  return picture;
}

test("a long PNG in many chunks passes the check", async () => {
  await checkRows(await noise());
});

test.each([
  ["its last chunk", (data: Uint8Array[]) => data.slice(0, -1)],
  ["a chunk in the middle", (data: Uint8Array[]) => data.toSpliced(data.length >> 1, 1)],
  ["its first chunk", (data: Uint8Array[]) => data.slice(1)],
  ["all chunks", () => []],
])("a PNG without %s is damaged", async (_, damage) => {
  const picture = await noise();
  await expect(checkRows({ ...picture, data: damage(picture.data) })).rejects.toMatchObject({ reason: "damaged" });
});

test("a PNG with fewer rows than its header states is damaged", async () => {
  const picture = await noise();
  await expect(checkRows({ ...picture, height: picture.height + 1 })).rejects.toMatchObject({ reason: "damaged" });
});

const damaged = { reason: "damaged" };

interface Rows {
  width: number;
  height: number;
  bits?: 1 | 2 | 4 | 8 | 16;
  kind?: "grey" | "rgb";
  /** The unpacked rows, each after its filter. */
  rows: number[];
}

const check = ({ width, height, bits = 8, kind = "grey", rows }: Rows) =>
  checkRows({
    width,
    height,
    orientation: 1,
    resolution: undefined,
    encoding: { filter: "FlateDecode", bitsPerComponent: bits, colours: { kind } },
    data: [deflateSync(Buffer.from(rows))],
  });

const zeros = (count: number) => Array<number>(count).fill(0);

test.each<[string, Omit<Rows, "rows">, number]>([
  ["grey of 8 bits", { width: 3, height: 2 }, 8],
  ["colours of 8 bits", { width: 3, height: 2, kind: "rgb" }, 20],
  ["colours of 16 bits", { width: 3, height: 2, kind: "rgb", bits: 16 }, 38],
  ["grey of 1 bit", { width: 9, height: 2, bits: 1 }, 6],
  ["grey of 4 bits", { width: 2, height: 2, bits: 4 }, 4],
])("rows of %s have a filter and whole bytes", async (_what, given, bytes) => {
  await check({ ...given, rows: zeros(bytes) });
  await expect(check({ ...given, rows: zeros(bytes - 1) })).rejects.toMatchObject(damaged);
});

test.each([0, 1, 2, 3, 4])("a row of filter %i passes the check", async (filter) => {
  await check({ width: 2, height: 3, rows: [0, 9, 9, filter, 9, 9, filter, 9, 9] });
});

test("an unknown filter of any row is damage", async () => {
  for (const row of [0, 1, 2]) {
    const rows = [0, 9, 9, 0, 9, 9, 0, 9, 9].with(row * 3, 5);
    await expect(check({ width: 2, height: 3, rows })).rejects.toMatchObject(damaged);
  }
});

test("data of one row more than stated is no damage, of more it is", async () => {
  await check({ width: 2, height: 2, rows: [...zeros(6), 9, 9, 9] });
  await expect(check({ width: 2, height: 2, rows: [...zeros(6), 9, 9, 9, 9] })).rejects.toMatchObject(damaged);
});

test("rows across the borders of the pieces in which they are unpacked are checked", async () => {
  const [width, height] = [999, 1000];
  const rows = Buffer.alloc((width + 1) * height, 9);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = row % 5;
  const packed = deflateSync(rows);
  const picture = { width, height, orientation: 1, resolution: undefined } as const;
  const encoding = { filter: "FlateDecode", bitsPerComponent: 8, colours: { kind: "grey" } } as const;
  await checkRows({ ...picture, encoding, data: [packed] });
  rows[900 * (width + 1)] = 5;
  await expect(checkRows({ ...picture, encoding, data: [deflateSync(rows)] })).rejects.toMatchObject(damaged);
});

test("data that is not compressed is damage", async () => {
  const picture = { width: 2, height: 2, orientation: 1, resolution: undefined } as const;
  const encoding = { filter: "FlateDecode", bitsPerComponent: 8, colours: { kind: "grey" } } as const;
  await expect(checkRows({ ...picture, encoding, data: [Buffer.from("no data")] })).rejects.toMatchObject(damaged);
});
