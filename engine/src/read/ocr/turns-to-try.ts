import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { RecognisedLine } from "./hocr.ts";
import { isSideways, isSure } from "./sure-words.ts";
import type { ReadOptions, ToRead } from "./to-read.ts";

const fewWords = 20;
/** A page with fewer squares of ink has too little on it to tell which way it stands. */
const inkOfWords = 12;
/** Tesseract's own confidence in an orientation; below it says nothing. */
const believed = 2;

/** Returns the turns in which a page that gave few words may give more; none for a page that is read well. */
export async function turnsToTry(
  { picture, inkTiles }: ToRead,
  lines: RecognisedLine[],
  { recognise, languages, dpi }: ReadOptions,
): Promise<Turn[]> {
  const words = lines.flatMap((line) => line.words);
  const sure = words.filter(isSure).length;
  const sideways = lines.filter(isSideways).flatMap((line) => line.words).length;
  const isOnItsSide = sideways > words.length * 0.3;
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
