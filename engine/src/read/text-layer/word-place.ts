import type { Box, ReadLine } from "@sheaf/contracts/reading.ts";
import type { TextPage, TextWord } from "./text-page.ts";

type Vector = readonly [x: number, y: number];

/** Where a word's text is written, in points from the top left corner of the page. */
export interface WordPlace {
  /** Start of the word on its baseline. */
  x: number;
  y: number;
  /** Direction in which it is read: a vector of length 1. */
  along: Vector;
  /** Length along this direction. */
  length: number;
  /** Font size. */
  size: number;
}

/** Letters of a usual font reach this share of its size below the baseline. */
const descent = 0.2;
const [minSize, maxSize] = [1, 400];
/** Sine of 20 degrees. */
const maxSkew = 0.34;

/** Places a word on the baseline of its line, as long as its box says. */
export function placeWord(word: TextWord, { lines }: Pick<TextPage, "lines">): WordPlace {
  const line = usable(lines[word.line]) ?? lineUnder(word.box);
  const [fromX, fromY, toX, toY] = line.baseline;
  const reach = Math.hypot(toX - fromX, toY - fromY);
  const baseline: Vector = [(toX - fromX) / reach, (toY - fromY) / reach];
  const along = directionOf(baseline);
  const size = Math.min(maxSize, Math.max(minSize, line.size));

  const [left, top, right, bottom] = word.box;
  const length = Math.max(lengthAlong(along, right - left, bottom - top, size), size * 0.1);
  const middle = ((left + right) / 2 - fromX) * baseline[0] + ((top + bottom) / 2 - fromY) * baseline[1];
  return {
    x: fromX + middle * baseline[0] - (length / 2) * along[0],
    y: fromY + middle * baseline[1] - (length / 2) * along[1],
    along,
    length,
    size,
  };
}

/**
 * Returns the direction of a word's own text. On a line that is askew words stand straight, one a little lower than the
 * other: Poppler divides a word whose letters do not share one baseline, and boxes lie straight as well.
 */
function directionOf([x, y]: Vector): Vector {
  if (Math.abs(y) <= maxSkew) return [Math.sign(x), 0];
  return Math.abs(x) <= maxSkew ? [0, Math.sign(y)] : [x, y];
}

function usable(line: ReadLine | undefined): ReadLine | undefined {
  if (!line || line.size <= 0) return undefined;
  const [fromX, fromY, toX, toY] = line.baseline;
  return Math.hypot(toX - fromX, toY - fromY) > 0.01 ? line : undefined;
}

/** The baseline of a word whose line is unknown: upright, within its box. */
function lineUnder([left, top, right, bottom]: Box): ReadLine {
  const size = Math.max(minSize, bottom - top);
  const y = bottom - size * descent;
  return { baseline: [left, y, Math.max(right, left + minSize), y], size };
}

/**
 * Returns the length of a word from the frame around it: width = length × cos + height × sin, height = length × sin +
 * height × cos. The height of its letters is about 0.7 of its line's size.
 */
function lengthAlong([x, y]: Vector, width: number, height: number, size: number): number {
  const [cos, sin] = [Math.abs(x), Math.abs(y)];
  if (cos * sin === 0) return cos > sin ? width : height;
  const letters = size * 0.7;
  return cos > sin ? (width - letters * sin) / cos : (height - letters * cos) / sin;
}
