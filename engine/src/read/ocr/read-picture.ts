import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Box, Readability, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import type { Recognise } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";

export interface ReadPictureOptions {
  /** Tesseract's names, "eng" among them. */
  languages: string[];
  recognise: Recognise;
  /** Dots per inch at which the page was drawn. */
  dpi: number;
  /** Effective dots per inch of the scan that the page shows; null when it shows no picture. */
  sourceDpi: number | null;
  /** Share of the page that pictures cover, from 0 to 1. */
  coverage: number;
}

/** What was read in a picture. Boxes and lines are in its pixels, as it lies. */
export interface PictureReading {
  lines: ReadLine[];
  words: ReadWord[];
  /** Mean of the words, from 0 to 100; null without words. */
  confidence: number | null;
  readability: Readability;
  turn: Turn;
}

/** Reads the words in the picture of a page. */
export async function readPicture(picture: GreyPicture, options: ReadPictureOptions): Promise<PictureReading> {
  const { languages, recognise, dpi, sourceDpi, coverage } = options;
  const { lines, words } = wordsIn(await recognise(picture, { languages, mode: "words", dpi }));
  const confidence = words.length === 0 ? null : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  const readability = { dpi: sourceDpi, sharpness: 0, contrast: 1, skew: 0, coverage, problem: null };
  return { lines, words, confidence, readability, turn: 0 };
}

const token =
  /<span class='(ocr_(?:line|header|caption|textfloat)|ocrx_word)'[^>]*title=(?:"([^"]*)"|'([^']*)')>([^<]*)/g;
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** Returns lines and words of hOCR. */
function wordsIn(hocr: string): { lines: ReadLine[]; words: ReadWord[] } {
  const lines: ReadLine[] = [];
  const words: ReadWord[] = [];
  for (const [, kind, double, single, written = ""] of hocr.matchAll(token)) {
    const title = double ?? single ?? "";
    const box = numbersAfter(title, "bbox") as unknown as Box;
    if (kind === "ocrx_word") {
      const text = written.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity).trim();
      const [confidence = 0] = numbersAfter(title, "x_wconf");
      if (text !== "") words.push({ text, box, confidence, line: lines.length - 1 });
    } else {
      const [slope = 0, offset = 0] = numbersAfter(title, "baseline");
      const [size = box[3] - box[1]] = numbersAfter(title, "x_size");
      const from = box[3] + offset;
      lines.push({ baseline: [box[0], from, box[2], from + slope * (box[2] - box[0])], size });
    }
  }
  return { lines, words };
}

function numbersAfter(title: string, name: string): number[] {
  const part = title.split(";").find((each) => each.trim().startsWith(`${name} `));
  return part?.trim().split(" ").slice(1).map(Number) ?? [];
}
