import type { ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import sharp from "sharp";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import { type Alphabet, alphabetOf } from "./alphabet.ts";
import { type Character, charactersIn } from "./characters.ts";
import { joinedLines } from "./join-lines.ts";
import { lineHeight, linePictureOf } from "./line-picture.ts";
import { loadModels, type Models, type Tensor } from "./models.ts";
import { type ReadBox, readLine, readWords } from "./read-words.ts";
import { textBoxesOf } from "./text-boxes.ts";
import { type TextMap, textMapOf } from "./text-map.ts";
import type { TurnedBox } from "./turned-box.ts";

export interface HardPictureOptions {
  /** Dots per inch of the picture. */
  dpi: number;
  /** Dots per inch of the scan that it shows; null when unknown. */
  sourceDpi: number | null;
  /** Processor time after which it gives up, in milliseconds; 30,000 when omitted. */
  timeMs?: number;
}

/** What was read in a picture, in its pixels. */
export interface HardReading {
  lines: ReadLine[];
  /** From the top down. */
  words: ReadWord[];
}

const usualTimeMs = 30_000;
/** Dots per inch at which lines of text are found: print is 15 to 40 pixels high. */
const finding = { least: 110, most: 150 };
/** This share of a page tells how long all of it takes. */
const toldBy = 0.1;
/** More than any sheet of paper holds; the rest is ignored. */
const mostBoxes = 1_000;
/** A box whose characters are less sure on average holds no text. */
const leastConfidence = 0.5;

/**
 * Reads a picture with the networks of PP-OCRv4, which see faded, blurred and dotted print better than Tesseract, and
 * take several times as much processor time.
 * @param picture as it was drawn; its lines lie askew by less than 45°
 * @returns null when there was no time to finish
 * @throws Error when the second reader is not installed
 */
export async function readHardPicture(
  picture: GreyPicture,
  { dpi, sourceDpi, timeMs = usualTimeMs }: HardPictureOptions,
): Promise<HardReading | null> {
  const clock = processorClock();
  const leftMs = () => timeMs - clock();
  const models = await loadModels();
  const map = await mapOf(picture, findingScale(dpi, sourceDpi), models, () => leftMs() <= 0);
  const found = map && (await readBoxes(picture, boxesIn(map, picture).slice(0, mostBoxes), models, leftMs));
  if (!found) return null;
  const lines = joinedLines(found);
  return {
    lines: lines.map(readLine),
    words: lines.flatMap((boxes, line) => boxes.flatMap((box) => readWords(box, line))),
  };
}

/** @returns null when there is no time to finish, which the first boxes tell */
async function readBoxes(
  picture: GreyPicture,
  boxes: TurnedBox[],
  models: Models,
  leftMs: () => number,
): Promise<ReadBox[] | null> {
  const alphabet = alphabetOf(models.alphabet);
  const all = boxes.reduce((sum, box) => sum + workOf(box), 0);
  const begunMs = leftMs();
  const found: ReadBox[] = [];
  let done = 0;
  for (const box of boxes) {
    const expectedMs = done > all * toldBy ? ((begunMs - leftMs()) * (all - done)) / done : 0;
    if (leftMs() <= expectedMs) return null;
    const read = await readBox(picture, box, models, alphabet);
    if (read) found.push(read);
    done += workOf(box);
  }
  return found;
}

/** The width of a line's picture tells how long the network takes for it. */
const workOf = ({ length, height }: TurnedBox): number => length / height;

/** Enlarging a scan adds nothing, and print of the usual size is found best when it is 15 to 40 pixels high. */
function findingScale(dpi: number, sourceDpi: number | null): number {
  const wanted = Math.min(finding.most, Math.max(finding.least, sourceDpi ?? finding.most));
  return Math.min(1, wanted / dpi);
}

/** Returns the processor time of this process since now, in milliseconds; waits for a processor do not count. */
function processorClock(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
}

async function mapOf({ pixels, width, height }: GreyPicture, scale: number, models: Models, isLate: () => boolean) {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: "fill" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return textMapOf({ pixels: data, width: info.width, height: info.height }, models, isLate);
}

/** Returns the boxes of text in pixels of the picture. */
function boxesIn(map: TextMap, { width }: GreyPicture): TurnedBox[] {
  const larger = width / map.width;
  return textBoxesOf(map).map((box) => ({
    ...box,
    // from the middle of a pixel
    x: (box.x + 0.5) * larger,
    y: (box.y + 0.5) * larger,
    length: box.length * larger,
    height: box.height * larger,
  }));
}

async function readBox(
  picture: GreyPicture,
  box: TurnedBox,
  models: Models,
  alphabet: Alphabet,
): Promise<ReadBox | null> {
  const line = linePictureOf(picture, box);
  const input = inputOf(line);
  const characters = charactersIn(await models.recognise(input), input.dims[3] ?? 0, alphabet);
  return characters.length > 0 && meanOf(characters) >= leastConfidence ? { box, line, characters } : null;
}

const meanOf = (characters: Character[]): number =>
  characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;

/** Pixels for a step of the network. */
const step = 8;

/** Returns a line as the network takes it: from -1 to 1, three times, since it was made for colours. */
function inputOf({ pixels, width }: GreyPicture): Tensor & { data: Float32Array } {
  const across = Math.ceil(width / step) * step;
  const size = across * lineHeight;
  const data = new Float32Array(3 * size);
  for (let y = 0; y < lineHeight; y++) {
    for (let x = 0; x < width; x++) data[y * across + x] = (pixels[y * width + x] ?? 255) / 127.5 - 1;
  }
  for (const plane of [1, 2]) data.copyWithin(plane * size, 0, size);
  return { data, dims: [1, 3, lineHeight, across] };
}
