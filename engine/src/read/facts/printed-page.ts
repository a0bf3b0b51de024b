import type { Box, PageReading, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import { withDigits } from "./mistaken-letters.ts";

/** A word where it stands when the page is upright and straight. */
export interface PlacedWord {
  text: string;
  left: number;
  right: number;
  /** Where its text begins and ends in the text of its row. */
  start: number;
  end: number;
  read: ReadWord;
}

/** Words of a row without a wide gap between them. */
export interface Cell {
  text: string;
  left: number;
  right: number;
  /** Where its text begins and ends in the text of its row. */
  start: number;
  end: number;
  words: PlacedWord[];
  /** Font size of its first word, in points. */
  size: number;
}

/** All that stands at one height, from left to right. */
export interface Row {
  /** Index in the page's rows. */
  index: number;
  /** Words separated by a space, cells by a tab. */
  text: string;
  cells: Cell[];
  /** The height on which its letters stand, in points from the top. */
  baseline: number;
  /** Largest font size, in points. */
  size: number;
}

/** A page as a reader sees it: upright, straight, in rows from top to bottom. */
export interface PrintedPage {
  rows: Row[];
  /** In points, when the page stands upright. */
  width: number;
  height: number;
  /** Whether its words were recognised in a picture, so that letters may be mistaken for others. */
  isRecognised: boolean;
}

type ReadPage = Pick<PageReading, "width" | "height" | "source" | "lines" | "words" | "turn">;

/** A longer word is no fact of any kind; it is left out to bound the work on a page. */
const longestWord = 80;
const mostWords = 5_000;
/** In sizes of the font: a wider gap separates two columns. A space is 0.3 to 0.6 wide. */
const columnGap = 1.25;

interface Piece {
  words: Omit<PlacedWord, "start" | "end">[];
  baseline: number;
  size: number;
}

/** Arranges the words of a page in rows and cells. Lines that run in another direction than most are left out. */
export function printedPage(page: ReadPage): PrintedPage {
  const angle = directionOf(page);
  const upright = turnedBy(angle, page);
  const pieces = new Map<number, Piece>();
  const isRecognised = page.source === "ocr";
  for (const word of page.words.slice(0, mostWords)) {
    if (word.text.length > longestWord || !word.box.every(Number.isFinite)) continue;
    const text = isRecognised ? withDigits(word.text.trim()) : word.text.trim();
    if (text === "") continue;
    const line = page.lines[word.line];
    if (line && Math.abs(difference(angleOf(line), angle)) > Math.PI / 8) continue;
    const size = line && line.size > 0 ? line.size : Math.max(1, word.box[3] - word.box[1]);
    const piece = pieces.get(word.line) ?? { words: [], baseline: baselineOf(line, word, upright), size };
    pieces.set(word.line, piece);
    piece.words.push({ text, ...extentOf(word.box, size, upright), read: word });
  }
  return { ...upright.size, rows: rowsOf([...pieces.values()]), isRecognised };
}

/** The words of a row that touch a part of its text. */
export const wordsAt = (row: Row, start: number, end: number): PlacedWord[] =>
  row.cells.flatMap((cell) =>
    cell.end <= start || cell.start >= end ? [] : cell.words.filter((word) => word.end > start && word.start < end),
  );

export function unionOf(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = boxes[0] ?? [0, 0, 0, 0];
  for (const box of boxes) {
    left = Math.min(left, box[0]);
    top = Math.min(top, box[1]);
    right = Math.max(right, box[2]);
    bottom = Math.max(bottom, box[3]);
  }
  return [left, top, right, bottom];
}

/** The cell that holds a part of a row's text. */
export const cellAt = (row: Row, start: number): Cell | undefined =>
  row.cells.find((cell) => start >= cell.start && start < cell.end);

/** The nearest cell below that shares a column with the given one, no more than `lines` heights of a line away. */
export function cellBelow(page: PrintedPage, row: Row, cell: Cell, lines = 2.6): { row: Row; cell: Cell } | undefined {
  for (let index = row.index + 1; index < Math.min(page.rows.length, row.index + 5); index += 1) {
    const below = page.rows[index];
    if (!below || below.baseline - row.baseline > lines * Math.max(row.size, below.size)) return undefined;
    const found = below.cells.find((other) => other.left < cell.right && other.right > cell.left);
    if (found) return { row: below, cell: found };
  }
  return undefined;
}

const angleOf = ({ baseline: [fromX, fromY, toX, toY] }: ReadLine) => Math.atan2(toY - fromY, toX - fromX);

/** Difference of two angles, from -π to π. */
function difference(one: number, other: number): number {
  const turns = (one - other) / (2 * Math.PI);
  return (turns - Math.round(turns)) * 2 * Math.PI;
}

/** Direction in which most of the page's letters run, as an angle from the x axis, clockwise. */
function directionOf(page: ReadPage): number {
  const proposed = (-page.turn * Math.PI) / 180;
  const lettersOf = new Map<number, number>();
  for (const word of page.words.slice(0, mostWords))
    lettersOf.set(word.line, (lettersOf.get(word.line) ?? 0) + Math.min(word.text.length, longestWord));
  const quarters = [0, 0, 0, 0];
  const turned: [angle: number, letters: number, quarter: number][] = [];
  for (const [index, letters] of lettersOf) {
    const line = page.lines[index];
    if (!line?.baseline.every(Number.isFinite) || letters < 3) continue;
    const angle = angleOf(line);
    const quarter = (Math.round(angle / (Math.PI / 2)) + 4) % 4;
    quarters[quarter] = (quarters[quarter] ?? 0) + letters;
    turned.push([angle, letters, quarter]);
  }
  if (turned.length === 0) return proposed;
  const main = quarters.indexOf(Math.max(...quarters));
  // The mean of the deviations from the quarter turn: the skew.
  let weight = 0;
  let skew = 0;
  for (const [angle, letters, quarter] of turned) {
    if (quarter !== main) continue;
    weight += letters;
    skew += letters * difference(angle, (main * Math.PI) / 2);
  }
  return (main * Math.PI) / 2 + skew / weight;
}

interface Upright {
  /** Maps a point of the page as it lies to the upright page. */
  point(x: number, y: number): [x: number, y: number];
  sine: number;
  cosine: number;
  size: { width: number; height: number };
}

function turnedBy(angle: number, { width, height }: ReadPage): Upright {
  const quarter = (Math.round(angle / (Math.PI / 2)) + 4) % 4;
  const size = quarter % 2 === 0 ? { width, height } : { width: height, height: width };
  const sine = Math.sin(-angle);
  const cosine = Math.cos(-angle);
  return {
    size,
    sine,
    cosine,
    point: (x, y) => [
      (x - width / 2) * cosine - (y - height / 2) * sine + size.width / 2,
      (x - width / 2) * sine + (y - height / 2) * cosine + size.height / 2,
    ],
  };
}

function baselineOf(line: ReadLine | undefined, word: ReadWord, upright: Upright): number {
  if (!line) return upright.point((word.box[0] + word.box[2]) / 2, word.box[3])[1];
  const [fromX, fromY, toX, toY] = line.baseline;
  return upright.point((fromX + toX) / 2, (fromY + toY) / 2)[1];
}

/** Left and right end of a word on the upright page: its box as it lies also grows with the skew of its line. */
function extentOf([left, top, right, bottom]: Box, size: number, { point, sine, cosine }: Upright) {
  const [middle] = point((left + right) / 2, (top + bottom) / 2);
  const isUpright = Math.abs(cosine) > Math.abs(sine);
  const [along, across] = isUpright ? [cosine, sine] : [sine, cosine];
  const extent = isUpright ? right - left : bottom - top;
  const length = Math.max(1, (extent - size * Math.abs(across)) / Math.abs(along));
  return { left: middle - length / 2, right: middle + length / 2 };
}

function rowsOf(pieces: Piece[]): Row[] {
  const sorted = pieces.toSorted((a, b) => a.baseline - b.baseline);
  const groups: Piece[][] = [];
  for (const piece of sorted) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && piece.baseline - first.baseline <= 0.5 * Math.min(first.size, piece.size)) group.push(piece);
    else groups.push([piece]);
  }
  return groups.map((group, index) => rowOf(group, index));
}

function rowOf(pieces: Piece[], index: number): Row {
  const size = Math.max(...pieces.map((piece) => piece.size));
  const words = pieces
    .flatMap((piece) => piece.words.map((word) => ({ ...word, size: piece.size })))
    .toSorted((a, b) => a.left - b.left);
  const cells: Cell[] = [];
  const texts: string[] = [];
  let length = 0;
  let lastSize = size;
  for (const { size: wordSize, ...word } of words) {
    const cell = cells.at(-1);
    const isNew = !cell || word.left - cell.right > columnGap * Math.min(wordSize, lastSize);
    if (cell) {
      texts.push(isNew ? "\t" : " ");
      length += 1;
    }
    const placed = { ...word, start: length, end: length + word.text.length };
    texts.push(word.text);
    length = placed.end;
    lastSize = wordSize;
    if (isNew) {
      const { text, left, right } = word;
      cells.push({ text, left, right, start: placed.start, end: length, words: [placed], size: wordSize });
    } else {
      cell.words.push(placed);
      cell.right = Math.max(cell.right, word.right);
      cell.end = length;
    }
  }
  const text = texts.join("");
  for (const cell of cells) cell.text = text.slice(cell.start, cell.end);
  const baseline = pieces[0]?.baseline ?? 0;
  return { index, text, cells, baseline, size };
}
