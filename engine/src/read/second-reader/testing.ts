import sharp from "sharp";
import type { GreyPicture } from "../ocr/grey-picture.ts";

/** Lines of a receipt. */
export const receipt = [
  "HARBOUR CAFE LTD",
  "12 Quay Street, Whitby",
  "14/10/2026 12:05",
  "Toasted teacake 3.20",
  "Pot of tea 2.95",
  "TOTAL 6.15",
];

/** Draws the receipt as an old needle printer makes it: pale, of dots, a little askew. */
export async function paleReceipt(): Promise<GreyPicture> {
  const text = receipt.map(
    (line, at) => `<text x="60" y="${120 + at * 44}" font-family="Liberation Mono" font-size="20">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="100%" height="100%" fill="#ddd"/><g fill="#aaa" transform="rotate(1.5)">${text.join("")}</g></svg>`;
  const printed = await sharp(Buffer.from(svg)).greyscale().extractChannel(0).raw().toBuffer();
  // every second row is paper, as between the dots of a needle printer
  for (let y = 0; y < 480; y += 2) printed.fill(221, y * 640, (y + 1) * 640);
  const raw = { width: 640, height: 480, channels: 1 } as const;
  const { data, info } = await sharp(printed, { raw })
    .blur(1.4)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
