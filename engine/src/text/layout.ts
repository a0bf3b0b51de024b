import { isWide } from "../sheet/text-width.ts";

/** Layout of monospaced text on A4. Lengths in points. */
export interface TextLayout {
  landscape: boolean;
  fontSize: number;
  lineHeight: number;
  columns: number;
  linesPerPage: number;
}

/** 2 cm. */
export const margin = 56.7;
const short = 595.3;
const long = 841.9;
/** Width of a character of Liberation Mono relative to the font size. */
const advance = 0.6;
const leading = 1.15;

type Setting = [maxColumns: number, fontSize: number, landscape: boolean];

/** From the largest font size: the first that fits the widest line applies. Reports of 132 columns are in landscape. */
const settings: Setting[] = [
  [80, 10, false],
  [89, 9, false],
  [100, 8, false],
  [134, 9, true],
];
/** Tables are useless with wrapped lines, so they may have a smaller font. */
const tableSettings: Setting[] = [...settings, [151, 8, true], [173, 7, true], [202, 6, true]];
const widestProse = 134;

export function chooseLayout(widestLine: number, isTable = false): TextLayout {
  const fitting = (isTable ? tableSettings : settings).find(([maxColumns]) => widestLine <= maxColumns) ?? settings[0];
  const [, fontSize = 10, landscape = false] = fitting ?? [];
  const [width, height] = landscape ? [long, short] : [short, long];
  const lineHeight = Math.round(fontSize * leading * 20) / 20;
  return {
    landscape,
    fontSize,
    lineHeight,
    columns: Math.floor((width - 2 * margin) / (fontSize * advance)),
    linesPerPage: Math.floor((height - 2 * margin) / lineHeight),
  };
}

const hasColumns = /\S {3,}\S|\|.*\||^[-=_+*.\s]+$/;

/** Whether most of the lines that are too wide for prose in landscape have columns. */
export function isTable(lines: string[]): boolean {
  const wide = lines.filter((line) => line.length > widestProse);
  return wide.length > 0 && wide.filter((line) => hasColumns.test(line)).length >= wide.length * 0.8;
}

const isEmpty = (page: string[] | undefined) => page?.every((line) => line === "");

/**
 * Splits text into pages at form feeds, and into lines, with tabs expanded to every eighth column. Some transfers
 * double "\r".
 */
export function splitPages(text: string): string[][] {
  const pages = text
    .replaceAll("\u001a", "")
    .split("\f")
    .map((page) => page.split(/\r+\n|[\n\r\v\u0085\u2028\u2029]/).map((line) => expandTabs(line).trimEnd()));
  // A form feed at the end ejects the last page, one at the beginning the page before; neither makes an empty page.
  if (pages.length > 1 && isEmpty(pages.at(-1))) pages.pop();
  if (pages.length > 1 && isEmpty(pages[0])) pages.shift();
  const last = pages.at(-1);
  while (last && last.length > 1 && last.at(-1) === "") last.pop();
  return pages;
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let out = "";
  let column = 0;
  for (const character of line) {
    const wide = character === "\t" ? 8 - (column % 8) : displayWidth(character);
    out += character === "\t" ? " ".repeat(wide) : character;
    column += wide;
  }
  return out;
}

/** Marks that take no column. */
const noWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Returns the number of columns that a text takes. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (character < "\u0300") columns++;
    else if (isWide.test(character)) columns += 2;
    else if (!noWidth.test(character)) columns++;
  }
  return columns;
}
