import type { Box } from "@sheaf/contracts/reading.ts";
import type { RecognisedLine, RecognisedWord } from "./hocr.ts";

/** Ways in which an amount falls apart: what its parts look like, and how wide the gap may be, in heights of a word. */
const breaks = [
  { left: /\d\.$/, right: /^\d{2}(?:\D|$)/, gap: 0.95 },
  { left: /\d$/, right: /^\.\d{2}(?:\D|$)/, gap: 0.6 },
  { left: /\d,$/, right: /^\d{3}[.,]\d{2}(?:\D|$)/, gap: 0.6 },
  { left: /\d,$/, right: /^\d{2}$/, gap: 0.25 },
] as const;
/** Boxes of the parts may overlap when one of them is too wide, in heights of a word. */
const leastGap = -1.5;

/**
 * Joins amounts such as "38." and "66" which were read as two words: print of fixed width leaves a gap beside the
 * point, and in a column of amounts that gap looks like the end of a column.
 */
export function withJoinedAmounts(lines: RecognisedLine[]): RecognisedLine[] {
  const starts = lines.flatMap(({ words }) => words.filter(({ text }) => /^\.?\d{2}/.test(text)));
  const taken = new Set<RecognisedWord>();
  const joined = new Map<RecognisedWord, RecognisedWord>();
  for (const left of lines.flatMap(({ words }) => words.filter(({ text }) => /\d[.,]?$/.test(text)))) {
    if (taken.has(left)) continue;
    const right = starts.find((word) => !taken.has(word) && !joined.has(word) && belongsTo(left, word));
    if (!right) continue;
    taken.add(right);
    joined.set(left, together(left, right));
  }
  if (taken.size === 0) return lines;
  return lines
    .map((line) => ({
      ...line,
      words: line.words.flatMap((word) => (taken.has(word) ? [] : [joined.get(word) ?? word])),
    }))
    .filter(({ words }) => words.length > 0);
}

function belongsTo(left: RecognisedWord, right: RecognisedWord): boolean {
  const gap = gapBetween(left.box, right.box);
  if (gap === null) return false;
  return breaks.some((way) => gap <= way.gap && way.left.test(left.text) && way.right.test(right.text));
}

/** @returns in heights of a word; null when one does not stand to the right of the other on its line */
function gapBetween(left: Box, right: Box): number | null {
  const height = Math.max(left[3] - left[1], right[3] - right[1]);
  const shared = Math.min(left[3], right[3]) - Math.max(left[1], right[1]);
  const gap = (right[0] - left[2]) / height;
  const isBehind = left[0] + left[2] < right[0] + right[2] && left[0] < right[0];
  return isBehind && shared > height * 0.4 && gap >= leastGap ? gap : null;
}

function together(left: RecognisedWord, right: RecognisedWord): RecognisedWord {
  const [one, other] = [left.box, right.box];
  const letters = left.text.length + right.text.length;
  return {
    text: left.text + right.text,
    confidence: (left.confidence * left.text.length + right.confidence * right.text.length) / letters,
    box: [
      Math.min(one[0], other[0]),
      Math.min(one[1], other[1]),
      Math.max(one[2], other[2]),
      Math.max(one[3], other[3]),
    ],
  };
}
