import sharp from "sharp";
import { type Capture, captured } from "./captured-page.ts";
import type { PrintedPage } from "./printed-page.ts";

/** A page as Sheaf draws it before it is read: A4 at 300 dpi, in grey. */
export interface DrawnPage {
  picture: { pixels: Uint8Array; width: number; height: number };
  /** Dots per inch of the scan on the page. */
  sourceDpi: number;
  /** Share of the page that the scan covers. */
  coverage: number;
}

const long = 3_508;
const short = 2_480;
/** Around pictures that are no scan of a whole sheet, in pixels. */
const margin = 75;

/** Returns what a captured paper looks like on its page, the same for the same seed. */
export async function drawnPage(page: PrintedPage, capture: Capture, seed: number): Promise<DrawnPage> {
  const jpeg = await captured(page, capture, seed);
  const { width, height } = await sharp(jpeg).metadata();
  const sheet = width > height ? { width: long, height: short } : { width: short, height: long };
  const around = capture.isPhoto || capture.askew !== 0 ? margin : 0;
  const scale = Math.min((sheet.width - 2 * around) / width, (sheet.height - 2 * around) / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const left = (sheet.width - size.width) >> 1;
  const top = (sheet.height - size.height) >> 1;
  const placed = sharp(jpeg)
    .resize({ ...size, fit: "fill", kernel: "cubic" })
    .extend({
      left,
      top,
      right: sheet.width - size.width - left,
      bottom: sheet.height - size.height - top,
      background: "#fff",
    });
  const pixels = await placed.toColourspace("b-w").extractChannel(0).raw().toBuffer();
  const coverage = (size.width * size.height) / (sheet.width * sheet.height);
  return { picture: { pixels, ...sheet }, sourceDpi: 300 / scale, coverage };
}
