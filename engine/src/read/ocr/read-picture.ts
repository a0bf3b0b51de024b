import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Box, Readability, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import type { Recognise } from "../tesseract.ts";
import { cleanPicture } from "./clean-picture.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { RecognisedLine } from "./hocr.ts";
import { type Projection, projected } from "./projection.ts";
import { readUpright } from "./read-upright.ts";
import { readabilityOf } from "./readability.ts";
import { straightened } from "./straighten.ts";

export interface ReadPictureOptions {
  /** Tesseract's names, such as "eng". */
  languages: string[];
  recognise: Recognise;
  /** Dots per inch of the picture. */
  dpi: number;
  /** Dots per inch of the scan that the page shows; null when it shows none. */
  sourceDpi: number | null;
  /** Share of the page that pictures cover, from 0 to 1. */
  coverage: number;
}

/** What was read in a picture, in its pixels. */
export interface PictureReading {
  lines: ReadLine[];
  words: ReadWord[];
  /** From 0 to 100; null without words. */
  confidence: number | null;
  readability: Readability;
  /** How far the picture must be turned, clockwise, to stand upright; 0 unless that is sure. */
  turn: Turn;
}

/**
 * Reads the words of one picture: it is cleaned, straightened and read as it lies; only where that gives little is it
 * also read turned, or again in another way.
 * @throws Error when the program that recognises words fails
 */
export async function readPicture(picture: GreyPicture, options: ReadPictureOptions): Promise<PictureReading> {
  const clean = cleanPicture(picture);
  const straight = straightened(picture, clean);
  const read = await readUpright({ ...straight, inkTiles: clean.inkTiles, grain: clean.grain }, options);
  const { confidence } = read;
  const { sourceDpi, coverage, dpi } = options;
  const readability = readabilityOf({
    lines: read.lines,
    picture: read.picture,
    confidence,
    contrast: clean.contrast,
    inkTiles: clean.inkTiles,
    scanScale: sourceDpi === null ? 1 : Math.min(1, sourceDpi / dpi),
    sourceDpi,
    skew: straight.skew,
    coverage,
  });
  return { ...placed(read.lines, read.toGiven), confidence, readability, turn: read.turn };
}

/** Takes lines from the picture that was read to the picture as given. */
function placed(lines: RecognisedLine[], toGiven: Projection): { lines: ReadLine[]; words: ReadWord[] } {
  return {
    lines: lines.map(({ baseline: [fromX, fromY, toX, toY], size }): ReadLine => {
      const [startX, startY] = projected(toGiven, [fromX, fromY]);
      const [endX, endY] = projected(toGiven, [toX, toY]);
      const longer = Math.hypot(endX - startX, endY - startY) / Math.max(1, Math.hypot(toX - fromX, toY - fromY));
      return { baseline: [startX, startY, endX, endY], size: size * longer };
    }),
    words: lines.flatMap(({ words }, line) =>
      words.map(({ text, box, confidence }): ReadWord => ({ text, box: boxIn(box, toGiven), confidence, line })),
    ),
  };
}

/** Returns the smallest upright box around a box that was straightened. */
function boxIn([left, top, right, bottom]: Box, toGiven: Projection): Box {
  const corners = [
    projected(toGiven, [left, top]),
    projected(toGiven, [right, top]),
    projected(toGiven, [right, bottom]),
    projected(toGiven, [left, bottom]),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
