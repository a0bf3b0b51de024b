import sharp from "sharp";
import type { GreyPicture } from "./grey-picture.ts";

/**
 * Draws lines of text in black on white.
 * @param turned clockwise, in degrees
 */
export async function drawnLines(
  lines: string[],
  { turned = 0, width = 1200, height = 1200, size = 34 } = {},
): Promise<GreyPicture> {
  const texts = lines.map((line, index) => `<text x="120" y="${220 + index * size * 1.9}">${line}</text>`).join("");
  const turn = `rotate(${turned} ${width / 2} ${height / 2})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g transform="${turn}" font-family="DejaVu Sans" font-size="${size}">${texts}</g></svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten().toColourspace("b-w").raw().toBuffer();
  return { pixels, width, height };
}

/** Changes every pixel by its position. */
export function changed(picture: GreyPicture, change: (level: number, x: number, y: number) => number): GreyPicture {
  const pixels = Uint8Array.from(picture.pixels, (level, at) =>
    Math.max(0, Math.min(255, change(level, at % picture.width, Math.floor(at / picture.width)))),
  );
  return { ...picture, pixels };
}

export const someLines = [
  "Kestrel Joinery Limited, 14 Mill Lane",
  "Invoice 20481 of 14 October 2026",
  "Oak worktop, oiled, three metres",
  "Fitting and delivery to site",
  "Subtotal 1,028.80 pounds",
  "Value added tax at twenty percent",
  "Total to pay within thirty days",
  "Thank you for your business",
];
