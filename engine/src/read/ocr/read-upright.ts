import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Layout } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { linesOf, type RecognisedLine } from "./hocr.ts";
import { withJoinedAmounts } from "./join-amounts.ts";
import { merged } from "./merge-readings.ts";
import { joined, type Projection } from "./projection.ts";
import { backFrom, turnedBy } from "./quarter-turns.ts";
import { scaled } from "./scaled.ts";
import { softened, withContrast } from "./soften.ts";
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
  /**
   * Mean of the words, from 0 to 100; null without words. Of a page that was read twice, the mean of the first
   * reading and of the words that were kept: choosing the surer of two makes wrong words look surer, too.
   */
  confidence: number | null;
}

/** A page below this mean confidence is read in a second way as well. */
const unsure = 80;
/** A turned page must give this much more than the page as it lies, and than it gives turned otherwise. */
const marginOfTurn = 1.15;

/** Reads a straightened picture, in the turn in which it gives clearly more words than as it lies. */
export async function readUpright(straight: ToRead, options: ReadOptions): Promise<UprightReading> {
  const ways = waysFor(straight.grain);
  const read = async (picture: GreyPicture) => wordsOf(picture, ways.usual, options);
  const asItLies = await read(straight.picture);
  const turned: TurnedReading[] = [];
  for (const turn of (await unlessItFails(turnsToTry(straight, asItLies, options))) ?? []) {
    const picture = turnedBy(straight.picture, turn);
    const lines = (await unlessItFails(read(picture))) ?? [];
    turned.push({ lines, picture, toGiven: joined(backFrom(turn, straight.picture), straight.toGiven), turn });
  }
  const best = bestOf({ ...straight, lines: asItLies, turn: 0 }, turned);
  const lines = await completed(best, ways, options);
  const [once, atLast] = [confidenceOf(best.lines), confidenceOf(lines)];
  return { ...best, lines, confidence: once === null || atLast === null ? atLast : (once + atLast) / 2 };
}

type TurnedReading = Omit<UprightReading, "confidence">;

/** Returns the turned reading that gives clearly more than the page as it lies, and than any other turn. */
function bestOf(asItLies: TurnedReading, turned: TurnedReading[]): TurnedReading {
  const [best, next = asItLies] = turned.toSorted((one, other) => scoreOf(other.lines) - scoreOf(one.lines));
  if (!best) return asItLies;
  const others = Math.max(scoreOf(next.lines), scoreOf(asItLies.lines));
  return scoreOf(best.lines) > others * marginOfTurn ? best : asItLies;
}

/** Reads again what was read unsurely, or not at all. */
async function completed(
  { picture, lines }: TurnedReading,
  ways: { usual: Way; strong: Way },
  options: ReadOptions,
): Promise<RecognisedLine[]> {
  const isUnsure = (confidenceOf(lines) ?? 0) < unsure;
  const rest = isUnsure ? picture : unreadPart(picture, lines);
  if (!rest) return lines;
  const way = isUnsure ? ways.strong : ways.usual;
  const more = await unlessItFails(wordsOf(rest, way, { ...options, layout: isUnsure ? "block" : "sparse" }));
  if (!more) return lines;
  return withJoinedAmounts(merged(lines, isUnsure ? more : onlySure(more)));
}

/** Outside the words of a page much is no print, so only what is surely a word counts. */
const onlySure = (lines: RecognisedLine[]): RecognisedLine[] =>
  lines.map((line) => ({ ...line, words: line.words.filter((word) => isSure(word) || /^\d$/.test(word.text)) }));

/** How a picture is prepared for the reader of words. */
interface Way {
  /** Sigma of the blur, in pixels. */
  softening: number;
  /** Blurred dots up to the first darkness become paper, and from the second on ink; null leaves them as they are. */
  paperAndInk: readonly [paper: number, ink: number] | null;
  /** Pixels of the prepared picture for one of the given one. */
  scale: number;
}

/** Above this grain the dots are everywhere, also on the paper; below, they are print. */
const dotsOnPaper = 0.35;
const dotsInPrint = 0.1;

/**
 * At 300 dpi letters are larger than the reader needs: reducing them saves a fifth of its time, and smooths the steps
 * of an enlarged scan. An unsure page is read a second time at full size, blurred so that the dots of faded print melt.
 * The dots of a scan in black and white need more of that; those on its paper must go, because the reader takes them
 * for print, and a page of them for a minute's work.
 */
function waysFor(grain: number): { usual: Way; strong: Way } {
  if (grain > dotsOnPaper) {
    return {
      usual: { softening: 1.5, paperAndInk: [0.35, 0.65], scale: 1 },
      strong: { softening: 2, paperAndInk: [0.3, 0.6], scale: 1 },
    };
  }
  const paperAndInk = null;
  return grain > dotsInPrint
    ? { usual: { softening: 1.5, paperAndInk, scale: 1 }, strong: { softening: 2, paperAndInk, scale: 1 } }
    : { usual: { softening: 0, paperAndInk, scale: 0.85 }, strong: { softening: 1.5, paperAndInk, scale: 1 } };
}

/** @returns lines in pixels of the picture */
async function wordsOf(
  picture: GreyPicture,
  { softening, paperAndInk, scale }: Way,
  { recognise, dpi, ...options }: ReadOptions & { layout?: Layout },
): Promise<RecognisedLine[]> {
  const soft = await softened(scaled(picture, scale), softening);
  const prepared = paperAndInk === null ? soft : withContrast(soft, ...paperAndInk);
  const lines = linesOf(await recognise(prepared, { ...options, dpi: dpi * scale, mode: "words" }));
  return withJoinedAmounts(enlarged(lines, picture.width / prepared.width));
}

/** Further readings only add to the first one, which is kept when they take too long. */
async function unlessItFails<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch {
    return null;
  }
}

/** Takes lines to a picture that is `factor` times as large. */
function enlarged(lines: RecognisedLine[], factor: number): RecognisedLine[] {
  if (factor === 1) return lines;
  return lines.map(({ baseline: [fromX, fromY, toX, toY], size, xHeight, words }) => ({
    baseline: [fromX * factor, fromY * factor, toX * factor, toY * factor],
    size: size * factor,
    xHeight: xHeight * factor,
    words: words.map(({ box: [left, top, right, bottom], ...word }) => ({
      ...word,
      box: [left * factor, top * factor, right * factor, bottom * factor],
    })),
  }));
}
