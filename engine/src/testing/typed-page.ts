import type { Box, PageReading, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";

export interface TypedPage {
  source?: PageReading["source"];
  language?: string | null;
  /** Lines from top to bottom. Three spaces and more leave the gap of a column; each character is as wide. */
  lines: readonly string[];
  /** How far the page lies turned, clockwise, in degrees. */
  lies?: 0 | 90 | 180 | 270;
  /** Height of the letters of some lines, by index; 10 otherwise. */
  sizes?: Readonly<Record<number, number>>;
  /** Confidence of some words, by their text; 95 otherwise, and 100 on a page of source "text". */
  confidences?: Readonly<Record<string, number>>;
}

const width = 595;
const height = 842;
const margin = 40;
const leading = 16;

/** Makes the reading of a page on which lines are printed as on a typewriter. */
export function typedPage({
  source = "text",
  language = null,
  lines,
  lies = 0,
  sizes = {},
  confidences = {},
}: TypedPage) {
  const turn = turnTo(lies);
  const read: ReadLine[] = [];
  const words: ReadWord[] = [];
  for (const [index, line] of lines.entries()) {
    const size = sizes[index] ?? 10;
    const character = size * 0.5;
    const baseline = 50 + index * leading;
    const [fromX, fromY] = turn(margin, baseline);
    const [toX, toY] = turn(margin + line.length * character, baseline);
    for (const match of line.matchAll(/\S+/g)) {
      const left = margin + match.index * character;
      const right = left + match[0].length * character;
      words.push({
        text: match[0],
        box: boxBetween(turn(left, baseline - size), turn(right, baseline)),
        confidence: confidences[match[0]] ?? (source === "ocr" ? 95 : 100),
        line: index,
      });
    }
    read.push({ baseline: [fromX, fromY, toX, toY], size });
  }
  const isAcross = lies % 180 !== 0;
  return {
    page: 1,
    width: isAcross ? height : width,
    height: isAcross ? width : height,
    source,
    language,
    confidence: words.length > 0 ? 100 : null,
    lines: read,
    words,
    readability: null,
    turn: 0,
  } satisfies Omit<PageReading, "facts">;
}

function turnTo(lies: 0 | 90 | 180 | 270) {
  return (x: number, y: number): [number, number] => {
    if (lies === 90) return [height - y, x];
    if (lies === 180) return [width - x, height - y];
    if (lies === 270) return [y, width - x];
    return [x, y];
  };
}

function boxBetween([x1, y1]: [number, number], [x2, y2]: [number, number]): Box {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}
