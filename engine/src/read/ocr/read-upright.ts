import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Layout } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { linesOf, type RecognisedLine } from "./hocr.ts";
import { withJoinedAmounts } from "./join-amounts.ts";
import { merged } from "./merge-readings.ts";
import { joined, type Projection } from "./projection.ts";
import { backFrom, turnedBy } from "./quarter-turns.ts";
import { softened } from "./soften.ts";
import { confidenceOf, isSure, scoreOf } from "./sure-words.ts";
import type { ReadOptions, ToRead } from "./to-read.ts";
import { turnsToTry } from "./turns-to-try.ts";
import { unreadPart } from "./unread-ink.ts";

export interface UprightReading {
  /** In pixels of `picture`. */
  lines: RecognisedLine[];
  picture: GreyPicture;
  /** Takes a point of `picture` to the picture as given. */
  toGiven: Projection;
  turn: Turn;
}

/** A page below this mean confidence is read in a second way as well. */
const unsure = 80;
/** A turned page must give this much more than the page as it lies. */
const marginOfTurn = 1.15;

/** Reads a straightened picture, in the turn in which it gives clearly more words than as it lies. */
export async function readUpright(straight: ToRead, options: ReadOptions): Promise<UprightReading> {
  const softening = softeningFor(straight.grain);
  const read = async (picture: GreyPicture) => wordsOf(picture, softening.usual, options);
  const asItLies = await read(straight.picture);
  let best: UprightReading = { ...straight, lines: asItLies, turn: 0 };
  for (const turn of (await unlessItFails(turnsToTry(straight, asItLies, options))) ?? []) {
    const picture = turnedBy(straight.picture, turn);
    const lines = (await unlessItFails(read(picture))) ?? [];
    if (scoreOf(lines) <= scoreOf(best.lines) * marginOfTurn) continue;
    best = { lines, picture, toGiven: joined(backFrom(turn, straight.picture), straight.toGiven), turn };
  }
  return { ...best, lines: await completed(best, softening, options) };
}

/** Reads again what was read unsurely, or not at all. */
async function completed(
  { picture, lines }: UprightReading,
  softening: Softening,
  options: ReadOptions,
): Promise<RecognisedLine[]> {
  const isUnsure = (confidenceOf(lines) ?? 0) < unsure;
  const rest = isUnsure ? picture : unreadPart(picture, lines);
  if (!rest) return lines;
  const way = isUnsure ? softening.strong : softening.usual;
  const more = await unlessItFails(wordsOf(rest, way, { ...options, layout: isUnsure ? "block" : "sparse" }));
  if (!more) return lines;
  return withJoinedAmounts(merged(lines, isUnsure ? more : onlySure(more)));
}

/** Outside the words of a page much is no print, so only what is surely a word counts. */
const onlySure = (lines: RecognisedLine[]): RecognisedLine[] =>
  lines.map((line) => ({ ...line, words: line.words.filter((word) => isSure(word) || /^\d$/.test(word.text)) }));

interface Softening {
  usual: number;
  strong: number;
}

/**
 * Sigma of the blur before reading, in pixels at 300 dpi. A little smooths the steps of an enlarged scan; more melts
 * the dots of faded print, and those of a scan in black and white.
 */
function softeningFor(grain: number): Softening {
  return grain > 0.1 ? { usual: 1.5, strong: 2 } : { usual: 0.8, strong: 1.5 };
}

async function wordsOf(
  picture: GreyPicture,
  softening: number,
  { recognise, ...options }: ReadOptions & { layout?: Layout },
): Promise<RecognisedLine[]> {
  return withJoinedAmounts(linesOf(await recognise(await softened(picture, softening), { ...options, mode: "words" })));
}

/** Further readings only add to the first one, which is kept when they take too long. */
async function unlessItFails<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch {
    return null;
  }
}
