import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Returns each page of a PDF as "A4", or as its size in points. */
export async function pageSizes(path: string): Promise<string[]> {
  const { stdout } = await run("pdfinfo", ["-f", "1", "-l", "-1", path], { maxBuffer: 2 ** 26 });
  return [...stdout.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => {
    const [short = 0, long = 0] = [Number(width), Number(height)].sort((one, other) => one - other);
    return Math.abs(short - 595.276) < 0.01 && Math.abs(long - 841.89) < 0.01 ? "A4" : `${width} x ${height}`;
  });
}

/** Returns the words of a PDF in page order, separated by one space. */
export const textOf = async (path: string) => plain(await extracted(path, "-layout"));

async function extracted(path: string, order: "-layout" | "-raw"): Promise<string> {
  const { stdout } = await run("pdftotext", [order, path, "-"], { maxBuffer: 2 ** 27 });
  return stdout;
}

/** Normalises a text as `textOf` does, so that it can be searched for there. */
export const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");

/** Hyphens separate words too, since lines can break after them. */
const betweenWords = /[\s\u200b\u00a0\u2010-]+/;

/** Returns the words of a text without punctuation and in lower case, since a format may print capitals. */
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

/** Shorter words are often part of other words by chance. */
const minPartLength = 4;
const isNumber = (word: string) => /^\p{N}+$/u.test(word);

export interface PdfWords {
  all: Set<string>;
  /** All letters without spaces. Cells are read one by one, so a word that wraps in its cell is complete. */
  joined: string;
}

/** Returns the words of a PDF. */
export async function wordsOf(path: string): Promise<PdfWords> {
  const raw = await extracted(path, "-raw");
  return { all: new Set([...wordsIn(raw), ...wordsIn(await extracted(path, "-layout"))]), joined: lettersOf(raw) };
}

/** Returns whether a word is present, possibly split over several lines; numbers are never split. */
export const hasWord = ({ all, joined }: PdfWords, word: string) =>
  all.has(word) || (!isNumber(word) && word.length >= minPartLength && joined.includes(word));

/**
 * Returns whether a word of another PDF is present in full, where the other PDF may show it cut off, rounded to the
 * width of its cell, or joined with the next word.
 */
export function hasShown(words: PdfWords, word: string): boolean {
  if (hasWord(words, word)) return true;
  if (isNumber(word)) return isCutOff(words, word) || (word.length > 4 && isCutOff(words, word.slice(0, -1)));
  const parts = word.split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  if (parts.length > 1 && parts.every((part) => hasShown(words, part))) return true;
  if (word.length < minPartLength) return true;
  // The word may begin with a few visible letters of the word before it.
  const ends = Array.from({ length: minPartLength }, (_, cut) => word.slice(cut));
  return ends.some((end) => end.length >= minPartLength && isOfParts(words.joined, end));
}

/** Returns whether a word is present in parts. The last part may be shorter than the minimum length. */
function isOfParts(joined: string, word: string): boolean {
  for (let rest = word; rest.length >= minPartLength; ) {
    let length = rest.length;
    while (length >= minPartLength && !joined.includes(rest.slice(0, length))) length--;
    if (length < minPartLength) return false;
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
