import { randomBytes } from "node:crypto";
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
