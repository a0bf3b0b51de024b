import type { Box } from "@sheaf/contracts/reading.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { RecognisedLine } from "./hocr.ts";

/** Darker pixels of a cleaned picture are ink. */
const ink = 128;
/** Lighter pixels are paper: with hardly any ink left, Tesseract takes grain for ink and reads it for a minute. */
const paper = 192;
/** Room around a word that belongs to it, in pixels. */
const around = 3;
/** Letters that were left out, from which on it is worth looking again. */
const worthLooking = 5;
/** Fewer words do not tell how large the letters of a page are. */
const fewestWords = 8;

/**
 * Finds print that a reading left out: columns of short numbers are easily taken for a picture or a border.
 * @param picture cleaned: white paper, black ink
 * @returns the picture without the words that were read; null when next to nothing else is as large as their letters
 */
export function unreadPart(picture: GreyPicture, lines: RecognisedLine[]): GreyPicture | null {
  const words = lines.flatMap((line) => line.words.map(({ box }) => ({ box, xHeight: line.xHeight })));
  if (words.length < fewestWords) return null;
  const xHeight = words.map((word) => word.xHeight).toSorted((a, b) => a - b)[words.length >> 1] ?? 0;
  const boxes = words.map(({ box: [left, top, right, bottom] }): Box => {
    return [left - around, top - around, right + around, bottom + around];
  });
  return lettersIn(picture, xHeight, boxes) >= worthLooking ? without(picture, boxes) : null;
}

/** Returns a picture without its grain, and white within the boxes. */
function without(picture: GreyPicture, boxes: Box[]): GreyPicture {
  const pixels = picture.pixels.slice();
  for (let at = 0; at < pixels.length; at++) if ((pixels[at] as number) > paper) pixels[at] = 255;
  for (const box of boxes) fill({ ...picture, pixels }, box, 255);
  return { ...picture, pixels };
}

function fill({ pixels, width, height }: GreyPicture, [left, top, right, bottom]: Box, level: number): void {
  const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) {
    pixels.fill(level, y * width + from, y * width + to);
  }
}

/** Letters remain at least this high in the smaller copy in which they are counted, in pixels. */
const smallXHeight = 6;

/** Counts spots of ink outside the boxes that are as large as letters, up to the number worth looking again. */
function lettersIn({ pixels, width, height }: GreyPicture, xHeight: number, boxes: Box[]): number {
  const step = xHeight >= 3 * smallXHeight ? 3 : 2;
  const [across, down] = [Math.floor(width / step), Math.floor(height / step)];
  const isInk = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) if ((pixels[step * (y * width + x)] as number) < ink) isInk[y * across + x] = 1;
  }
  const small = { pixels: isInk, width: across, height: down };
  for (const [left, top, right, bottom] of boxes)
    fill(small, [left / step, top / step, right / step, bottom / step], 0);
  const [least, most] = [(xHeight / step) * 0.7, (xHeight / step) * 2.4];
  const open = new Int32Array(across * down);
  let letters = 0;
  for (let start = across; start < isInk.length - across && letters < worthLooking; start++) {
    if (isInk[start] !== 1) continue;
    let [next, count] = [0, 1];
    let [left, right, top, bottom] = [across, 0, down, 0];
    open[0] = start;
    isInk[start] = 0;
    while (next < count) {
      const at = open[next++] as number;
      const [x, y] = [at % across, (at / across) | 0];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (const beside of [at - 1, at + 1, at - across, at + across]) {
        if (isInk[beside] !== 1) continue;
        isInk[beside] = 0;
        open[count++] = beside;
      }
    }
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const isFilled = count > wide * high * 0.15 && count < wide * high * 0.9;
    if (high >= least && high <= most && wide >= high * 0.2 && wide <= high * 1.6 && isFilled) letters++;
  }
  return letters;
}
