import type { Box, ReadLine } from "@sheaf/contracts/reading.ts";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import { type Projection, projected } from "../ocr/projection.ts";
import { backFrom, turnedBy } from "../ocr/quarter-turns.ts";
import type { PictureReading } from "../ocr/read-picture.ts";
import { alphabetOf } from "./alphabet.ts";
import { betterReading } from "./better-reading.ts";
import { isSecondReaderInstalled, loadModels } from "./models.ts";
import { type HardReading, readHardPicture } from "./read-hard-picture.ts";

export interface SecondReadingOptions {
  /** Dots per inch of the picture, and of the scan that it shows; null when unknown. */
  dpi: number;
  sourceDpi: number | null;
  /** Processor time that it may take, in milliseconds. */
  timeMs: number;
}

/** Below this mean confidence of the first reading a page is read a second time. */
const unsure = 85;
/** With less time, a second reading would not be finished. */
const leastMs = 4_000;

/**
 * Reads a picture of which the first reading is unsure with the second reader, and returns the better one of both.
 * Which way up the page is, and how well a person can read it, stays as the first reading found it.
 */
export async function withSecondReading(
  picture: GreyPicture,
  first: PictureReading,
  { dpi, sourceDpi, timeMs }: SecondReadingOptions,
): Promise<PictureReading> {
  if ((first.confidence ?? 0) >= unsure || timeMs < leastMs || !isSecondReaderInstalled()) return first;
  const upright = turnedBy(picture, first.turn);
  const second = await readHardPicture(upright, { dpi, sourceDpi, timeMs });
  if (!second) return first;
  const { alphabet } = await loadModels();
  const placed = placedIn(second, backFrom(first.turn, picture));
  const { lines, words } = betterReading(first, placed, new Set(alphabetOf(alphabet).texts));
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  const isNothing = words.length === 0;
  const problem = first.readability.problem === "no-words" && !isNothing ? null : first.readability.problem;
  const readability = { ...first.readability, problem };
  return { ...first, lines, words, confidence: isNothing ? null : sum / words.length, readability };
}

/** Takes a reading of a turned picture to the picture before. */
function placedIn({ lines, words }: HardReading, toGiven: Projection): HardReading {
  return {
    lines: lines.map(({ baseline: [fromX, fromY, toX, toY], size }): ReadLine => {
      const [startX, startY] = projected(toGiven, [fromX, fromY]);
      const [endX, endY] = projected(toGiven, [toX, toY]);
      return { baseline: [startX, startY, endX, endY], size };
    }),
    words: words.map((word) => ({ ...word, box: boxIn(word.box, toGiven) })),
  };
}

/** Opposite corners stay opposite corners in a quarter turn. */
function boxIn([left, top, right, bottom]: Box, toGiven: Projection): Box {
  const [x0, y0] = projected(toGiven, [left, top]);
  const [x1, y1] = projected(toGiven, [right, bottom]);
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}
