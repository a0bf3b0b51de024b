import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { openRaster } from "../image/raster.ts";

export const scanPages = 500;
export const textPages = 2_000;

/** A4 at 150 dots per inch. */
const [width, height] = [1_240, 1_754];
/** Its size in points as office scanners state it: not exactly 595.28 × 841.89. */
const pageSize: [width: number, height: number] = [(width * 72) / 150, (height * 72) / 150];

/**
 * Makes a PDF of scanned letters, each page one greyscale JPEG of its own.
 * @returns its path; it is kept for later runs
 */
export const makeScans = (dir: string): Promise<string> =>
  made(join(dir, `scans-${scanPages}.pdf`), async (pdf) => {
    for (let number = 0; number < scanPages; number++) {
      const scan = await pdf.embedJpg(await scanOf(number));
      pdf.addPage(pageSize).drawImage(scan, { x: 0, y: 0, width: pageSize[0], height: pageSize[1] });
    }
  });

/**
 * Makes a PDF of pages with fifty lines of text each.
 * @returns its path; it is kept for later runs
 */
export const makeText = (dir: string): Promise<string> =>
  made(join(dir, `text-${textPages}.pdf`), async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (let number = 0; number < textPages; number++) {
      pdf.addPage(pageSize).drawText(textOf(number), { x: 56, y: 780, size: 10, lineHeight: 15, font });
    }
  });

/** Draws lines of dark strokes on paper with grain, different on every page and the same on every machine. */
async function scanOf(page: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height);
  let grain = page + 1;
  for (let row = 0, at = 0; row < height; row++) {
    const isText = row % 32 < 14 && row > 120 && row < 1_640;
    for (let column = 0; column < width; column++, at++) {
      grain = (Math.imul(grain, 1_664_525) + 1_013_904_223) >>> 0; // a linear congruential generator
      const isStroke =
        isText && column > 110 && column < 1_130 && ((column >> 2) * (page + 3) + (row >> 5) * 7) % 5 < 2;
      pixels[at] = (isStroke ? 40 : 236) + (grain >>> 29);
    }
  }
  const picture = await openRaster(pixels, { raw: { width, height, channels: 1 } });
  return picture.jpeg({ quality: 60 }).toBuffer();
}

function textOf(page: number): string {
  const lines = Array.from({ length: 50 }, (_, line) => {
    const pounds = ((page * 7_919 + line * 104_729) % 1_000_000) / 100;
    return `${line + 1}  Invoice ${page + 1}/${line + 1}, paper and postage, ${pounds.toFixed(2)} pounds net of VAT`;
  });
  return lines.join("\n");
}

async function made(path: string, draw: (pdf: PDFDocument) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path;
  const pdf = await PDFDocument.create();
  await draw(pdf);
  writeFileSync(`${path}.new`, await pdf.save());
  renameSync(`${path}.new`, path);
  return path;
}
