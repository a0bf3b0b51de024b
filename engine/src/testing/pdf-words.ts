import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Each page of a PDF as "A4", or as its size in points. */
export async function pageSizes(path: string): Promise<string[]> {
  const { stdout } = await run("pdfinfo", ["-f", "1", "-l", "-1", path], { maxBuffer: 2 ** 26 });
  return [...stdout.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => {
    const [short = 0, long = 0] = [Number(width), Number(height)].sort((one, other) => one - other);
    return Math.abs(short - 595.276) < 0.01 && Math.abs(long - 841.89) < 0.01 ? "A4" : `${width} x ${height}`;
  });
}

/** The words of a PDF in the order in which they stand on its pages, one space between them. */
export const textOf = async (path: string) => plain(await extracted(path, "-layout"));

async function extracted(path: string, order: "-layout" | "-raw"): Promise<string> {
  const { stdout } = await run("pdftotext", [order, path, "-"], { maxBuffer: 2 ** 27 });
  return stdout;
}

/** As `textOf` writes words, for looking them up in it. */
export const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");

/** Lines break behind hyphens, too. */
const betweenWords = /[\s\u200b\u00a0\u2010-]+/;

/** The words of a text without their signs, and without capitals, which a format may set. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFKC")
    .split(betweenWords)
    .map(lettersOf)
    .filter((word) => word !== "");

const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Words so short stand within others by chance. */
const shortest = 4;
const isNumber = (word: string) => /^\p{N}+$/u.test(word);

export interface PdfWords {
  all: Set<string>;
  /** All letters one after the other: cells are read one by one, so that a word which wraps in its cell is whole. */
  joined: string;
}

/** The words of a PDF. */
export async function wordsOf(path: string): Promise<PdfWords> {
  const raw = await extracted(path, "-raw");
  return { all: new Set([...wordsIn(raw), ...wordsIn(await extracted(path, "-layout"))]), joined: lettersOf(raw) };
}

/** Whether a word is there, also in parts on several lines; numbers are never parted. */
export const hasWord = ({ all, joined }: PdfWords, word: string) =>
  all.has(word) || (!isNumber(word) && word.length >= shortest && joined.includes(word));

/**
 * Whether a word is all there that another PDF shows cut off, rounded to the width of its cell, or run together with
 * the next one.
 */
export function hasShown(words: PdfWords, word: string): boolean {
  if (hasWord(words, word)) return true;
  if (isNumber(word)) return isCutOff(words, word) || (word.length > 4 && isCutOff(words, word.slice(0, -1)));
  const parts = word.split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  if (parts.length > 1 && parts.every((part) => hasShown(words, part))) return true;
  if (word.length < shortest) return true;
  // A few letters may be all that is seen of the word before it.
  const ends = Array.from({ length: shortest }, (_, cut) => word.slice(cut));
  return ends.some((end) => end.length >= shortest && isOfParts(words.joined, end));
}

/** Whether all of a word is there in parts; what is left at its end may be shorter than a part. */
function isOfParts(joined: string, word: string): boolean {
  for (let rest = word; rest.length >= shortest; ) {
    let length = rest.length;
    while (length >= shortest && !joined.includes(rest.slice(0, length))) length--;
    if (length < shortest) return false;
    rest = rest.slice(length);
  }
  return true;
}

const isCutOff = ({ all }: PdfWords, part: string) =>
  [...all].some((one) => one.startsWith(part) || one.endsWith(part));

export async function pagesOf(path: string): Promise<number> {
  const { stdout } = await run("pdfinfo", [path]);
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1]);
}
