import { writeFileSync } from "node:fs";
import type { Turn } from "@sheaf/contracts/arrangement.ts";
import { type Box, type PageReading, type ReadLine, readingLimits } from "@sheaf/contracts/reading.ts";
import { type PdfiumDocument, withPdfium } from "../pdf/pdfium.ts";
import { drawGrey, isBlank } from "./draw-grey.ts";
import { factsOf } from "./facts/facts.ts";
import { languageOf } from "./language.ts";
import type { GreyPicture } from "./ocr/grey-picture.ts";
import { type PictureReading, readPicture } from "./ocr/read-picture.ts";
import { type OpenPage, withPage } from "./open-page.ts";
import { type PagePictures, picturesOf } from "./page-pictures.ts";
import { type SecondReadingOptions, withSecondReading } from "./second-reader/second-reading.ts";
import { recognise } from "./tesseract.ts";
import { type TextLayer, textLayerOf } from "./text-layer.ts";
import { type LayerWorth, worthOf } from "./trust.ts";
import { unreadPage } from "./unread-page.ts";

export interface ReadPagesOptions {
  /** A PDF written by this engine. */
  path: string;
  outPath: string;
  /** Page indexes from `first`, counted from 0, to `end` exclusive. Indexes after the last page are ignored. */
  first: number;
  end: number;
  /** Tesseract's names. Without any, only text layers are read. */
  languages: string[];
  /** Processor time that the second reading of a page may take, in milliseconds; 0: none. */
  secondMs: number;
}

/** A line of the result file, as JSON. */
export interface PageResult {
  reading: PageReading;
  /** Whether recognising the picture of the page would tell no more. */
  isFinal: boolean;
}

/**
 * Reads pages and writes a line of JSON for each. Runs inside a sandboxed process.
 * @returns the number of pages of the PDF
 * @throws PdfiumError when the PDF cannot be opened; any other error is a crash of PDFium
 */
export async function readPages({ path, outPath, first, end, ...ways }: ReadPagesOptions): Promise<number> {
  const { pages, found } = await withPdfium(path, "", (opened) => {
    const indexes = Array.from({ length: Math.max(0, Math.min(end, opened.pages) - first) }, (_, at) => first + at);
    return { pages: opened.pages, found: indexes.map((index) => pageAsItIs(opened, index)) };
  });
  const results: PageResult[] = [];
  for (const page of found) results.push(await withItsPicture(path, page, ways));
  // A result file is never empty.
  writeFileSync(outPath, results.map((result) => `${JSON.stringify(result)}\n`).join("") || "\n");
  return pages;
}

/** A page whose text layer and pictures have been looked at. */
interface FoundPage extends PageResult {
  worth: LayerWorth;
  pictures: PagePictures;
}

function pageAsItIs(opened: PdfiumDocument, index: number): FoundPage {
  const found = withPage(opened, index, (page): FoundPage => {
    const layer = textLayerOf(page);
    const pictures = picturesOf(page);
    const worth = worthOf(layer, pictures.coverage);
    const isReadable = worth === "good" || worth === "hidden" || worth === "stamp";
    const isEmpty = worth === "none" && hasNothing(page);
    const empty = unreadPage(index + 1, page);
    const reading = isReadable
      ? { ...empty, source: "text" as const, ...contentOf(layer), turn: turnOf(layer.lines) }
      : { ...empty, source: isEmpty ? ("blank" as const) : ("unread" as const) };
    return { reading: withMeaning(reading), isFinal: worth === "good" || isEmpty, worth, pictures };
  });
  const none = { coverage: 0, dpi: null };
  return found ?? { reading: unreadPage(index + 1), isFinal: true, worth: "none", pictures: none };
}

const contentOf = ({ words, lines }: TextLayer) => ({ words, lines, confidence: words.length === 0 ? null : 100 });

const hasNothing = ({ pdfium, page }: OpenPage): boolean =>
  pdfium.FPDFPage_CountObjects(page) === 0 && pdfium.FPDFPage_GetAnnotCount(page) === 0;

/** From this number of lines on a page whose lines nearly all run the same way stands that way. */
const linesThatTell = 10;
const shareThatTells = 0.95;

/** Returns how far a page must be turned so that its lines run to the right; 0 when they run several ways. */
function turnOf(lines: ReadLine[]): Turn {
  const ways: Record<Turn, number> = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { baseline } of lines) {
    const [fromX, fromY, toX, toY] = baseline;
    const [x, y] = [toX - fromX, toY - fromY];
    const upright = x > 0 ? 0 : 180;
    ways[Math.abs(x) >= Math.abs(y) ? upright : y < 0 ? 90 : 270] += 1;
  }
  const told = ([90, 180, 270] as const).find((turn) => ways[turn] > lines.length * shareThatTells);
  return lines.length >= linesThatTell && told ? told : 0;
}

/** Adds what the picture of a page tells, where its text layer does not tell everything. */
async function withItsPicture(
  path: string,
  found: FoundPage,
  { languages, secondMs }: Pick<ReadPagesOptions, "languages" | "secondMs">,
): Promise<PageResult> {
  if (found.isFinal || languages.length === 0) return found;
  const drawn = await withPdfium(path, "", (opened) => withPage(opened, found.reading.page - 1, drawGrey));
  if (!drawn) return found;
  const { picture, dpi } = drawn;
  if (isBlank(picture))
    return { reading: { ...unreadPage(found.reading.page, found.reading), source: "blank" }, isFinal: true };
  const { coverage, dpi: sourceDpi } = found.pictures;
  try {
    const first = await readPicture(picture, { languages, recognise, dpi, sourceDpi, coverage });
    const read = await readAgain(picture, first, { dpi, sourceDpi, timeMs: secondMs });
    return { reading: better(found, asReading(found.reading, read, picture.width)), isFinal: true };
  } catch (error) {
    console.error(error instanceof Error ? error.message : "A picture could not be read.");
    return { ...found, isFinal: true };
  }
}

/** Reads a picture a second time where that helps. The first reading stays when it fails. */
async function readAgain(picture: GreyPicture, first: PictureReading, options: SecondReadingOptions) {
  try {
    return await withSecondReading(picture, first, options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : "A picture could not be read a second time.");
    return first;
  }
}

/** Takes what was read in a picture to points of its page. */
function asReading(page: PageReading, read: PictureReading, widthPixels: number): PageReading {
  const scale = page.width / widthPixels;
  const points = (value: number) => Math.round(value * scale * 100) / 100;
  const within = (value: number, most: number) => Math.max(0, Math.min(most, points(value)));
  const words = read.words.slice(0, readingLimits.wordsPerPage).map((word) => {
    const [left, top, right, bottom] = word.box;
    const [fromX, toX] = [within(left, page.width), within(right, page.width)];
    const box: Box = [fromX, within(top, page.height), toX, within(bottom, page.height)];
    return { ...word, box };
  });
  const lines = read.lines.map(({ baseline: [fromX, fromY, toX, toY], size }): ReadLine => {
    return { baseline: [points(fromX), points(fromY), points(toX), points(toY)], size: points(size) };
  });
  const isBlankPage = words.length === 0 && read.readability.problem === null;
  const about = isBlankPage ? { source: "blank" as const } : { source: "ocr" as const, readability: read.readability };
  const { confidence, turn } = read;
  return withMeaning({ ...unreadPage(page.page, page), ...about, lines, words, confidence, turn });
}

/** Chooses between a page's own text and what was recognised in its picture. */
function better({ worth, reading }: FoundPage, recognised: PageReading): PageReading {
  if (worth === "hidden") return (recognised.confidence ?? 0) >= readingLimits.hardConfidence ? recognised : reading;
  if (worth === "stamp") return recognised.words.length > reading.words.length ? recognised : reading;
  return recognised;
}

/** Adds the language and the facts of the words. */
function withMeaning(reading: PageReading): PageReading {
  const page = { ...reading, language: languageOf(reading.words) };
  return { ...page, facts: factsOf(page) };
}
