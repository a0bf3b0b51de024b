import type { Readability, ReadingProblem } from "@sheaf/contracts/reading.ts";
import { readingLimits } from "@sheaf/contracts/reading.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { RecognisedLine } from "./hocr.ts";

/** Ten-point print has small letters of this height at 1 dpi, in pixels: x-height × 14 gives the resolution. */
const dpiOfXHeight = 14;
/** Lower letters cannot be told apart, in pixels of the scan. */
const smallXHeight = 8;
/** Of letters as low as these a reader loses words even where it is sure, in pixels of the scan. */
const tinyXHeight = 5.5;
const blurredSharpness = 0.01;
const faintContrast = 0.2;
/** A page with this many squares of ink has words, if it could only be read. */
const inkOfWords = 12;
/** Words that touch the edge of the paper, as a share of the lines: the rest of them was cut off. */
const cutOffShare = 0.12;
const fewestCutOff = 3;

export interface LookedAt {
  lines: RecognisedLine[];
  /** The picture in which the lines were recognised, before it was softened. */
  picture: GreyPicture;
  confidence: number | null;
  contrast: number;
  inkTiles: number;
  /** Pixels of the scan for one pixel of the picture: below 1 when it was enlarged. */
  scanScale: number;
  /** Dots per inch of the scan on its page; null when it is not known. */
  sourceDpi: number | null;
  skew: number;
  coverage: number;
}

/** Tells what the picture of a page is like, and the reason why a page that is hard to read is so. */
export function readabilityOf(page: LookedAt): Readability {
  const xHeights = page.lines.flatMap((line) => line.words.map(() => line.xHeight));
  const xHeight = median(xHeights) * page.scanScale;
  const sharpness = sharpnessOf(page.picture, page.lines);
  return {
    dpi: dpiOf(xHeight, page),
    sharpness: Math.round(sharpness * 1_000) / 1_000,
    contrast: Math.round(page.contrast * 100) / 100,
    skew: Math.round(page.skew * 10) / 10,
    coverage: Math.round(page.coverage * 100) / 100,
    problem: problemOf(page, xHeight, sharpness),
  };
}

/**
 * Print of receipts is smaller than ten points, so the resolution of the scan itself counts where it is higher. Of a
 * page that is hard to read the height of the letters is not known.
 */
function dpiOf(xHeight: number, { sourceDpi, confidence }: LookedAt): number | null {
  const isHard = confidence === null || confidence < readingLimits.hardConfidence;
  const byPrint = xHeight > 0 && !(isHard && sourceDpi !== null) ? xHeight * dpiOfXHeight : null;
  if (byPrint === null) return sourceDpi === null ? null : Math.round(sourceDpi);
  return Math.round(sourceDpi === null ? byPrint : Math.min(Math.max(byPrint, sourceDpi), byPrint * 2));
}

function problemOf(page: LookedAt, xHeight: number, sharpness: number): ReadingProblem | null {
  const { lines, confidence, contrast, inkTiles } = page;
  if (lines.length === 0) return inkTiles > inkOfWords ? "no-words" : null;
  if (isCutOff(page)) return "cut-off";
  if (xHeight < tinyXHeight) return "small";
  if (confidence === null || confidence >= readingLimits.hardConfidence) return null;
  if (xHeight < smallXHeight) return "small";
  if (sharpness < blurredSharpness) return "blurred";
  if (contrast < faintContrast) return "faint";
  return "blurred";
}

/** Looks for words at the left and right edge of the picture, where paper would leave a margin. */
function isCutOff({ lines, picture }: LookedAt): boolean {
  const touching = lines.filter(({ words }) =>
    words.some(({ box: [left, , right], confidence, text }) => {
      return confidence >= 40 && /[\p{L}\p{N}]{2}/u.test(text) && (left <= 2 || right >= picture.width - 2);
    }),
  ).length;
  return touching >= fewestCutOff && touching > lines.length * cutOffShare;
}

/** Words that are looked at on a page. */
const sampledWords = 150;
/** Letters of this height have the sharpness that the threshold was found with, in pixels. */
const usualXHeight = 20;

/** Returns the median over words of the variance of the Laplacian, relative to contrast and letter height. */
function sharpnessOf(picture: GreyPicture, lines: RecognisedLine[]): number {
  const words = lines.flatMap(({ words, xHeight }) => words.map(({ box }) => ({ box, xHeight })));
  const step = Math.max(1, Math.ceil(words.length / sampledWords));
  const values = words.flatMap(({ box, xHeight }, index) => {
    if (index % step !== 0) return [];
    const variance = laplacianVariance(picture, box);
    return variance === null ? [] : [variance * (xHeight / usualXHeight) ** 2];
  });
  return median(values);
}

/** @returns null for a box that is too small, or that shows nothing */
function laplacianVariance({ pixels, width, height }: GreyPicture, box: readonly number[]): number | null {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  let [low, high, sum, squares, count] = [255, 0, 0, 0, 0];
  for (let y = Math.max(1, Math.floor(top)); y < Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(1, Math.floor(left)); x < Math.min(width - 1, right); x++) {
      const at = y * width + x;
      const level = pixels[at] as number;
      if (level < low) low = level;
      if (level > high) high = level;
      const beside = (pixels[at - 1] as number) + (pixels[at + 1] as number);
      const laplacian = 4 * level - beside - (pixels[at - width] as number) - (pixels[at + width] as number);
      sum += laplacian;
      squares += laplacian * laplacian;
      count++;
    }
  }
  if (count < 50 || high - low < 30) return null;
  return (squares / count - (sum / count) ** 2) / (high - low) ** 2;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
