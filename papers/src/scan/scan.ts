import sharp from "sharp";
import { totalWords } from "../page/invoice-page.ts";
import { a4, type Sheet } from "../page/sheet.ts";
import { svgOf } from "../page/svg.ts";
import type { Random } from "../random.ts";
import { marksByHand } from "./marks-by-hand.ts";

export const scanFormats = ["png", "jpg", "tif"] as const;
export type ScanFormat = (typeof scanFormats)[number];

const dotsPerInch = 150;
const page = {
  width: Math.round((a4.width / 72) * dotsPerInch),
  height: Math.round((a4.height / 72) * dotsPerInch),
};

/**
 * Draws a page as from an office scanner: slightly rotated, with handwritten marks and stamps.
 * @returns colour as PNG or JPEG, or black and white as a fax-coded TIFF
 */
export async function scan(random: Random, sheet: Sheet, received: Date, format: ScanFormat): Promise<Uint8Array> {
  const total = sheet.marks.filter((mark) => mark.kind === "text").find(({ words }) => words === totalWords);
  const svg = svgOf(sheet, marksByHand(random, received, total ?? { x: 480, y: 500 }));
  const paper = random.pick(["#ffffff", "#fdfcf8", "#fafbfc"]);
  const flat = await sharp(Buffer.from(svg), { density: dotsPerInch })
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const turned = await sharp(flat.data, { raw: flat.info })
    .rotate(random.between(0.25, 1.1) * random.pick([-1, 1]), { background: paper })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.max(0, Math.floor((turned.info.width - page.width) / 2));
  const top = Math.max(0, Math.floor((turned.info.height - page.height) / 2));
  const cut = sharp(turned.data, { raw: turned.info }).extract({ left, top, width: page.width, height: page.height });
  if (format === "jpg") return cut.blur(0.5).withMetadata({ density: dotsPerInch }).jpeg({ quality: 72 }).toBuffer();
  if (format === "png") return cut.withMetadata({ density: dotsPerInch }).png({ compressionLevel: 6 }).toBuffer();
  const perMillimetre = dotsPerInch / 25.4;
  return cut
    .greyscale()
    .threshold(168)
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, xres: perMillimetre, yres: perMillimetre })
    .toBuffer();
}
