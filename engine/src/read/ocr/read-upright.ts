import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Layout, Recognise } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { linesOf, type RecognisedLine } from "./hocr.ts";
import { merged } from "./merge-readings.ts";
import { joined, type Projection } from "./projection.ts";
import { backFrom, turnedBy } from "./quarter-turns.ts";
import { softened } from "./soften.ts";
import { confidenceOf, isSure, isTall, scoreOf } from "./sure-words.ts";

export interface UprightReading {
  /** In pixels of `picture`. */
  lines: RecognisedLine[];
  picture: GreyPicture;
  /** Takes a point of `picture` to the picture as given. */
  toGiven: Projection;
  turn: Turn;
}

interface ReadOptions {
  languages: string[];
  recognise: Recognise;
  dpi: number;
}

/** A page below this mean confidence is read in a second way as well. */
const unsure = 80;
/** Blur of a first reading, in pixels at 300 dpi: it smooths the steps of a scan that was enlarged. */
const usualSoftening = 0.8;
/** Blur that melts the dots of dithered and faded print. */
const strongSoftening = 1.5;

/** Reads a straightened picture, in the turn in which it gives clearly more words than as it lies. */
export async function readUpright(
  straight: { picture: GreyPicture; toGiven: Projection; inkTiles: number },
  options: ReadOptions,
): Promise<UprightReading> {
  const read = async (picture: GreyPicture): Promise<RecognisedLine[]> => wordsOf(picture, usualSoftening, options);
  const asItLies = await read(straight.picture);
  let best: UprightReading = { ...straight, lines: asItLies, turn: 0 };
  for (const turn of await turnsToTry(straight, asItLies, options)) {
    const picture = turnedBy(straight.picture, turn);
    const lines = await read(picture);
    if (scoreOf(lines) <= scoreOf(best.lines) * marginOfTurn) continue;
    best = { lines, picture, toGiven: joined(backFrom(turn, straight.picture), straight.toGiven), turn };
  }
  if ((confidenceOf(best.lines) ?? 0) >= unsure) return best;
  const again = await wordsOf(best.picture, strongSoftening, { ...options, layout: "block" });
  return { ...best, lines: merged(best.lines, again) };
}

async function wordsOf(
  picture: GreyPicture,
  softening: number,
  { recognise, ...options }: ReadOptions & { layout?: Layout },
): Promise<RecognisedLine[]> {
  return linesOf(await recognise(await softened(picture, softening), { ...options, mode: "words" }));
}

/** A turned page must give this much more than the page as it lies. */
const marginOfTurn = 1.15;
const fewWords = 20;
const inkOfWords = 12;
/** Tesseract's own confidence in an orientation; below it says nothing. */
const believed = 2;

/** Returns the turns in which a page that gave few words may give more; none for a page that is read well. */
async function turnsToTry(
  { picture, inkTiles }: { picture: GreyPicture; inkTiles: number },
  lines: RecognisedLine[],
  { recognise, languages, dpi }: ReadOptions,
): Promise<Turn[]> {
  const words = lines.flatMap((line) => line.words);
  const sure = words.filter(isSure).length;
  const tall = words.filter(isTall).length;
  const isOnItsSide = tall > words.length * 0.3;
  const isDoubtful = sure < fewWords || sure < words.length * 0.6 || isOnItsSide;
  if (!isDoubtful || inkTiles <= inkOfWords) return [];
  const told = orientationOf(await recognise(picture, { languages, mode: "orientation", dpi }));
  if (told.confidence >= believed) return told.turn === 0 ? [] : [told.turn];
  return isOnItsSide ? [90, 270] : [180];
}

const quarterTurns: readonly Turn[] = [0, 90, 180, 270];

function orientationOf(answer: string): { turn: Turn; confidence: number } {
  const rotate = Number(/Rotate: (\d{1,3})/.exec(answer)?.[1] ?? 0);
  const confidence = Number(/Orientation confidence: (\d{1,6}(?:\.\d{1,6})?)/.exec(answer)?.[1] ?? 0);
  return { turn: quarterTurns.find((turn) => turn === rotate) ?? 0, confidence };
}
