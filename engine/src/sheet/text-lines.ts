import { firstPassing } from "./binary-search.ts";
import { narrowestAdvance, textWidth } from "./text-width.ts";

/** The cell that a text wraps in; lengths in points. */
export interface TextBox {
  /** Width of the cell, padding included. */
  width: number;
  fontSize: number;
}

const cellPadding = 8;
/** Factor for lines that stay partly empty because words are not broken. */
const generous = 1.1;
const lineEnd = 1;

const innerWidth = ({ width, fontSize }: TextBox) => Math.max(fontSize, width - cellPadding);

/** Estimates how many lines a text takes. */
export function countLines(text: string, box: TextBox): number {
  const { width, fontSize } = box;
  if (text.length * fontSize * 0.5 < width && !text.includes("\n")) return 1;
  const room = innerWidth(box);
  let lines = 0;
  for (const line of text.split("\n")) lines += Math.max(1, Math.ceil((textWidth(line, fontSize) * generous) / room));
  return lines;
}

/** Returns how many characters of a text fit into a number of lines, up to a space or line end where there is one. */
export function fittingLength(text: string, box: TextBox, maxLines: number): number {
  const most = maxFitting(box, maxLines);
  if (text.length <= most && countLines(text, box) <= maxLines) return text.length;
  const end = Math.min(text.length, most + 1);
  const fits = firstPassing(2, end, (length) => countLines(text.slice(0, length), box) > maxLines) - 1;
  const space = Math.max(text.lastIndexOf(" ", fits), text.lastIndexOf("\n", fits));
  const cut = space > fits / 2 ? space + 1 : fits;
  // Never between the two halves of a surrogate pair.
  return cut > 1 && /[\ud800-\udbff]/.test(text[cut - 1] ?? "") ? cut - 1 : cut;
}

/**
 * Returns the maximum number of characters that can fit. Measuring stops there, so that splitting a text takes linear
 * time.
 */
function maxFitting({ width, fontSize }: TextBox, maxLines: number): number {
  const perLine = Math.ceil(innerWidth({ width, fontSize }) / (generous * narrowestAdvance * fontSize));
  return maxLines * (perLine + lineEnd);
}

/**
 * Splits a row into several rows, none of which has a text of more than `maxLines` lines.
 * @param boxes of the cells, by column
 */
export function* splitRow(row: string[], boxes: TextBox[], maxLines: number): Generator<string[]> {
  for (let rest = row; ; ) {
    const now = rest;
    const cuts = now.map((cell, column) => {
      const box = boxes[column];
      return box ? fittingLength(cell, box, maxLines) : cell.length;
    });
    yield now.map((cell, column) => cell.slice(0, cuts[column]));
    if (now.every((cell, column) => cell.length === cuts[column])) return;
    rest = now.map((cell, column) => cell.slice(cuts[column]));
  }
}
