import type { Box } from "@sheaf/contracts/reading.ts";
import type { RecognisedLine, RecognisedWord } from "./hocr.ts";

/** A word that only one of two readings found is taken from this confidence on. */
const sureAlone = 50;
/** Boxes share print when they overlap by this part of the smaller one. */
const shared = 0.3;

interface Placed {
  word: RecognisedWord;
  line: RecognisedLine;
}

/**
 * Joins two readings of one picture, in pixels of that picture. Where both read the same print, the surer reading of it
 * counts; what only one found is added.
 */
export function merged(first: RecognisedLine[], second: RecognisedLine[]): RecognisedLine[] {
  const ours = placedWords(first);
  const theirs = placedWords(second);
  const kept: Placed[] = [];
  const added: Placed[] = [];
  for (const { one, other } of clusters(ours, theirs)) {
    if (one.length === 0) added.push(...other.filter(isWorthAdding));
    else if (other.length > 0 && sureness(other) > sureness(one)) added.push(...other);
    else kept.push(...one);
  }
  const lines = new Map<RecognisedLine, RecognisedWord[]>();
  for (const { word, line } of kept) put(lines, line, word);
  const found = [...lines.keys()];
  for (const { word, line } of added) put(lines, found.find((near) => isOnLine(word.box, near)) ?? line, word);
  const result = [...lines].map(([line, words]) => ({ ...line, words: words.toSorted((a, b) => a.box[0] - b.box[0]) }));
  return inReadingOrder(result, first);
}

const placedWords = (lines: RecognisedLine[]): Placed[] =>
  lines.flatMap((line) => line.words.map((word) => ({ word, line })));

const isWorthAdding = ({ word: { text, confidence } }: Placed): boolean =>
  confidence >= sureAlone && /[\p{L}\p{N}]/u.test(text);

/** Mean confidence of several words, long ones counting more. */
function sureness(words: Placed[]): number {
  const letters = words.reduce((sum, { word }) => sum + word.text.length, 0);
  return words.reduce((sum, { word }) => sum + word.confidence * word.text.length, 0) / letters;
}

function put(lines: Map<RecognisedLine, RecognisedWord[]>, line: RecognisedLine, word: RecognisedWord): void {
  const words = lines.get(line);
  if (words) words.push(word);
  else lines.set(line, [word]);
}

/** Groups the words of both readings that share print. */
function clusters(ours: Placed[], theirs: Placed[]): { one: Placed[]; other: Placed[] }[] {
  const all = [...ours, ...theirs];
  const parents = all.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    while (parents[at] !== at) {
      const above = parents[at] as number;
      parents[at] = parents[above] as number;
      at = parents[at] as number;
    }
    return at;
  };
  const byTop = theirs.map((_, index) => index).toSorted((a, b) => top(theirs, a) - top(theirs, b));
  const tallest = Math.max(0, ...theirs.map(({ word: { box } }) => box[3] - box[1]));
  ours.forEach(({ word: { box } }, index) => {
    for (let at = firstFrom(byTop, theirs, box[1] - tallest); at < byTop.length; at++) {
      const other = byTop[at] as number;
      if (top(theirs, other) >= box[3]) break;
      if (sharesPrint(box, (theirs[other] as Placed).word.box)) parents[root(ours.length + other)] = root(index);
    }
  });
  const groups = new Map<number, { one: Placed[]; other: Placed[] }>();
  all.forEach((placed, index) => {
    const group = groups.get(root(index)) ?? { one: [], other: [] };
    (index < ours.length ? group.one : group.other).push(placed);
    groups.set(root(index), group);
  });
  return [...groups.values()];
}

const top = (words: Placed[], index: number): number => words[index]?.word.box[1] ?? 0;

/** Returns the first place in a list sorted by top whose word begins at or below a height. */
function firstFrom(byTop: number[], words: Placed[], height: number): number {
  let [low, high] = [0, byTop.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (top(words, byTop[middle] as number) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sharesPrint(one: Box, other: Box): boolean {
  const across = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const down = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (across <= 0 || down <= 0) return false;
  return across * down > shared * Math.min(area(one), area(other));
}

const area = ([left, top, right, bottom]: Box): number => (right - left) * (bottom - top);

/** Returns whether a word stands on a line, which may continue to its left or right. */
function isOnLine(box: Box, { baseline, xHeight, words }: RecognisedLine): boolean {
  const [fromX, fromY, toX, toY] = baseline;
  if (toX <= fromX) return false;
  const middle = (box[0] + box[2]) / 2;
  const y = fromY + ((toY - fromY) * (middle - fromX)) / (toX - fromX);
  const isAcross = box[1] < y - xHeight / 2 && box[3] > y - xHeight / 2;
  const gap = Math.max(0, fromX - box[2], box[0] - toX);
  return isAcross && gap < 8 * xHeight && words.length > 0;
}

/** Puts lines that only the second reading found before the first line of the first reading that lies below them. */
function inReadingOrder(lines: RecognisedLine[], first: RecognisedLine[]): RecognisedLine[] {
  const places = new Map(first.map((line, index) => [line.baseline, index]));
  const known = lines.filter((line) => places.has(line.baseline));
  known.sort((one, other) => (places.get(one.baseline) ?? 0) - (places.get(other.baseline) ?? 0));
  const fresh = lines.filter((line) => !places.has(line.baseline));
  fresh.sort((one, other) => one.baseline[1] - other.baseline[1]);
  for (const line of fresh) {
    const below = known.findIndex((other) => other.baseline[1] > line.baseline[1]);
    known.splice(below < 0 ? known.length : below, 0, line);
  }
  return known;
}
