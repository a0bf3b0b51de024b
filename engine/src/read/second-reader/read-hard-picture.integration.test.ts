import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import { isSecondReaderInstalled } from "./models.ts";
import { readHardPicture } from "./read-hard-picture.ts";

const receipt = [
  "HARBOUR CAFE LTD",
  "12 Quay Street, Whitby",
  "14/10/2026 12:05",
  "Toasted teacake 3.20",
  "Pot of tea 2.95",
  "TOTAL 6.15",
];

/** A receipt as an old printer makes it: pale, of dots, in small letters. */
async function paleReceipt(lines: string[]): Promise<GreyPicture> {
  const text = lines.map(
    (line, at) => `<text x="60" y="${120 + at * 44}" font-family="Liberation Mono" font-size="26">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="100%" height="100%" fill="#ddd"/><g fill="#888" transform="rotate(1.5)">${text.join("")}</g></svg>`;
  const printed = await sharp(Buffer.from(svg)).greyscale().extractChannel(0).raw().toBuffer();
  // every third row is paper, as between the dots of a needle printer
  for (let y = 0; y < 480; y += 3) printed.fill(221, y * 640, (y + 1) * 640);
  const raw = { width: 640, height: 480, channels: 1 } as const;
  const { data, info } = await sharp(printed, { raw })
    .blur(1.2)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

describe.skipIf(!isSecondReaderInstalled())("a hard picture (skipped when the second reader is not installed)", () => {
  test("its lines are read from the top down, divided into words, with boxes where they are", async () => {
    const picture = await paleReceipt(receipt);
    const lines = (await readHardPicture(picture, { dpi: 150, sourceDpi: 150 })) ?? [];
    expect(lines.map(({ words }) => words.map(({ text }) => text).join(" "))).toEqual(receipt);

    const [total, amount] = lines.at(-1)?.words ?? [];
    const [left, top, right, bottom] = amount?.box ?? [0, 0, 0, 0];
    expect(left).toBeGreaterThan(total?.box[2] ?? 0);
    expect(right - left).toBeGreaterThan(50);
    expect(right - left).toBeLessThan(80);
    expect([top, bottom]).toEqual([expect.closeTo(322, -1.5), expect.closeTo(346, -1.5)]);
    expect(amount?.confidence).toBeGreaterThan(60);
  });

  test("a picture without text has no lines, and one without time none that were begun", async () => {
    const empty = { pixels: new Uint8Array(300 * 200).fill(255), width: 300, height: 200 };
    expect(await readHardPicture(empty, { dpi: 300, sourceDpi: null })).toEqual([]);
    expect(await readHardPicture(await paleReceipt(receipt), { dpi: 150, sourceDpi: 150, timeMs: 0 })).toBeNull();
  });
});
