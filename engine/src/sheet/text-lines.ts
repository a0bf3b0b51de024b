import { firstPassing } from "./binary-search.ts";
import { narrowestAdvance, textWidth } from "./text-width.ts";

/** Where a text wraps; in points. */
export interface TextBox {
  /** Of the cell, with its padding. */
  width: number;
  fontSize: number;
}

const cellPadding = 8;
/** Words are not broken, so lines stay partly empty. */
const generous = 1.1;
const lineEnd = 1;

const innerWidth = ({ width, fontSize }: TextBox) => Math.max(fontSize, width - cellPadding);

/** Lines that a text takes, roughly. */
export function countLines(text: string, box: TextBox): number {
  const { width, fontSize } = box;
  if (text.length * fontSize * 0.5 < width && !text.includes("\n")) return 1;
  const room = innerWidth(box);
  let lines = 0;
  for (const line of text.split("\n")) lines += Math.max(1, Math.ceil((textWidth(line, fontSize) * generous) / room));
  return lines;
}

/** How much of a text takes no more than so many lines; cut after a space or line end where there is one. */
export function fittingLength(text: string, box: TextBox, mostLines: number): number {
  const most = mostFitting(box, mostLines);
  if (text.length <= most && countLines(text, box) <= mostLines) return text.length;
  const end = Math.min(text.length, most + 1);
  const fits = Math.max(1, firstPassing(2, end, (length) => countLines(text.slice(0, length), box) > mostLines) - 1);
  const space = Math.max(text.lastIndexOf(" ", fits), text.lastIndexOf("\n", fits));
  const cut = space > fits / 2 ? space + 1 : fits;
  // Never between the two halves of one character.
  return cut > 1 && /[\ud800-\udbff]/.test(text[cut - 1] ?? "") ? cut - 1 : cut;
}

/** Characters of which no text of more fits: a longer one is never measured to its end, so that to cut it up takes no more than once that. */
function mostFitting({ width, fontSize }: TextBox, mostLines: number): number {
  const perLine = Math.ceil(innerWidth({ width, fontSize }) / (generous * narrowestAdvance * fontSize));
  return mostLines * (perLine + lineEnd);
}

/**
 * A row in several, one under the other, none of which has a text of more than so many lines.
 * @param boxes of the cells, by column
 */
export function* splitRow(row: string[], boxes: TextBox[], mostLines: number): Generator<string[]> {
  for (let rest = row; ; ) {
    const now = rest;
    const cuts = now.map((cell, column) => {
      const box = boxes[column];
      return box ? fittingLength(cell, box, mostLines) : cell.length;
    });
    yield now.map((cell, column) => cell.slice(0, cuts[column]));
    if (now.every((cell, column) => cell.length === cuts[column])) return;
    rest = now.map((cell, column) => cell.slice(cuts[column]));
  }
}
