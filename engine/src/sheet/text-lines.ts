import { textWidth } from "./text-width.ts";

/** Where a text wraps; in points. */
export interface TextBox {
  /** Of the cell, with its padding. */
  width: number;
  fontSize: number;
}

const cellPadding = 8;

/** Lines that a text takes, roughly. */
export function linesIn(text: string, { width, fontSize }: TextBox): number {
  if (text.length * fontSize * 0.5 < width && !text.includes("\n")) return 1;
  const room = Math.max(fontSize, width - cellPadding);
  let lines = 0;
  for (const line of text.split("\n")) lines += Math.max(1, Math.ceil((textWidth(line, fontSize) * 1.1) / room));
  return lines;
}

/** How much of a text takes no more than so many lines; cut after a space or line end where there is one. */
export function fittingLength(text: string, box: TextBox, mostLines: number): number {
  if (linesIn(text, box) <= mostLines) return text.length;
  let [fits, not] = [1, Math.min(text.length, 20_000)];
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2);
    if (linesIn(text.slice(0, middle), box) <= mostLines) fits = middle;
    else not = middle;
  }
  const space = Math.max(text.lastIndexOf(" ", fits), text.lastIndexOf("\n", fits));
  const cut = space > fits / 2 ? space + 1 : fits;
  // Never between the two halves of one character.
  return cut > 1 && /[\ud800-\udbff]/.test(text[cut - 1] ?? "") ? cut - 1 : cut;
}
